/** The errors of lists that end without a result for every address. */
import { type Hint, MailvetError } from '../../../../errors.ts';
import { plural } from '../../../../lib/wording.ts';
import type { JobFile } from '../../../../lists/file/job-file.ts';
import type { BatchRecord } from '../../../../lists/file/job-record.ts';
import type { Invocation } from '../../../invocation.ts';
import { resumeCommand, retryCommand } from '../next-command.ts';
import type { WorkOutcome } from './work-on-job.ts';

/** Why the list is incomplete: the plan's limit, lost answers, or batches without all results. */
export function incompleteEnding(
  invocation: Invocation,
  job: JobFile,
  { batches, ...outcome }: Omit<WorkOutcome, 'stopped'>,
): MailvetError | undefined {
  return unsentError(invocation, job, outcome) ?? partialError(invocation, job, batches);
}

/** Why not every batch of the job is known to be sent; undefined where each is. */
export function unsentError(
  invocation: Invocation,
  job: JobFile,
  { quota, lost, isCancelled }: Pick<WorkOutcome, 'quota' | 'lost' | 'isCancelled'>,
): MailvetError | undefined {
  if (quota) return quotaError(invocation, job, quota);
  if (isCancelled && job.countUnsent() > 0) return cancelledError(invocation, job);
  return lost;
}

export function quotaError(
  invocation: Invocation,
  job: JobFile,
  error: MailvetError,
): MailvetError {
  return new MailvetError('quota', `${error.message}; ${unsentText(job)}`, {
    hint: [
      'Once the plan allows it, go on with: ',
      { code: 'go_on', command: resumeCommand(invocation, job.record.id) },
    ],
    ...(error.status !== undefined && { status: error.status }),
  });
}

/** The error of a run whose job `batch cancel` or `jobs forget` cancelled meanwhile. */
export function cancelledError(invocation: Invocation, job: JobFile): MailvetError {
  const { id } = job.record;
  return new MailvetError('partial', `${id} was cancelled by another process; ${unsentText(job)}`, {
    hint: ['Send the rest with: ', { code: 'go_on', command: resumeCommand(invocation, id) }],
  });
}

export function unsentText(job: JobFile): string {
  return `${plural(job.countUnsent(), 'address', 'addresses')} not sent`;
}

const WHOLE: ReadonlySet<BatchRecord['status']> = new Set(['completed', 'unknown']);

/** The error of batches that are completed without all of their results; undefined without such. */
export function incompleteError(
  invocation: Invocation,
  job: JobFile,
  batches: readonly BatchRecord[] = job.batches(),
): MailvetError | undefined {
  const incomplete = batches.filter(
    ({ collected, status, missing }) => collected && WHOLE.has(status) && missing > 0,
  );
  const [first] = incomplete;
  if (!first) return undefined;
  const missing = incomplete.reduce((sum, batch) => sum + batch.missing, 0);
  const fault = incomplete.find((batch) => batch.fault !== null)?.fault;
  const found = { batches: incomplete.length, missing, first: first.serviceId, fault };
  return incompleteResults(found, restHint(invocation, job));
}

/** The rest is verified again, and nothing else is charged. */
function restHint(invocation: Invocation, { record }: JobFile): Hint {
  return [
    'The results so far were written. Verify the rest with: ',
    { code: 'terminal', text: retryCommand(invocation, record.id) },
  ];
}

interface MissingResults {
  /** Batches with missing results, and the number of addresses without one in all of them. */
  readonly batches: number;
  readonly missing: number;
  /** The identifier of the first such batch. */
  readonly first: string | null;
  /** The first contradiction, in words. */
  readonly fault: string | null | undefined;
}

export function incompleteResults(
  { batches, missing, first, fault }: MissingResults,
  hint: Hint,
): MailvetError {
  const more = batches > 1 ? ` and ${plural(batches - 1, 'other')}` : '';
  const message =
    `batch ${first}${more} ended without all results: ` +
    `${plural(missing, 'address', 'addresses')} unanswered${fault ? ` (${fault})` : ''}`;
  return new MailvetError('partial', message, { hint });
}

/** Why some rows have no result: batches ended early, or addresses were not sent yet. */
function partialError(
  invocation: Invocation,
  job: JobFile,
  batches: readonly BatchRecord[],
): MailvetError | undefined {
  const ended = batches.filter((batch) => batch.collected && !WHOLE.has(batch.status));
  if (ended.length > 0) {
    const which = ended.map(({ serviceId, status }) => `${serviceId} ${status}`).join(', ');
    const message = `${ended.length} of ${plural(batches.length, 'batch', 'batches')} ended early: ${which}`;
    return new MailvetError('partial', message, { hint: restHint(invocation, job) });
  }
  const incomplete = incompleteError(invocation, job, batches);
  if (incomplete) return incomplete;
  if (job.nextRange(1) === undefined && job.unanswered().length === 0) return undefined;
  return new MailvetError('partial', 'some addresses were not sent', {
    hint: [
      'Send them with: ',
      { code: 'go_on', command: resumeCommand(invocation, job.record.id) },
    ],
  });
}
