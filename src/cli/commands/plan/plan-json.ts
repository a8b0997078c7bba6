import type { AccountState } from '../../../contract/decode.ts';
import type { ListCounts } from '../../../lists/file/job-record.ts';
import { accountJson } from '../../connect/account.ts';
import type { Estimate } from '../../connect/embedded.ts';

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

/** What is not known before the first probe, and why. */
export function notKnown({ isRemote, estimate: { forecast } }: Plan): readonly string[] {
  const { unknownDomains, undecided } = forecast;
  return [
    ...(isRemote
      ? [
          'what the service has in its cache, and whom it suppresses: every address counts',
          'the egresses and settings of the service: limits are those of the table of this mailvet, from one egress',
        ]
      : []),
    ...(undecided.port_25_closed === undefined
      ? ['whether port 25 is open: mailvet doctor tries it']
      : []),
    'hosts that accept every address, but for those in the cache',
    'hosts that defer a first try (greylisting), and slow ones',
    ...(unknownDomains > 0
      ? [`the mail hosts of ${unknownDomains} domains, which were not found in time`]
      : []),
  ];
}

export function undecidedCount({ undecided }: Pick<Estimate['forecast'], 'undecided'>): number {
  return Object.values(undecided).reduce((sum, count) => sum + count, 0);
}

/** The same on one machine and the next: a contract of scripts. */
export function planJson(plan: Plan) {
  const { list, counts, estimate, account, isRemote } = plan;
  const { forecast, time } = estimate;
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
      expected: rounded(forecast.seconds),
      from: rounded(time.from),
      to: rounded(time.to),
    },
    sessions: forecast.sessions,
    recipients: forecast.recipients,
    withoutHost: forecast.withoutHost,
    undecided: { addresses: undecidedCount(forecast), causes: forecast.undecided },
    providers: forecast.providers.map(({ key, seconds, recipientsPerHour = null, ...one }) => ({
      id: key,
      ...one,
      recipientsPerHour,
      seconds: rounded(seconds),
    })),
    egresses: forecast.egresses.map(({ nearest = null, ...one }) => ({ ...one, nearest })),
    unknown: notKnown(plan),
  };
}

function rounded(seconds: number): number {
  return Math.round(seconds * 10) / 10;
}
