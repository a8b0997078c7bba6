import type { HttpBindings } from '@hono/node-server';
import type { Context } from 'hono';
import type { FindOrigin } from '../lib/client-origin.ts';
import type { Authenticator } from '../service/authenticate.ts';
import type { ServiceContext } from '../service/ports.ts';
import type { Pause } from '../service/read-turns.ts';
import type { JobOfBatch } from '../service/records.ts';
import type { RateLimiter } from './rate-limiter.ts';

/** What every process needs that answers whether it is well. */
export interface ProbeDeps {
  readonly service: Pick<ServiceContext, 'store' | 'observe' | 'checkLists'>;
  /** Absent if the service has none. */
  readonly metrics?: MetricsPage;
  /** Receives each error behind a 500. */
  readonly logError: (requestId: string, error: unknown) => void;
}

/** The dependencies of the HTTP edge. */
export interface HttpDeps extends ProbeDeps {
  readonly service: ServiceContext;
  readonly authenticator: Authenticator;
  /** Absent: no limit. */
  readonly rateLimiter?: RateLimiter;
  /** Who sends a request, behind trusted proxies; absent: the peer of its connection. */
  readonly findOrigin?: FindOrigin;
  /** Where clients reach the service, without a trailing slash; absent: where they reached it. */
  readonly publicUrl?: string | undefined;
  /** Absent: there is no page for mail operators, and no security.txt. */
  readonly operator?: ProbeOperator | undefined;
  /** Gets certificates of providers; absent: over HTTPS. */
  readonly fetchText?: (url: string) => Promise<string>;
}

/** Who probes, for the operators of mail hosts. */
export interface ProbeOperator {
  /** An e-mail address or a URL, by which the operator is reached. */
  readonly contact: string;
  /** The names that its sessions begin with. */
  readonly heloNames: () => readonly string[];
}

/** The content of `/metrics`. */
export interface MetricsPage {
  /** Prometheus' text format. */
  readonly text: () => Promise<string>;
  readonly contentType: string;
  /** Whether clients on other machines may read it too. */
  readonly open: boolean;
}

/** The bodies of a request from within the process (see in-process.ts), as values. */
interface LocalBodies {
  readonly request: unknown;
  /** What the interface has no field for, and only this program says. */
  readonly job?: JobOfBatch | undefined;
  response: unknown;
}

export interface Environment {
  /** Absent without a socket, in tests. */
  Bindings: Partial<HttpBindings> & { readonly local?: LocalBodies };
  Variables: {
    requestId: string;
    /** Whose key the request carries, once that is known. */
    teamId: string | undefined;
    /** The rate-limit headers of the team. */
    rateHeaders: Readonly<Record<string, string>> | undefined;
    /** Of an answer that many rows make up: set while its team has its turn. */
    pause: Pause | undefined;
  };
}

export type RequestContext = Context<Environment>;

/** What is read of a response. A Response has it; within the process a plain object is enough. */
export interface ResponseHead {
  readonly status: number;
  readonly headers: { get(name: string): string | null };
}
