import { resolve } from 'node:path';
import type { ClientDeps, ClientSettings } from '../../contract/client/client-settings.ts';
import { createServiceClient } from '../../contract/client/create-client.ts';
import type { ServiceClient } from '../../contract/client/service-client.ts';
import type { VerificationDetail } from '../../contract/decode.ts';
import { type ReachabilityProblem, UNREACHABLE_REASONS } from '../../contract/reachability.ts';
import { domainOf } from '../../lib/address-parts.ts';
import type { Clock } from '../../lib/clock.ts';
import { formatDuration } from '../../lib/duration.ts';
import { MailvetError } from '../../lib/errors.ts';
import type { ProviderWork } from '../../lib/time-left/rates.ts';
import { version } from '../../lib/version.ts';
import type { Invocation } from '../invocation.ts';
import { readSettingFile } from '../io/setting-file.ts';

/** The service that a command works with. */
export interface OpenService extends AsyncDisposable {
  readonly client: ServiceClient;
  /** A client for what is still to be said after a signal, which ends what the other one does. */
  readonly clientAfterStop?: () => Promise<ServiceClient>;
  readonly embedded: boolean;
  /**
   * Creates a sleep that ends when a batch ends, for one list that is followed; absent where the service
   * does not say when one does.
   */
  readonly batchEndSleeper?: () => Clock['sleep'];
  /** What is under way by provider, in batches by their ids; absent where that is not known. */
  readonly backlog?: ((batches: ReadonlySet<string>) => readonly ProviderWork[]) | undefined;
  /** Its reachability; absent where the service does not report it. */
  readonly reachability?: ReachabilityLog;
}

/** The same run, for requests that its signal does not end. */
export function withoutSignal(invocation: Invocation): Invocation {
  const { signal } = new AbortController();
  return { ...invocation, context: { ...invocation.context, signal } };
}

/** A client with the flags that concern connections and the proxies of the environment. */
export async function createClient(
  invocation: Invocation,
  credentials: ClientSettings & { readonly baseUrl: string; readonly apiKey: string },
  given: Partial<Pick<ClientDeps, 'transport' | 'onProblem'>> = {},
): Promise<ServiceClient> {
  const { context, globals } = invocation;
  const { clock, random, env } = context;
  const settings = {
    retries: globals.maxRetries,
    ...credentials,
    allowInsecureHttp: globals.allowInsecureHttp,
    ca: await readCa(context.cwd, globals.caFile),
    deadline: globals.timeout === undefined ? undefined : clock.monotonic() + globals.timeout,
    userAgent: `mailvet/${version()}`,
  };
  const onWait = (ms: number) =>
    void invocation.notice(`The service asks to wait: going on in ${formatDuration(ms)}`);
  const { debug } = invocation;
  const stop = context.signal;
  return createServiceClient(settings, { clock, random, env, debug, onWait, stop, ...given });
}

async function readCa(cwd: string, path: string | undefined): Promise<string | undefined> {
  if (path === undefined) return undefined;
  const pem = await readSettingFile(resolve(cwd, path), 'certificate');
  if (pem.includes('-----BEGIN CERTIFICATE-----')) return pem;
  throw new MailvetError('config', `There is no PEM certificate in ${path}`);
}

/** The reachability events of the service in this process. */
interface ReachabilityEntry {
  readonly event: string;
  readonly problem?: ReachabilityProblem;
  readonly reason?: string;
  readonly decided?: boolean;
}

/** The problems that kept the verifications of a run from deciding addresses. */
export class ReachabilityLog {
  /** The service runs elsewhere. */
  readonly isRemote: boolean;
  readonly #evidence = new ProblemEvidence();
  readonly #problems = new Set<ReachabilityProblem>();
  #listener: ((problem: ReachabilityProblem) => void) | undefined;
  #blind = 0;
  #seeing = 0;

  constructor({ isRemote = false } = {}) {
    this.isRemote = isRemote;
  }

  readonly note = ({ event, problem, reason = '', decided }: ReachabilityEntry): void => {
    if (event === 'reachability_lost' && problem) this.#lose(problem);
    if (event !== 'verification' || reason === 'syntax') return;
    if (decided === false && UNREACHABLE_REASONS.has(reason)) this.#blind++;
    else this.#seeing++;
  };

  /** The service itself says so. */
  readonly noteProblem = (problem: ReachabilityProblem): void => this.#lose(problem);

  /** A result of a service elsewhere. Without a detail it says nothing of the service. */
  noteResult(email: string, detail: VerificationDetail | undefined): void {
    const reason = detail?.reason;
    if (reason === 'syntax') return;
    if (reason === undefined || !UNREACHABLE_REASONS.has(reason)) this.#seeing++;
    else this.#blind++;
    if (reason === undefined) return;
    const domain = domainOf(email).toLowerCase();
    const problem = this.#evidence.note({ reason, domain, provider: detail?.provider ?? domain });
    if (problem) this.#lose(problem);
  }

  /** Problems of the run, the earliest first. */
  get problems(): readonly ReachabilityProblem[] {
    return [...this.#problems];
  }

  /** Whether addresses were verified and none could be decided. */
  get wasBlind(): boolean {
    return this.#problems.size > 0 && this.#blind > 0 && this.#seeing === 0;
  }

  /** Calls `listener` once for each problem, also for problems known already. */
  listen(listener: (problem: ReachabilityProblem) => void): Disposable {
    this.#listener = listener;
    for (const problem of this.#problems) listener(problem);
    return {
      [Symbol.dispose]: () => {
        this.#listener = undefined;
      },
    };
  }

  #lose(problem: ReachabilityProblem): void {
    if (this.#problems.has(problem)) return;
    this.#problems.add(problem);
    this.#listener?.(problem);
  }
}

/** Different domains or providers that mean a problem of the service. */
const ENOUGH: Readonly<Record<ReachabilityProblem, number>> = {
  dns_failure: 3,
  dns_untrusted: 3,
  port_25_closed: 8,
  blocked: 3,
};

const PROBLEM_OF: Readonly<Record<string, ReachabilityProblem>> = {
  dns_failure: 'dns_failure',
  dns_untrusted: 'dns_untrusted',
  no_connection: 'port_25_closed',
  blocked: 'blocked',
};

/**
 * What the results of a service show of its own problems. As long as no result says anything of a
 * mailbox, one reason for several domains or providers shows a problem; refusals show one while more
 * providers refuse than answer.
 */
class ProblemEvidence {
  readonly #named = new Map<ReachabilityProblem, Set<string>>();
  readonly #answering = new Set<string>();

  /** The problem that there is now enough evidence for. */
  note({
    reason,
    domain,
    provider,
  }: {
    readonly reason: string;
    readonly domain: string;
    readonly provider: string;
  }): ReachabilityProblem | undefined {
    const problem = PROBLEM_OF[reason];
    if (problem === undefined) {
      this.#answering.add(provider);
      return undefined;
    }
    const named = this.#named.get(problem) ?? new Set();
    this.#named.set(problem, named.add(problem.startsWith('dns') ? domain : provider));
    return this.#isClear(problem, named.size) ? problem : undefined;
  }

  #isClear(problem: ReachabilityProblem, named: number): boolean {
    if (named < ENOUGH[problem]) return false;
    return problem === 'blocked' ? named > this.#answering.size : this.#answering.size === 0;
  }
}
