import { MailvetError } from '../../../errors.ts';
import { isJobId } from '../../../lists/directory/job-directory.ts';
import type { Invocation } from '../../invocation.ts';
import { findServiceJobs } from './submit/job-access.ts';

/** What a command works on: the job of one list, or batches without a local list. */
type Subject =
  | { readonly kind: 'job'; readonly id: string }
  | { readonly kind: 'batches'; readonly ids: readonly string[] };

/**
 * Finds the job that the ids stand for. All batch ids of a job, as `batch submit` printed them, mean
 * the job: its results go back into its list.
 */
export function findSubject(
  invocation: Invocation,
  identity: string,
  ids: readonly string[],
): Subject {
  const distinct = [...new Set(ids)];
  const [first = ''] = distinct;
  if (distinct.length === 1 && isJobId(first)) return { kind: 'job', id: first };
  if (distinct.some(isJobId)) {
    throw new MailvetError('usage', 'Name one job at a time, or batches', {
      hint: 'Each job writes a list of its own',
    });
  }
  const owner = findServiceJobs(invocation, identity).find((job) =>
    sameSet(job.batchIds, distinct),
  );
  return owner ? { kind: 'job', id: owner.record.id } : { kind: 'batches', ids: distinct };
}

function sameSet(some: readonly string[], others: readonly string[]): boolean {
  return some.length === others.length && others.every((id) => some.includes(id));
}
