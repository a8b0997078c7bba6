import type { StoredDetail } from '../../contract/detail.ts';

/** By what a result was judged: the unit that may be wrong, and be believed no longer. */
export interface Rule {
  /** The fine reason. */
  readonly detail: string;
  /** What judged the reply, for an acceptance what controls it; empty: not known. */
  readonly rule: string;
  /** An id of the table of providers, else the domain of the hosts; empty: not known. */
  readonly provider: string;
}

/** A rule that outcomes contradicted more often than it promises. */
export interface DistrustedRule extends Rule {
  readonly contradicted: number;
  /** Results of how many addresses it is a share of. */
  readonly of: number;
  /** Since when, in milliseconds since the epoch. */
  readonly since: number;
}

/** The rule of a result. One that is believed no longer is the rule that it would be. */
export function ruleOf(detail: Partial<StoredDetail> & Pick<StoredDetail, 'reason'>): Rule {
  const { observed, control, provider } = detail;
  const reason = detail.distrusted ?? detail.reason;
  const isAcceptance = reason === 'accepted' || reason === 'exists_busy';
  const judged = isAcceptance ? control : observed?.rule;
  return { detail: reason, rule: judged ?? '', provider: provider ?? '' };
}

/** A key of a rule. */
export function ruleKey({ detail, rule, provider }: Rule): string {
  return JSON.stringify([detail, rule, provider]);
}
