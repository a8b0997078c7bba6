import type { Result } from '../../result/result.ts';

/** By what a result was judged: the unit that outcomes may contradict. */
export interface Rule {
  /** The fine reason. */
  readonly detail: string;
  /** What judged the reply, for an acceptance what controls it; empty: not known. */
  readonly rule: string;
  /** An id of the table of providers, else the domain of the hosts; empty: not known. */
  readonly provider: string;
}

/** The rule of a result. */
export function ruleOf({ reason, evidence }: Pick<Result, 'reason' | 'evidence'>): Rule {
  const { rule, control, provider } = evidence;
  const isAcceptance = reason === 'accepted' || reason === 'exists_busy';
  const judged = isAcceptance ? control : rule;
  return { detail: reason, rule: judged ?? '', provider: provider ?? '' };
}

/** A key of a rule. */
export function ruleKey({ detail, rule, provider }: Rule): string {
  return JSON.stringify([detail, rule, provider]);
}
