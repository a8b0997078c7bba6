import type { Estimate } from '../../../composition/plan.ts';
import { PROBLEM_TEXTS } from '../../../contract/reachability.ts';
import { formatDuration } from '../../../lib/duration.ts';
import { safeLine } from '../../../lib/safe-text.ts';
import { counted, percent, plural, shareOf } from '../../../lib/wording.ts';
import { accountText, leftOf } from '../../connect/account.ts';
import { type Fact, factLines } from '../../render/fact-lines.ts';
import type { Plan } from './plan-json.ts';

type UndecidedCause = keyof Estimate['causes'];

export function planText(plan: Plan): string {
  const { addresses, undecidable, causes } = plan.estimate;
  if (undecidable === 0) return factLines(factsOf(plan));
  const share = percent(shareOf(undecidable, addresses));
  const entries = Object.entries(causes) as [UndecidedCause, number][];
  return [
    factLines(factsOf(plan)),
    `\nCan not be decided: ${share} of ${plural(addresses, 'address', 'addresses')}\n`,
    ...entries.map(([cause, count]) => `  ${counted(count)}  ${CAUSES[cause]}\n`),
  ].join('');
}

const CAUSES: Readonly<Record<UndecidedCause, string>> = {
  accepts_all_until_data: 'accepted until the message comes (as at Yahoo)',
  accept_all: 'the domain accepts every address, as a cached result shows',
  opted_out: 'the domain asks not to be probed',
  dns_failure: 'its name servers do not answer',
  port_25_closed: 'port 25 is closed',
};

/** The plan in one line, above the question whether to begin. */
export function planLine({
  addresses,
  cost,
  cached,
  sandbox,
  undecidable,
  seconds,
  problem,
}: Estimate): string {
  if (sandbox === addresses) return `free (sandbox), about ${duration(seconds.expected)}`;
  return [
    `${plural(cost, 'verification')} (${counted(cached)} cached)`,
    `${duration(seconds.from)} to ${duration(seconds.to)}`,
    ...(undecidable > 0 ? [`${percent(shareOf(undecidable, addresses))} can not be decided`] : []),
    ...(problem === undefined ? [] : [PROBLEM_TEXTS[problem]]),
  ].join(', ');
}

function factsOf({ list, counts, estimate, account, isRemote }: Plan): readonly Fact[] {
  const about = (count: number) => `${estimate.isExact ? '' : 'about '}${counted(count)}`;
  const { seconds } = estimate;
  // How quick mail hosts are is not measured: see service/lists/estimate.ts.
  const assumed = estimate.cost > 0 ? ', if mail hosts are as quick as assumed' : '';
  const left = account && leftOf(account);
  const missing = typeof left === 'number' ? Math.max(0, estimate.cost - left) : 0;
  const facts: readonly (Fact | false | undefined)[] = [
    ['list', safeLine(list)],
    ['addresses', `${counted(estimate.addresses)} of ${plural(counts.rows, 'row')}`],
    ['duplicates', counted(counts.duplicates)],
    !isRemote && ['in the cache', about(estimate.cached)],
    estimate.suppressed > 0 && ['on the do-not-mail list', about(estimate.suppressed)],
    estimate.neverAsked > 0 && ['never asked', `${about(estimate.neverAsked)} (as under .invalid)`],
    estimate.sandbox > 0 && ['sandbox', about(estimate.sandbox)],
    ['cost', `${about(estimate.cost)} ${estimate.cost === 1 ? 'verification' : 'verifications'}`],
    account && ['account', accountText(account)],
    account && ['fits', missing === 0 ? 'yes' : `no, ${counted(missing)} too many`],
    ['time', `${duration(seconds.from)} to ${duration(seconds.to)}${assumed}`],
  ];
  return facts.filter((fact) => fact !== false && fact !== undefined);
}

function duration(seconds: number): string {
  return formatDuration(Math.max(1, seconds) * 1000);
}
