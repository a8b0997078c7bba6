import type { ReachabilityProblem } from '../../contract/reachability.ts';

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

/** A result: its fine reason, and what it is about. */
interface JudgedResult {
  readonly reason: string;
  readonly domain: string;
  readonly provider: string;
}

/**
 * What the results of a service show of its own problems. As long as no result says anything of a
 * mailbox, one reason for several domains or providers shows a problem; refusals show one while more
 * providers refuse than answer.
 */
export class ResultEvidence {
  readonly #named = new Map<ReachabilityProblem, Set<string>>();
  readonly #answering = new Set<string>();

  /** The problem that there is now enough evidence for. */
  note({ reason, domain, provider }: JudgedResult): ReachabilityProblem | undefined {
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
