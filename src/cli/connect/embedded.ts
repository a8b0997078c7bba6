/**
 * The embedded service: with neither key nor base URL, the same service runs in this process, on
 * a loopback port, over a database in the user's data directory.
 */
import { existsSync } from 'node:fs';
import { open } from 'node:fs/promises';
import { join } from 'node:path';
import type { Explanation } from '../../composition/explain.ts';
import type { LogEntry } from '../../composition/serve.ts';
import type { ServiceClient } from '../../contract/client/service-client.ts';
import { wrapCalls } from '../../contract/client/wrap-calls.ts';
import { endsWithin } from '../../lib/clock.ts';
import { formatDuration } from '../../lib/duration.ts';
import { isMailvetError, MailvetError } from '../../lib/errors.ts';
import { createWakeUps } from '../../lib/wakeable-sleep.ts';
import type { Result } from '../../result/result.ts';
import type { Context } from '../context.ts';
import { makePrivateDirectory, repairModes, shortPath } from '../directories.ts';
import type { Invocation } from '../invocation.ts';
import { readVerifierOptions } from '../options/global.ts';
import { deferMarking } from '../tune-v8.ts';
import { createClient, type OpenService, ReachabilityLog, withoutSignal } from './client.ts';
import type { EmbeddedService } from './resolve.ts';

/** Starts it. Its key is only in the memory of this process. */
export async function openEmbedded(
  invocation: Invocation,
  { database }: EmbeddedService,
): Promise<OpenService> {
  const { context, globals } = invocation;
  const verifier = readVerifierOptions(globals.verifier, context.env);
  const introduction = `Verifying on this machine with the embedded service (${shortPath(database, context)})`;
  // Shown on first use only; later runs find the database.
  if (existsSync(database)) invocation.debug(introduction);
  else await invocation.notice(introduction);
  await makePrivateDatabase(database, context.platform);
  const { startEmbedded } = await import('../../composition/serve.ts');
  const { clock, random } = context;
  const reachability = new ReachabilityLog();
  const batchEnds = createWakeUps(clock);
  let error: unknown;
  let migrated: string | undefined;
  const log = (entry: LogEntry) => {
    reachability.note(entry);
    if ('error' in entry) error ??= entry.error;
    if (BATCH_ENDS.includes(entry.event)) batchEnds.wake();
    const slowed = guardText(entry);
    if (slowed !== undefined) void invocation.notice(slowed);
    if (entry.event === 'database_migrated') migrated = migrationText(entry);
    invocation.debug(`service: ${entry.event}`);
  };
  const dependencies = { clock, random, log };
  const service = await startEmbedded({ database, verifier }, dependencies).catch((error) => {
    throw toConfigError(error);
  });
  deferMarking();
  if (migrated !== undefined) await invocation.notice(migrated);
  const credentials = { baseUrl: service.url, apiKey: service.apiKey };
  const { transport } = service;
  const client = failingClient(
    await createClient(invocation, credentials, { transport }),
    service.onFailure,
  );
  return {
    client,
    clientAfterStop: () => createClient(withoutSignal(invocation), credentials, { transport }),
    embedded: true,
    batchEndSleeper: batchEnds.sleeper,
    reachability,
    backlog: service.backlog,
    async [Symbol.asyncDispose]() {
      // After the results, where no progress bar is on the line.
      if (error !== undefined) await invocation.notice(embeddedError(database, error));
      await client.close();
      await closeBounded(service, context);
    },
  };
}

/** What people should know of a provider that refuses more and more, and of block lists. */
function guardText(entry: LogEntry): string | undefined {
  if (entry.event === 'provider_braked') {
    const share = `${entry.refusals} of the last ${entry.sessions} sessions`;
    return `${entry.provider} refuses more and more (${share}): half as many are opened there`;
  }
  if (entry.event === 'egress_listed') {
    const { address, list } = entry;
    return `${address}, our own address, is on the block list ${list}: half as many sessions are opened (mailvet doctor says more)`;
  }
  if (entry.event !== 'provider_rests' || entry.cause !== 'trend') return undefined;
  const rest = formatDuration(entry.milliseconds);
  return `${entry.provider} still refuses more and more: it is not contacted for ${rest}, and what is left there stays unknown`;
}

