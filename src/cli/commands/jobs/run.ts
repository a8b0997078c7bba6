import { pid } from 'node:process';
import { MailvetError } from '../../../errors.ts';
import { forgetJob, type JobSummary, jobIds, listJobs } from '../../../jobs/job-directory.ts';
import { counted, plural } from '../../../lib/wording.ts';
import { requireYes } from '../../confirmation.ts';
import type { CommandLine, Invocation } from '../../invocation.ts';
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

/** Erases jobs, broken ones included. All of them only after a yes, where somebody can be asked. */
export async function runJobsForget(
  invocation: Invocation,
  options: ForgetOptions,
): Promise<undefined> {
  const directory = jobsDirectory(invocation);
  const ids = options.all ? jobIds(directory) : options.ids;
  const jobs = plural(ids.length, 'job');
  if (options.all && ids.length > 0) {
    await requireYes(invocation, {
      question: `Erase ${jobs}, with addresses and results?`,
      yes: options.yes,
      refusal: 'Nothing was erased',
    });
  }
  for (const id of ids) forgetJob(directory, id, pid);
  await invocation.notice(`Erased ${jobs}`);
}

/** The ids of some jobs, or all of them. */
type ForgetOptions =
  | { readonly all: true; readonly yes: boolean }
  | { readonly all: false; readonly ids: readonly string[] };

export function parseForgetOptions({ args, flags }: CommandLine): ForgetOptions {
  const all = flags.all === true;
  if (all === args.length > 0) {
    throw new MailvetError('usage', 'Name the jobs to forget, or say --all', {
      hint: 'mailvet jobs list shows them',
    });
  }
  return all ? { all, yes: flags.yes === true } : { all, ids: args };
}
