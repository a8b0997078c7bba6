/**
 * Puts the service together: store, verifier, workers and HTTP; starts and stops them in order.
 * Loaded by dynamic import only, so that a command against a remote service never loads a server.
 */

import type { LocalTransport } from '../http/in-process.ts';
import { rateLimiter, toRateLimit } from '../http/rate-limiter.ts';
import type { Clock } from '../lib/clock.ts';
import { shownDatabase } from '../lib/database-name.ts';
import type { MailvetError } from '../lib/errors.ts';
import { secureToken } from '../lib/secure-token.ts';
import { anyAuthenticator, memoryKey, storedKeys } from '../service/authenticate.ts';
import { ensureDefaultTeam, firstStart, openSetup } from '../service/people/invitations.ts';
import type { Store, TokenContext } from '../service/ports.ts';
import { StoreError, type StoreErrorKind } from '../service/store-error.ts';
import { newKey } from '../service/teams/keys.ts';
import {
  type EmbeddedSettings,
  SERVICE_DEFAULTS,
  type ServiceSettings,
  type WorkerSettings,
} from '../settings/service.ts';
import { openStore } from '../store/open-store.ts';
import { unusableDatabase } from '../store/sqlite/sqlite-errors.ts';
import type { Verifier } from '../verifier/verifier.ts';
import { migrationLog } from './observe.ts';
import { runService, runWorker } from './run-service.ts';
import type { RunningService } from './running-service.ts';
import type { ServeDeps } from './serve-deps.ts';

export type { RunningService } from './running-service.ts';
export type { LogEntry, ServeDeps } from './serve-deps.ts';

interface InProcessService extends RunningService {
  /** A key of team `default` that only this process has, in memory. */
  readonly apiKey: string;
  /** Asks the service without a connection and without JSON. */
  readonly transport: LocalTransport;
  /** What is under way by provider, in some batches. */
  readonly backlog: Verifier['backlog'];
  /** `listener` is called once when the database can't be used any more and waiting does not help. */
  readonly onFailure: (listener: (error: MailvetError) => void) => void;
}

/**
 * Starts the service. Rejects with MailvetError `config` (port in use, no such address, database
 * that can't be opened or written) or `input` (another program's database, or a newer mailvet's).
 */
export function startService(settings: ServiceSettings, deps: ServeDeps): Promise<RunningService> {
  const endpoint = { host: settings.host, port: settings.port };
  return withStore(settings, deps, async (store) => {
    const authenticator = storedKeys({ store, clock: deps.clock });
    const access = { endpoint, authenticator, ...createRateLimit(settings, deps.clock) };
    const service = await runService(store, { settings, deps, access, shared: settings });
    // Only after the start: a key created for a service that failed to start would never be shown.
    const context = { store, clock: deps.clock, token: secureToken };
    try {
      return {
        ...service,
        ...(await prepareFirstStart(context, settings.publicUrl ?? service.url)),
      };
    } catch (error) {
      await service.close();
      throw error;
    }
  });
}

/**
 * Starts a process that works on the batches of a service. Rejects like `startService`, and where the
 * database is not there yet.
 */
export function startWorker(settings: WorkerSettings, deps: ServeDeps): Promise<RunningService> {
  return withStore(settings, deps, (store) => runWorker(store, settings, deps));
}

/** The first start of a service creates a key and a setup link for the dashboard. */
async function prepareFirstStart(context: TokenContext, url: string) {
  const firstKey = await firstStart(context);
  const secret = await openSetup(context);
  return {
    ...(firstKey !== undefined && { firstKey }),
    ...(secret !== undefined && { setupUrl: `${url}/setup?token=${secret}` }),
  };
}

function createRateLimit(
  { rateLimit = SERVICE_DEFAULTS.rateLimit }: ServiceSettings,
  clock: Clock,
) {
  return rateLimit === 0 ? {} : { rateLimiter: rateLimiter(toRateLimit(rateLimit), clock) };
}

/** The same service on a free loopback port, with a key in memory for the team `default`. */
export function startEmbedded(
  settings: EmbeddedSettings,
  deps: ServeDeps,
): Promise<InProcessService> {
  const endpoint = { host: '127.0.0.1', port: 0 };
  const failure = databaseFailure(settings.database);
  const log: NonNullable<ServeDeps['log']> = (entry) => {
    deps.log?.(entry);
    if ('error' in entry) failure.notice(entry.error);
  };
  return withStore(settings, deps, async (store) => {
    const team = await ensureDefaultTeam({ store, clock: deps.clock, token: secureToken });
    const apiKey = newKey(secureToken);
    const stored = storedKeys({ store, clock: deps.clock });
    const access = { endpoint, authenticator: anyAuthenticator(memoryKey(apiKey, team), stored) };
    const service = await runService(store, { settings, deps: { ...deps, log }, access });
    return { ...service, apiKey, onFailure: failure.listen };
  });
}

interface DatabaseName {
  /** The path of a file, or a PostgreSQL URL. */
  readonly database: string;
  readonly databaseDirect?: string | undefined;
}

function unusable(database: string, error: StoreError): MailvetError {
  return unusableDatabase(shownDatabase(database), error);
}

/** Errors that end without a change by anybody. */
const WAIT_FOR: readonly StoreErrorKind[] = ['busy', 'unreachable'];

/** Finds the first error that says that the database is unusable, in any of its users. */
function databaseFailure(database: string) {
  let failure: MailvetError | undefined;
  let listener: ((error: MailvetError) => void) | undefined;
  return {
    notice(error: unknown) {
      if (failure || !(error instanceof StoreError) || WAIT_FOR.includes(error.kind)) return;
      failure = unusable(database, error);
      listener?.(failure);
    },
    listen(given: (error: MailvetError) => void) {
      listener = given;
      if (failure) given(failure);
    },
  };
}

/** Opens the store, and closes it again when what needs it can't start. */
async function withStore<T>(
  { database, databaseDirect: directUrl }: DatabaseName,
  { clock, log }: ServeDeps,
  start: (store: Store) => Promise<T>,
): Promise<T> {
  const store = await openStore(database, { clock, directUrl, onMigrated: migrationLog(log) });
  try {
    return await start(store);
  } catch (error) {
    await store.close();
    throw error instanceof StoreError ? unusable(database, error) : error;
  }
}
