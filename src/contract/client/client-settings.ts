import type { Clock } from '../../lib/clock.ts';
import type { ReachabilityProblem } from '../reachability.ts';
import type { Transport } from './transport.ts';

/** What holds where a client is given no settings. */
export const CLIENT_DEFAULTS = {
  /** In milliseconds: one verification may take 60 s. */
  tryTimeout: 90_000,
  retries: 4,
};

/** Which service to call, and how. */
export interface ClientSettings {
  /** `https://host[:port][/path]`; http only to loopback unless `allowInsecureHttp`. */
  readonly baseUrl: string;
  readonly apiKey: string;
  /** Milliseconds that one try may take. */
  readonly tryTimeout?: number | undefined;
  /** By the monotonic time of `deps.clock`: after it no call waits or tries any more. */
  readonly deadline?: number | undefined;
  /** Tries after the first, for a request that may be repeated. */
  readonly retries?: number | undefined;
  readonly allowInsecureHttp?: boolean | undefined;
  /** PEM certificates trusted beside the machine's own. */
  readonly ca?: string | undefined;
  readonly userAgent?: string | undefined;
}

/** What a client needs from its environment. */
export interface ClientDeps {
  readonly clock: Clock;
  /** A number in [0, 1), for the jitter. */
  readonly random: () => number;
  /** Where the proxy variables are read. */
  readonly env: Readonly<Record<string, string | undefined>>;
  /** One line about a request or an answer, without key and bodies. */
  readonly debug?: ((line: string) => void) | undefined;
  /** Called when a wait asked for by the service (Retry-After) begins, in milliseconds. */
  readonly onWait?: ((ms: number) => void) | undefined;
  /** Called with what the service says keeps it from learning anything (contract/reachability.ts). */
  readonly onProblem?: ((problem: ReachabilityProblem) => void) | undefined;
  /** Once it aborts, no connection is made any more; what was sent is still waited for. */
  readonly stop?: AbortSignal | undefined;
  /** Replaces the connections that the settings describe: a service in this process. */
  readonly transport?: Transport | undefined;
}