/** No command names this file: one that can't be used is a matter of configuration. */
function toConfigError(error: unknown): unknown {
  if (!isMailvetError(error, 'input')) return forUser(error);
  return new MailvetError('config', error.message, {
    hint: 'Move the file away, update mailvet if a newer one wrote it, or name another place with XDG_DATA_HOME',
    cause: error,
  });
}

/** Where a database lies is named in a terminal. */
function forUser(error: unknown): unknown {
  if (!isMailvetError(error) || typeof error.hint !== 'string') return error;
  const { code, message, hint, cause } = error;
  return new MailvetError(code, message, { hint: [{ code: 'terminal', text: hint }], cause });
}

const BATCH_ENDS: readonly LogEntry['event'][] = [
  'batch_completed',
  'batch_failed',
  'batch_cancelled',
];

/** The story of an address as a verification would decide: without a host where none would be asked. */
export async function tellEmbedded(
  invocation: Invocation,
  { database }: EmbeddedService,
  email: string,
) {
  const { context, globals } = invocation;
  const { explainAddress, findLearned } = await import('../../composition/explain.ts');
  const { result, judge } = await findLearned(database, email, context);
  if (result) return { story: withoutDialogue(email, result), result };
  // With an engine of its own: nothing is stored, charged or taken from the cache.
  const options = readVerifierOptions(globals.verifier, context.env);
  const story = await explainAddress(email, options, context);
  const judged = judge(story.finding);
  const { facts, decided, reason } = judged;
  const finding = { ...story.finding, ...facts, decided, reason: reason as FindingReason };
  return { story: { ...story, finding }, result: judged };
}

type FindingReason = Explanation['finding']['reason'];

/** Nobody was asked. */
function withoutDialogue(email: string, result: Result): AddressStory {
  const { facts, decided, reason } = result;
  const { reply, mxHost } = result.evidence;
  const evidence = {
    ...{ provider: undefined, egress: undefined, retryAfter: undefined },
    mxHost: mxHost ?? undefined,
    reply: reply ? { ...reply, enhanced: reply.enhanced ?? undefined } : undefined,
    ...{ attempts: 0, free: false },
  };
  const finding = { email, ...facts, decided, reason: reason as FindingReason, evidence };
  return { finding, events: [], isSandbox: false };
}

export type AddressStory = Explanation;

/** After a signal the program ends, even where the engine does not. */
const CLOSE_MS = 2_000;

async function closeBounded(
  service: { close(): Promise<void> },
  { signal, clock }: Context,
): Promise<void> {
  const closing = service.close();
  if (signal.aborted) await endsWithin(closing, CLOSE_MS, clock);
  else await closing;
}

/** The error behind a 500: the embedded service has no log that would hold it. */
function embeddedError(database: string, error: unknown): string {
  const reason = error instanceof Error ? error.message : String(error);
  return `The embedded service had an error: ${reason} (its database is ${database})`;
}

/** Creates the database, readable only by the user. SQLite's other files get the same mode. */
export async function makePrivateDatabase(
  database: string,
  platform: Context['platform'],
): Promise<void> {
  makePrivateDirectory(join(database, '..'));
  const file = await open(database, 'a', 0o600);
  await file.close();
  await repairModes(database, platform);
}

type OnFailure = (listener: (error: Error) => void) => void;

/**
 * A client whose calls end with the failure of the embedded service as soon as it is known: its
 * responses say less, and the client would retry them.
 */
function failingClient(client: ServiceClient, onFailure: OnFailure): ServiceClient {
  const underWay = new Set<(error: Error) => void>();
  let failure: Error | undefined;
  onFailure((error) => {
    failure = error;
    for (const reject of underWay) reject(error);
  });

  return wrapCalls(client, async <Result>(call: () => Promise<Result>) => {
    if (failure) throw failure;
    const { promise, resolve, reject } = Promise.withResolvers<Result>();
    underWay.add(reject);
    call().then(resolve, reject);
    try {
      return await promise;
    } finally {
      underWay.delete(reject);
    }
  });
}

/** The notice of a migration, `text`: `migrated 6 → 20`, with the copy of the database as it was. */
export function migrationText({
  text,
  copy,
  copyProblem,
}: {
  readonly text: string;
  readonly copy?: string | undefined;
  readonly copyProblem?: string | undefined;
}): string {
  if (copy !== undefined) return `Database ${text}. A copy of it as it was: ${copy}`;
  if (copyProblem !== undefined) return `Database ${text}, without a copy: ${copyProblem}`;
  return `Database ${text}`;
}
