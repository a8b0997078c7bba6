import type { Context } from 'hono';
import type { Authenticator } from '../service/authenticate.ts';
import type { ServiceContext } from '../service/ports.ts';
import type { RateLimiter } from './rate-limit.ts';

/** What the edge works with. */
export interface HttpDeps {
  readonly service: ServiceContext;
  readonly authenticator: Authenticator;
  /** Absent: no limit. */
  readonly rateLimiter?: RateLimiter;
  /** Told of each error behind a 500. */
  readonly logTrouble: (requestId: string, error: unknown) => void;
}

export interface Environment {
  Variables: { requestId: string };
}

export type RequestContext = Context<Environment>;
