import { createDashboard } from '../../src/dashboard/create-dashboard.ts';
import { type UploadBounds, uploadLimits } from '../../src/dashboard/uploads/receiving-places.ts';
import type { RateLimiter } from '../../src/http/rate-limiter.ts';
import { originFinder } from '../../src/lib/client-origin.ts';
import { sha256 } from '../../src/lib/sha256.ts';
import type { Delivery } from '../../src/service/fleet/sessions.ts';
import type { FindJob } from '../../src/service/lists/job-lists.ts';
import { guessLimits } from '../../src/service/people/guess-limits.ts';
import { openSetup } from '../../src/service/people/invitations.ts';
import { scryptHasher } from '../../src/service/people/password.ts';
import type { Role } from '../../src/service/people/records.ts';
import { listWorld } from '../support/list-world.ts';
import { routesOf, serviceWorld } from '../support/service-world.ts';
import { visitor } from './visitor.ts';

export const PASSWORD = 'correct horse battery';

export type DashboardWorld = Awaited<ReturnType<typeof dashboardWorld>>;

export interface DashboardOptions {
  readonly publicUrl?: string;
  readonly trustProxy?: readonly string[];
  readonly listStorage?: number;
  readonly uploadBounds?: UploadBounds;
  readonly delivery?: Partial<Delivery>;
  readonly rateLimiter?: RateLimiter;
  readonly sendsMail?: boolean;
  readonly findJob?: FindJob;
}

/** The dashboard over a service of its own, without sockets. Its passwords are cheap to hash. */
export async function dashboardWorld({
  trustProxy = [],
  delivery,
  ...options
}: DashboardOptions = {}) {
  const world = await serviceWorld();
  const { context, clock, loggedErrors } = world;
  const passwords = scryptHasher({ log2N: 4, r: 1, p: 1 });
  const lists = listWorld(world, options.listStorage);
  const leaving = new AbortController();
  const dashboard = createDashboard({
    ...options,
    service: context,
    passwords,
    guesses: guessLimits(clock),
    lists: lists.lists,
    delivery: async () => ({ lanes: [], processes: [], egresses: [], conflicts: [], ...delivery }),
    uploads: uploadLimits(world.folder.path('lists'), {
      now: () => clock.monotonic(),
      ...(options.uploadBounds && { bounds: options.uploadBounds }),
    }),
    findOrigin: originFinder(trustProxy),
    ownUrl: () => 'http://service.test:8025',
    clock,
    leaving: leaving.signal,
    logError: (_, error) => loggedErrors.push(error),
  });
  const base = options.publicUrl ?? 'http://127.0.0.1:8025';

  /** The secret of an invitation; the team is created where it is missing. */
  async function inviteTo(team: string, email: string, role: Role = 'owner'): Promise<string> {
    if (!(await context.store.teams.findByName(team))) await world.team(team);
    const { id } = (await context.store.teams.findByName(team)) ?? { id: '' };
    const secret = context.token(43);
    const times = { createdAt: clock.now(), expiresAt: clock.now() + 60_000 };
    const invitation = { id: context.token(12), hash: sha256(secret), email, role, ...times };
    await context.store.members(id).invite(invitation, { actor: 'test', at: clock.now() });
    return secret;
  }

  return {
    ...world,
    lists,
    passwords,
    /** The dashboard, to be served on a socket. */
    pages: dashboard.fetch as (request: Request, env?: object) => Response | Promise<Response>,
    /** As `GET /keys`. */
    routes: routesOf(dashboard),
    /** Somebody with a browser of their own, not signed in. */
    visitor: (from?: string) => visitor(dashboard, base, from),
    /** The first owner, of team `default`, signed in. */
    async firstOwner() {
      const token = await openSetup(context);
      const owner = visitor(dashboard, base);
      const filled = { token: token ?? '', email: 'ada@example.com', password: PASSWORD };
      await owner.post('/setup', filled);
      return owner;
    },
    /** Somebody of the team, signed in; the team is created where it is missing. */
    async person(team: string, email: string, role: Role = 'owner') {
      const somebody = visitor(dashboard, base);
      const token = await inviteTo(team, email, role);
      await somebody.post('/invitation', { token, password: PASSWORD });
      return somebody;
    },
    /** Ends the streams that follow a batch. */
    leave() {
      lists.leave();
      leaving.abort();
    },
    inviteTo,
    async dispose() {
      leaving.abort();
      await lists.dispose();
      await world.dispose();
    },
  };
}
