import { type ReachabilityProblem, UNREACHABLE_REASONS } from '../../contract/reachability.ts';

/** What the service of this process says, as far as it concerns whether anything can be learnt. */
interface ReachabilityEntry {
  readonly event: string;
  readonly problem?: ReachabilityProblem;
  readonly reason?: string;
  readonly decided?: boolean;
}

/** Whether the verifications of a run could learn anything, and what was in their way. */
export class ReachabilityLog {
  readonly #problems = new Set<ReachabilityProblem>();
  #listener: ((problem: ReachabilityProblem) => void) | undefined;
  #blind = 0;
  #seeing = 0;

  readonly note = ({ event, problem, reason = '', decided }: ReachabilityEntry): void => {
    if (event === 'reachability_lost' && problem) this.#lose(problem);
    if (event !== 'verification' || reason === 'syntax') return;
    if (decided === false && UNREACHABLE_REASONS.has(reason)) this.#blind++;
    else this.#seeing++;
  };

  /** Problems of the run, the earliest first. */
  get problems(): readonly ReachabilityProblem[] {
    return [...this.#problems];
  }

  /** Whether addresses were asked about and nothing was learnt of any of them. */
  get wasBlind(): boolean {
    return this.#problems.size > 0 && this.#blind > 0 && this.#seeing === 0;
  }

  /** `listener` is called once for each problem, also for those that are known already. */
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
