import type { Context } from 'hono';
import type { ReachabilityProblem } from '../contract/reachability.ts';
import type { FindOrigin } from '../lib/client-origin.ts';
import type { Clock } from '../lib/clock.ts';
import type { GuessLimits } from '../service/guess-limits.ts';
import type { PasswordHasher } from '../service/password.ts';
import type { TeamMember } from '../service/people-ports.ts';
import type { ServiceContext } from '../service/ports.ts';
import type { UploadReader } from './uploads/upload-reader.ts';

/** What the dashboard works with. */
export interface DashboardDeps {
  readonly service: ServiceContext;
  readonly passwords: PasswordHasher;
  readonly guesses: GuessLimits;
  readonly uploads: UploadReader;
  readonly clock: Clock;
  /** Where people reach it, such as `https://verify.example.com`. */
  readonly publicUrl?: string;
  /** Where the service listens, for links when there is no public URL. */
  readonly ownUrl: () => string;
  /** Who asks, also behind trusted proxies. */
  readonly findOrigin: FindOrigin;
  /** Aborts when the service begins to stop: pages that follow a batch end. */
  readonly leaving: AbortSignal;
  /** Receives each error behind a 500. */
  readonly logError: (requestId: string, error: unknown) => void;
}

export interface DashboardEnvironment {
  Bindings: {
    /** What the Node server hands over; absent in tests. */
    readonly incoming?: { readonly socket?: { readonly remoteAddress?: string | undefined } };
  };
  Variables: {
    /** Set by the application that mounts the pages; absent in tests. */
    requestId?: string;
    /** Set behind `signedIn`. */
    identity: TeamMember;
    /** Why nothing can be learnt of any mailbox; set where an owner may do something about it. */
    problems?: readonly ReachabilityProblem[];
    /** The session's id. */
    session: string;
  };
}

export type PageContext = Context<DashboardEnvironment>;
