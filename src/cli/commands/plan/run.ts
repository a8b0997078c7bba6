import type { AccountState } from '../../../contract/decode.ts';
import { PROBLEM_TEXTS, type ReachabilityProblem } from '../../../contract/reachability.ts';
import { MailvetError } from '../../../errors.ts';
import { findAccount } from '../../connect/account.ts';
import { type ResolvedService, resolveService } from '../../connect/resolve.ts';
import type { Invocation } from '../../invocation.ts';
import { openList } from '../../io/list-input.ts';
import { printOne } from '../../io/print.ts';
import { readVerifierOptions } from '../../options/verifier-options.ts';
import { readList } from '../batch/submit/submit-list.ts';
import type { PlanOptions } from './options.ts';
import { planJson } from './plan-json.ts';
import { planText } from './plan-text.ts';

/** Prints what a list takes. Nothing of it is kept, and no host of the list is contacted. */
export async function runPlan(
  invocation: Invocation,
  { file, reading, limits }: PlanOptions,
): Promise<undefined> {
  const service = await resolveService(invocation);
  const list = await openList(invocation, file, limits.maxInput);
  const { draft, scan } = await readList(invocation, list, { reading, sample: limits.sample });
  try {
    const plan = {
      list: list.name,
      counts: scan.counts,
      estimate: await estimateDraft(invocation, { draft, scan, service }),
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

type Read = Awaited<ReturnType<typeof readList>>;

/** By a list that was read, and the service that it would go to. */
export async function estimateDraft(
  invocation: Invocation,
  {
    draft,
    scan,
    service,
    within,
  }: Read & { readonly service: ResolvedService; readonly within?: number },
) {
  const { context, globals } = invocation;
  const { planAddresses } = await import('../../../composition/plan.ts');
  await using _ = invocation.underWay(() => 'Looking up mail hosts …');
  const { wanted: total } = scan.counts;
  const verifier = readVerifierOptions(globals.verifier, context.env);
  const database = service.kind === 'embedded' ? service.database : undefined;
  const request = { total, portions: draft.portions(), database, verifier, within };
  return planAddresses(request, context);
}
