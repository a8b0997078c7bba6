import { createApp } from '../../src/http/app.ts';
import { type LocalTransport, localTransport } from '../../src/http/in-process.ts';
import type { RateLimiter } from '../../src/http/rate-limiter.ts';
import { SingleFlight } from '../../src/lib/once.ts';
import { createTargetJudge } from '../../src/notify/target-judge.ts';
import { storedKeys } from '../../src/service/authenticate.ts';
import { COMMAND_LINE } from '../../src/service/people/records.ts';
import type { ServiceContext } from '../../src/service/ports.ts';
import { ReadTurns } from '../../src/service/read-turns.ts';
import type { Team } from '../../src/service/records.ts';
import { createKey } from '../../src/service/teams/keys.ts';
import { createTeam, findTeam, listTeams } from '../../src/service/teams/teams.ts';
import { openStore } from '../../src/store/open-store.ts';
import { countedTokens } from './counted-token.ts';
import { type FakeVerifier, fakeVerifier } from './fake-verifier.ts';
import { type ManualClock, manualClock } from './manual-clock.ts';
import { migratedFile } from './sqlite.ts';
import { type TemporaryFolder, temporaryFolder } from './temporary-folder.ts';

export interface ServiceWorld {
  readonly context: ServiceContext;
  /** Where its database is. */
  readonly folder: TemporaryFolder;
  readonly clock: ManualClock;
  readonly verifier: FakeVerifier;
  /** Errors behind a 500. */
  readonly loggedErrors: unknown[];
  /** Notifications to workers: `created`, or the id of a cancelled batch. */
  readonly signals: string[];
  /** Creates a team with a key. */
  team(name: string, quota?: number | null): Promise<{ team: Team; key: string }>;
  used(name: string): Promise<number | undefined>;
  request(path: string, init?: RequestInit): Promise<Response>;
  /** Asks the application within the process. */
  readonly transport: LocalTransport;
  /** The application, to be served on a socket. */
  readonly fetch: (request: Request) => Response | Promise<Response>;
  /** Routes of the interface, as `GET /api/v1/batches`. */
  readonly apiRoutes: readonly string[];
  stop(): void;
  dispose(): Promise<void>;
}

/** The service over a real store of its own, without sockets: clock and verifier are the test's. */
export async function serviceWorld(
  rateLimiter?: RateLimiter,
  limits: Pick<ServiceContext, 'teamStorage'> = {},
): Promise<ServiceWorld> {
  const folder = temporaryFolder();
  const clock = manualClock();
  const store = await openStore(migratedFile(folder), { clock });
  const verifier = fakeVerifier();
  const signals: string[] = [];
  const loggedErrors: unknown[] = [];
  const stopping = new AbortController();
  const context: ServiceContext = {
    store,
    verifier,
    clock,
    token: countedTokens(),
    judgeTarget: createTargetJudge(['127.0.0.0/8']),
    signals: { created: () => signals.push('created'), cancelled: (id) => signals.push(id) },
    reads: new ReadTurns(),
    flights: new SingleFlight(),
    ...limits,
    stopping: stopping.signal,
  };
  const app = createApp({
    service: context,
    authenticator: storedKeys(context),
    ...(rateLimiter && { rateLimiter }),
    logError: (_, error) => loggedErrors.push(error),
  });
  return {
    context,
    folder,
    clock,
    verifier,
    loggedErrors,
    signals,
    async team(name, quota = null) {
      await createTeam(context, name, quota);
      const team = await findTeam(context, name);
      const { key } = await createKey(context, team, { label: '', actor: COMMAND_LINE });
      return { team, key };
    },
    used: async (name) => (await listTeams(context)).find((team) => team.name === name)?.used,
    request: async (path, init) => app.request(path, init),
    transport: localTransport(app),
    fetch: app.fetch,
    apiRoutes: routesOf(app),
    stop: () => stopping.abort(new Error('stopping')),
    async dispose() {
      await store.close();
      folder.dispose();
    },
  };
}

/** The routes of an application, as `GET /keys`, without what comes before and behind them. */
export function routesOf({
  routes,
}: {
  readonly routes: readonly { readonly method: string; readonly path: string }[];
}): readonly string[] {
  const own = routes.filter(({ path }) => path !== '/*');
  return [...new Set(own.map(({ method, path }) => `${method} ${path}`))].sort();
}
