import { isoOrNull, isoTime } from '../../../lib/iso-time.ts';
import { counted } from '../../../lib/wording.ts';
import { hasEnded, type JobSummary, listJobs } from '../../../lists/directory/job-directory.ts';
import type { UnreadableJob } from '../../../lists/directory/unreadable-job.ts';
import type { Invocation } from '../../invocation.ts';
import { printList } from '../../io/print.ts';
import type { Column } from '../../render/table.ts';
import { jobsDirectory } from '../batch/submit/job-access.ts';

interface JobRow {
  readonly id: string;
  readonly state: JobSummary['state'] | 'cancelled' | 'unreadable';
  /** It is not finished, and nothing goes on with it. */
  readonly interrupted: boolean;
  /** Null, as all that is not known, for a job that can't be read. */
  readonly list: string | null;
  readonly addresses: number | null;
  readonly sent: number | null;
  readonly batches: readonly string[];
  readonly service: string | null;
  readonly createdAt: string | null;
  /** The mailvet that wrote it. */
  readonly writer: string | null;
  /** The file of a job that can't be read, and why. */
  readonly path?: string;
  readonly problem?: string;
}

const COLUMNS: readonly Column<JobRow>[] = [
  { title: 'JOB', text: ({ id }) => id },
  {
    title: 'STATE',
    text: ({ state, interrupted }) => (interrupted ? 'interrupted' : state),
  },
  { title: 'LIST', text: ({ list }) => list ?? '' },
  {
    title: 'ADDRESSES',
    align: 'right',
    omitAt: 1,
    text: ({ addresses }) => countText(addresses),
  },
  { title: 'SENT', align: 'right', omitAt: 3, text: ({ sent }) => countText(sent) },
  {
    title: 'BATCHES',
    align: 'right',
    omitAt: 5,
    text: ({ batches }) => counted(batches.length),
  },
  {
    title: 'CREATED',
    isTime: true,
    omitAt: 2,
    text: ({ createdAt }) => createdAt ?? '',
  },
  {
    title: 'SERVICE',
    omitAt: 4,
    text: ({ service }) => service ?? '',
    short: ({ service }) => serviceName(service ?? ''),
  },
];

function countText(count: number | null): string {
  return count === null ? '' : counted(count);
}

/** `embedded`, or the host. */
function serviceName(service: string): string {
  if (service.startsWith('embedded:')) return 'embedded';
  return URL.parse(service)?.host ?? service;
}

/** Lists the jobs on this machine, newest first. */
export async function runJobsList(invocation: Invocation): Promise<undefined> {
  const unreadable: UnreadableJob[] = [];
  const jobs = listJobs(jobsDirectory(invocation), (job) => unreadable.push(job));
  for (const { error } of unreadable) await invocation.notice(error.message);
  const rows = [...jobs.map(rowOf), ...unreadable.map(unreadableRow)];
  await printList(invocation, { rows, columns: COLUMNS });
}

function unreadableRow({ id, path, error, record, batchIds }: UnreadableJob): JobRow {
  const { name = null, service = null, createdAt } = record;
  return {
    id,
    state: 'unreadable',
    interrupted: false,
    list: name,
    addresses: null,
    sent: null,
    batches: batchIds,
    service,
    createdAt: isoOrNull(createdAt),
    writer: null,
    path,
    problem: error.message,
  };
}

function rowOf(job: JobSummary): JobRow {
  const { record, state, writer, sent, batchIds } = job;
  return {
    id: record.id,
    state: isCancelled(job) ? 'cancelled' : state,
    interrupted: isInterrupted(job),
    list: record.name,
    addresses: record.counts.wanted,
    sent,
    batches: batchIds,
    service: record.service,
    createdAt: isoTime(record.createdAt),
    writer: writer ?? null,
  };
}

function isCancelled(job: JobSummary): boolean {
  return (job.isCancelled && job.state === 'waiting') || (job.isCutShort && hasEnded(job));
}

/** What was sent goes on at a service by itself, but for the embedded one, which ends with its process. */
function isInterrupted({ record, state, isCancelled, isWorkedOn }: JobSummary): boolean {
  if (isWorkedOn) return false;
  if (state === 'waiting') return !isCancelled;
  return state === 'running' && record.service.startsWith('embedded:');
}
