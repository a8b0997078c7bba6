import type { Estimate, UndecidedCause } from '../../composition/plan.ts';
import type { AccountState } from '../../contract/decode.ts';
import { PROBLEM_TEXTS, type ReachabilityProblem } from '../../contract/reachability.ts';
import { formatDuration } from '../../lib/duration.ts';
import { MailvetError } from '../../lib/errors.ts';
import { safeLine } from '../../lib/safe-text.ts';
import { counted, percent, plural, shareOf } from '../../lib/wording.ts';
import type { JobCounts } from '../../lists/file/job-record.ts';
import { accountJson, accountText, findAccount, leftOf } from '../connect/account.ts';
import { type ResolvedService, resolveEmbedded, resolveService } from '../connect/resolve.ts';
import type { CommandLine, Invocation } from '../invocation.ts';
import { openList } from '../io/list-input.ts';
import { printOne } from '../io/print.ts';
import { readVerifierOptions } from '../options/global.ts';
import { type Fact, factLines } from '../render/table.ts';
import { parseSubmitOptions, type SubmitOptions } from './batch/options.ts';
import { draftList } from './batch/read-list.ts';

/** Prints what a list takes. Nothing of it is kept, and no host of the list is contacted. */
export async function runPlan(invocation: Invocation, line: CommandLine): Promise<undefined> {
  // The list is named and read as `batch submit` does.
  const { file, reading, limits, mode } = parseSubmitOptions(line);
  const service = mode ? await resolveEmbedded(invocation) : await resolveService(invocation);
  const list = await openList(invocation, file, limits.maxInput);
  const { draft, scan } = await draftList(invocation, list, { reading, sample: limits.sample });
  try {
    const plan = {
      list: list.name,
      counts: scan.counts,
      estimate: await estimateDraft(invocation, { draft, scan, service, mode }),
      account: await accountOf(invocation, service),
      isRemote: service.kind === 'remote',
    };
    await printOne(invocation, planJson(plan), planText(plan));
    const { problem } = plan.estimate;
    if (problem !== undefined) throw blindError(problem);
  } finally {
    draft.discard();
  }
}

function blindError(problem: ReachabilityProblem): MailvetError {
  return new MailvetError(
    'network',
    `${PROBLEM_TEXTS[problem]}: no mailbox can be verified from here`,
    { hint: [{ code: 'doctor', lead: 'See:' }] },
  );
}

async function accountOf(
  invocation: Invocation,
  service: ResolvedService,
): Promise<AccountState | undefined> {
  if (service.kind !== 'remote') return undefined;
  const asked = await findAccount(invocation, service);
  return 'account' in asked ? asked.account : undefined;
}

type Read = Awaited<ReturnType<typeof draftList>>;

/** By a list that was read, and the service that it would go to. */
export async function estimateDraft(
  invocation: Invocation,
  {
    draft,
    scan,
    service,
    within,
    mode,
  }: Read &
    Pick<SubmitOptions, 'mode'> & {
      readonly service: ResolvedService;
      readonly within?: number;
    },
) {
  const { context, globals } = invocation;
  const { planAddresses } = await import('../../composition/plan.ts');
  await using _ = invocation.underWay(() => 'Looking up mail hosts …');
  const { wanted: total } = scan.counts;
  const verifier = readVerifierOptions(globals.verifier, context.env);
  const database = service.kind === 'embedded' ? service.database : undefined;
  const request = { total, portions: draft.portions(), database, verifier, within, mode };
  return planAddresses(request, context);
}

/** What a list takes, to be shown. */
interface Plan {
  readonly list: string;
  readonly counts: JobCounts;
  readonly estimate: Estimate;
  /** What the team has left, where the service says so. */
  readonly account: AccountState | undefined;
  /** The service is another machine's: what it has cached, and its limits, are not known. */
  readonly isRemote: boolean;
}

/** The same on one machine and the next: a contract of scripts. */
function planJson({ list, counts, estimate, account, isRemote }: Plan) {
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

function planText(plan: Plan): string {
  const { addresses, undecidable, causes } = plan.estimate;
  if (undecidable === 0) return factLines(factsOf(plan));
  const share = percent(shareOf(undecidable, addresses));
  const entries = Object.entries(causes) as [UndecidedCause, number][];
  const why = entries.length === 0 ? ': no mail server is asked' : '';
  return [
    factLines(factsOf(plan)),
    `\nCan not be decided: ${share} of ${plural(addresses, 'address', 'addresses')}${why}\n`,
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
