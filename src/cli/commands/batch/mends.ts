import type { ListPlan } from '../../../formats/plan.ts';
import { findMends, type Mends, withMends } from '../../../formats/write/find-mends.ts';
import { isoTime } from '../../../lib/iso-time.ts';
import { counted, plural } from '../../../lib/wording.ts';
import { hasEnded, type JobSummary, openJob } from '../../../lists/directory/job-directory.ts';
import type { JobDraft, Scan } from '../../../lists/directory/job-draft.ts';
import { isUndone, listFingerprint } from '../../../lists/file/job-record.ts';
import { lookupInOrder } from '../../../lists/file/lookup-in-order.ts';
import { judgeAddress } from '../../../policy/policy.ts';
import { type Invocation, mayAsk } from '../../invocation.ts';
import { confirm } from '../../io/prompt.ts';
import { showMends } from '../../render/mends.ts';
import { relativeTime } from '../../render/table.ts';
import { findServiceJobs, jobsDirectory } from './job-access.ts';
import type { SubmitOptions } from './options.ts';
import type { InspectedDraft } from './read-list.ts';

interface MendChoice extends InspectedDraft {
  readonly options: SubmitOptions;
  /** Of the service. */
  readonly identity: string;
}

/**
 * The plan of a list, with its corrections if its cells are mended: as --fix and --no-fix say; for `clean` without
 * them as in its last run over the same list, else as the person answers. Where nobody can be asked, and with
 * --yes, nothing is mended.
 */
export async function chooseMends(invocation: Invocation, choice: MendChoice): Promise<ListPlan> {
  const { draft, plan, options } = choice;
  const { results, beside, limits } = options;
  const { fix } = results;
  if (fix === false || (fix === undefined && !beside)) return plan;
  const before =
    fix === undefined && !limits.again ? findEarlierPlan(invocation, choice) : undefined;
  if (before) return before;
  const isSilent = !mayAsk(invocation) || invocation.globals.quiet;
  if (fix === undefined && isSilent) return plan;
  const mends = await findMends(draft.source, plan);
  if (mends.cells === 0) return plan;
  const isMended = fix ?? (await agrees(invocation, mends, limits.yes));
  return isMended ? withMends(plan, mends) : plan;
}

/** As the newest job of the list was submitted, unless that was undone; undefined without one. */
function findEarlierPlan(
  invocation: Invocation,
  { draft, plan, options, identity }: MendChoice,
): ListPlan | undefined {
  const wanted = draft.fingerprint(plan, options.limits.sample);
  const newest = findServiceJobs(invocation, identity, () => {}).find(
    ({ record }) => listFingerprint(record) === wanted && record.mode === options.mode,
  );
  if (!newest) return undefined;
  const { mended, corrections = [] } = newest.record.plan;
  return mended && !isUndone(newest.written) ? withMends(plan, { corrections }) : plan;
}

/** Asks with the differences in view. */
async function agrees(invocation: Invocation, mends: Mends, yes: boolean): Promise<boolean> {
  if (yes) {
    const cells = plural(mends.cells, 'cell');
    await invocation.notice([
      `${cells} can be mended: `,
      { code: 'terminal', text: '--fix does it' },
    ]);
    return false;
  }
  await showMends(invocation, mends);
  return await confirm(invocation, 'Mend them in the results? The list itself stays as it is.');
}

interface ReadDraft {
  readonly draft: JobDraft;
  readonly scan: Scan;
}

/**
 * Where the same list was verified with another choice of --fix, its results are taken: only addresses that
 * it did not decide are sent.
 */
export async function takeResults(
  invocation: Invocation,
  { draft, scan }: ReadDraft,
  same: readonly JobSummary[],
): Promise<Scan> {
  const earlier = same.find(
    (job) => hasEnded(job) && job.record.fingerprint !== scan.fingerprint && !scan.sample,
  );
  if (!earlier) return scan;
  const { id, createdAt } = earlier.record;
  using job = openJob(jobsDirectory(invocation), id);
  const lookup = lookupInOrder(job, { evidence: true });
  let taken = 0;
  for (const { addresses, ordinals } of draft.listed({ sent: true })) {
    for (const [at, address] of addresses.entries()) {
      const known = lookup(address);
      if (!known || judgeAddress(address, known, {}).verdict === 'unknown') continue;
      draft.keepKnown(ordinals[at] ?? 0, known);
      taken += 1;
    }
  }
  if (taken === 0) return scan;
  const { wanted } = scan.counts;
  const age = relativeTime(isoTime(createdAt), invocation.context.clock.now());
  await invocation.notice([
    `Using ${counted(taken)} of ${plural(wanted, 'result')} of ${id} (${age}). `,
    { code: 'send_again', verb: 'verifies all addresses' },
  ]);
  return draft.divideAgain(scan, wanted - taken);
}
