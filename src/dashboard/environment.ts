import type { Context } from 'hono';
import type { ReachabilityProblem } from '../contract/reachability.ts';
import type { LoadTexts } from '../i18n/load-texts.ts';
import type { Texts } from '../i18n/texts.ts';
import type { FindOrigin } from '../lib/client-origin.ts';
import type { Clock } from '../lib/clock.ts';
import type { Delivery } from '../service/fleet/sessions.ts';
import type { FindJob } from '../service/lists/job-lists.ts';
import type { ListContext } from '../service/lists/lists.ts';
import type { GuessLimits } from '../service/people/guess-limits.ts';
import type { PasswordHasher } from '../service/people/password.ts';
import type { TeamMember } from '../service/people/records.ts';
import type { ServiceContext } from '../service/ports.ts';
import type { UploadLimits } from './uploads/receiving-places.ts';

/** The dependencies of the dashboard. */
export interface DashboardDeps {
  readonly service: ServiceContext;
  readonly passwords: PasswordHasher;
  readonly guesses: GuessLimits;
  readonly lists: ListContext;
  /** Absent: results of the command line are on another machine. */
  readonly findJob?: FindJob | undefined;
  /** What goes on at mail hosts, over all processes. */
  readonly delivery: () => Promise<Delivery>;
  readonly uploads: UploadLimits;
  /** Requests of a person; absent: no limit. */
  readonly rateLimiter?: (personId: string) => {
    readonly allowed: boolean;
    readonly retryAfter: number;
  };
  readonly clock: Clock;
  /** A mail server is configured: people can choose notices. */
  readonly sendsMail?: boolean;
  /** The address that people use, such as `https://verify.example.com`. */
  readonly publicUrl?: string;
  /** The address that the service listens on, for links without a public URL. */
  readonly ownUrl: () => string;
  /** Finds the client's address, also behind trusted proxies. */
  readonly findOrigin: FindOrigin;
  /** Aborts when the service begins to stop: pages that follow a batch end. */
  readonly leaving: AbortSignal;
  /** Receives each error behind a 500. */
  readonly logError: (requestId: string, error: unknown) => void;
}

/** What the dashboard's handlers find in Hono's context. */
export interface DashboardEnvironment {
  Bindings: {
    /** The Node server's request; absent in tests. */
    readonly incoming?: { readonly socket?: { readonly remoteAddress?: string | undefined } };
  };
  Variables: {
    /** Set by the application that mounts the pages; absent in tests. */
    requestId?: string;
    /** The texts in the language of the person, or of the browser before somebody is signed in. */
    text: Texts;
    loadTexts: LoadTexts;
    /** Set behind `signedIn`. */
    identity: TeamMember;
    /** The person's account in all its teams. */
    teams: readonly TeamMember[];
    /** The time zone that the person chose; null: the browser's. */
    zone: string | null;
    /** Why no address can be decided right now. */
    problems?: readonly ReachabilityProblem[];
    /** The Content-Security-Policy of a page that has its own. */
    policy?: string;
    /** The session's id. */
    session: string;
  };
}

export type PageContext = Context<DashboardEnvironment>;
