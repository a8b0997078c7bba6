import type { Estimate } from '../../../composition/plan.ts';
import type { AccountState } from '../../../contract/decode.ts';
import type { ListCounts } from '../../../lists/file/job-record.ts';
import { accountJson } from '../../connect/account.ts';

/** What a list takes, to be shown. */
export interface Plan {
  readonly list: string;
  readonly counts: ListCounts;
  readonly estimate: Estimate;
  /** What the team has left, where the service says so. */
  readonly account: AccountState | undefined;
  /** The service is another machine's: what it has cached, and its limits, are not known. */
  readonly isRemote: boolean;
}

/** The same on one machine and the next: a contract of scripts. */
export function planJson({ list, counts, estimate, account, isRemote }: Plan) {
  const { seconds, causes, problem = null } = estimate;
  const known = (count: number) => (isRemote ? null : count);
  return {
    list,
    rows: counts.rows,
    duplicates: counts.duplicates,
    unusable: counts.unusable,
    addresses: estimate.addresses,
    cached: known(estimate.cached),
    suppressed: known(estimate.suppressed),
    sandbox: estimate.sandbox,
    neverAsked: estimate.neverAsked,
    cost: estimate.cost,
    exact: estimate.isExact,
    ...(account && { account: accountJson(account) }),
    seconds: {
      expected: rounded(seconds.expected),
      from: rounded(seconds.from),
      to: rounded(seconds.to),
    },
    undecidable: estimate.undecidable,
    causes,
    problem,
  };
}

function rounded(seconds: number): number {
  return Math.round(seconds * 10) / 10;
}
