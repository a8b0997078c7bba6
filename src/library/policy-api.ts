import type { Judgement, JudgeOptions, Verification } from './client-api.ts';

/** A policy that was read: the same file as the command line's `mailvet.json`. */
export interface Policy {
  /**
   * What a result means for a sender by this policy. Pure: the same address and result always have the same
   * judgement. `address` is compared with the lists of the policy.
   */
  judge(address: string, verification: Verification, options?: JudgeOptions): PolicyJudgement;
}

/** A verdict with its reason, and what of the policy decided it. */
export interface PolicyJudgement extends Judgement {
  /** The line of the rule, or the name of the list; undefined where the policy changed nothing. */
  readonly by: number | 'allow' | 'disposable' | undefined;
}

/** How a policy is read. */
export interface PolicyOptions {
  /**
   * The text of a file that a list of the policy names, such as `{ "file": "own.txt" }`; what it throws
   * is a fault of the policy. Without it such lists are refused.
   */
  readonly readFile?: (name: string) => string;
}
