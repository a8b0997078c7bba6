import type { VerificationDetail } from '../../contract/decode.ts';
import { type ReachabilityProblem, UNREACHABLE_REASONS } from '../../contract/reachability.ts';
import { ResultEvidence } from './result-evidence.ts';

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
  readonly #evidence = new ResultEvidence();
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
    const domain = email.slice(email.lastIndexOf('@') + 1).toLowerCase();
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
