import type { MailvetError } from '../../../errors.ts';
import { type JobSummary, listJobs } from '../../../jobs/job-directory.ts';
import { counted } from '../../../lib/wording.ts';
import type { Invocation } from '../../invocation.ts';
import { printList } from '../../io/print.ts';
import type { Column } from '../../render/table.ts';
import { jobsDirectory } from '../batch/job-access.ts';

interface JobRow {
  readonly id: string;
  readonly state: JobSummary['state'] | 'cancelled';
  readonly list: string;
  readonly addresses: number;
  readonly sent: number;
  readonly batches: readonly string[];
  readonly service: string;
  readonly createdAt: string;
}

const COLUMNS: readonly Column<JobRow>[] = [
  { title: 'JOB', text: ({ id }) => id },
  { title: 'STATE', text: ({ state }) => state },
  { title: 'LIST', text: ({ list }) => list },
  { title: 'ADDRESSES', align: 'right', text: ({ addresses }) => counted(addresses) },
  { title: 'SENT', align: 'right', text: ({ sent }) => counted(sent) },
  { title: 'BATCHES', align: 'right', text: ({ batches }) => counted(batches.length) },
  {
    title: 'CREATED',
    isTime: true,
    text: ({ createdAt }) => createdAt,
  },
  {
    title: 'SERVICE',
    text: ({ service }) => service,
    short: ({ service }) => serviceName(service),
  },
];

/** `embedded`, or the host. */
function serviceName(service: string): string {
  if (service.startsWith('embedded:')) return 'embedded';
  return URL.parse(service)?.host ?? service;
}

/** Lists the jobs on this machine, newest first. */
export async function runJobsList(invocation: Invocation): Promise<undefined> {
  const broken: MailvetError[] = [];
  const jobs = listJobs(jobsDirectory(invocation), (error) => broken.push(error));
  for (const error of broken) await invocation.notice(error.message);
  await printList(invocation, { rows: jobs.map(rowOf), columns: COLUMNS });
}

function rowOf({ record, state, isCancelled, sent, batchIds }: JobSummary): JobRow {
  return {
    id: record.id,
    state: isCancelled && state === 'waiting' ? 'cancelled' : state,
    list: record.name,
    addresses: record.counts.wanted,
    sent,
    batches: batchIds,
    service: record.service,
    createdAt: new Date(record.createdAt).toISOString(),
  };
}
