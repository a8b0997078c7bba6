import { createHash } from 'node:crypto';
import type { Hono } from 'hono';
import { createApp } from '../../src/http/app.ts';
import { localTransport } from '../../src/http/in-process.ts';
import type { RateLimiter } from '../../src/http/rate-limiter.ts';
import { SingleFlight } from '../../src/lib/once.ts';
import { createTargetJudge } from '../../src/notify/target-judge.ts';
import { storedKeys } from '../../src/service/authenticate.ts';
import { COMMAND_LINE } from '../../src/service/people/records.ts';
import type { ServiceContext } from '../../src/service/ports.ts';
import { ReadTurns } from '../../src/service/read-turns.ts';
import { createKey } from '../../src/service/teams/keys.ts';
import { createTeam, findTeam, listTeams } from '../../src/service/teams/teams.ts';
import { openStore } from '../../src/store/open-store.ts';
import { fakeVerifier } from './fake-verifier.ts';
import { manualClock } from './manual-clock.ts';
import { migratedFile } from './sqlite.ts';
import { temporaryFolder } from './temporary-folder.ts';

export type ServiceWorld = Awaited<ReturnType<typeof serviceWorld>>;

/** The service over a real store of its own, without sockets: clock and verifier are the test's. */
export async function serviceWorld(
  rateLimiter?: RateLimiter,
  limits: Pick<ServiceContext, 'teamStorage'> = {},
) {
  const folder = temporaryFolder();
  const clock = manualClock();
  const store = await openStore(migratedFile(folder), { clock });
  const verifier = fakeVerifier();
  /** Notifications to workers: `created`, or the id of a cancelled batch. */
  const signals: string[] = [];
  /** Errors behind a 500. */
  const loggedErrors: unknown[] = [];
  let tokens = 0;
  const stopping = new AbortController();
  const context: ServiceContext = {
    store,
    verifier,
    clock,
    // All differ, and are the same in each world: no text holds a given word by chance.
    token: (length) =>
      createHash('sha512').update(`token ${tokens++}`).digest('base64url').slice(0, length),
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
    /** Creates a team with a key. */
    async team(name: string, quota: number | null = null) {
      await createTeam(context, name, quota);
      const team = await findTeam(context, name);
      const { key } = await createKey(context, team, { label: '', actor: COMMAND_LINE });
      return { team, key };
    },
    used: async (name: string) =>
      (await listTeams(context)).find((team) => team.name === name)?.used,
    request: async (path: string, init?: RequestInit) => app.request(path, init),
    /** Asks the application within the process. */
    transport: localTransport(app),
    fetch: app.fetch as (request: Request) => Response | Promise<Response>,
    /** As `GET /api/v1/batches`. */
    apiRoutes: routesOf(app),
    stop: () => stopping.abort(new Error('stopping')),
    async dispose() {
      await store.close();
      folder.dispose();
    },
  };
}

/** The routes of an application, as `GET /keys`, without what comes before and behind them. */
export function routesOf({ routes }: Pick<Hono, 'routes'>): readonly string[] {
  const own = routes.filter(({ path }) => path !== '/*');
  return [...new Set(own.map(({ method, path }) => `${method} ${path}`))].sort();
}
