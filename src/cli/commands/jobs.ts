import { pid } from 'node:process';
import type { ServiceClient } from '../../contract/client/service-client.ts';
import { isMailvetError, MailvetError } from '../../lib/errors.ts';
import { isoOrNull, isoTime } from '../../lib/iso-time.ts';
import { counted, plural } from '../../lib/wording.ts';
import {
  forgetJob,
  hasEnded,
  type JobSummary,
  jobIds,
  listJobs,
  openJob,
  type UnreadableJob,
} from '../../lists/directory/job-directory.ts';
import { openService } from '../connect/open.ts';
import { resolveService } from '../connect/resolve.ts';
import { type CommandLine, type Invocation, mayAsk } from '../invocation.ts';
import { printList } from '../io/print.ts';
import { askYesNo, isYes } from '../io/prompt.ts';
import { serviceFlags } from '../options/service-flags.ts';
import type { RawFlags } from '../options/values.ts';
import type { Column } from '../render/table.ts';
import { shellQuote } from '../shell-quote.ts';
import { cancelErrors, cancelListJob } from './batch/cancel.ts';
import { jobsDirectory, openOwnJob } from './batch/job-access.ts';

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
  { title: 'STATE', text: ({ state, interrupted }) => (interrupted ? 'interrupted' : state) },
  { title: 'LIST', text: ({ list }) => list ?? '' },
  { title: 'ADDRESSES', align: 'right', omitAt: 1, text: ({ addresses }) => countText(addresses) },
  { title: 'SENT', align: 'right', omitAt: 3, text: ({ sent }) => countText(sent) },
  { title: 'BATCHES', align: 'right', omitAt: 5, text: ({ batches }) => counted(batches.length) },
  { title: 'CREATED', isTime: true, omitAt: 2, text: ({ createdAt }) => createdAt ?? '' },
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

/** A job that is not finished, and what is lost with it. */
interface UnfinishedJob {
  readonly id: string;
  readonly name: string;
  readonly state: JobSummary['state'];
  readonly unsent: number;
  /** The service's identifiers of batches whose results are not here. */
  readonly open: readonly string[];
}

/**
 * Erases jobs, broken ones included. All of them, or one that is not finished, only after a yes; where
 * nobody can be asked, one that is not finished needs `--yes` or `--cancel`. A job whose batches could not all be cancelled is kept.
 */
export async function runJobsForget(
  invocation: Invocation,
  { args, flags }: CommandLine,
): Promise<undefined> {
  const all = flags.all === true;
  if (all === args.length > 0) {
    throw new MailvetError('usage', 'Name the jobs to forget, or say --all', {
      hint: 'mailvet jobs list shows them',
    });
  }
  const directory = jobsDirectory(invocation);
  const ids = all ? jobIds(directory) : [...new Set(args)];
  const unfinished = findUnfinished(directory, ids);
  const cancels = await confirmErasure(invocation, flags, ids, unfinished);
  const errors = cancels ? await cancelAll(invocation, unfinished) : new Map<string, never>();
  const erased = ids.filter((id) => !errors.has(id));
  for (const id of erased) forgetJob(directory, id, pid);
  if (erased.length > 0 || errors.size === 0) {
    await invocation.notice(`Erased ${plural(erased.length, 'job')}`);
  }
  if (!cancels) await sayWhatGoesOn(invocation, unfinished);
  const [first, ...others] = errors.values();
  for (const { message } of others) await invocation.notice(message);
  if (first) throw first;
}

/** The unfinished jobs, except damaged ones, whose state is not known. */
function findUnfinished(directory: string, ids: readonly string[]): UnfinishedJob[] {
  const jobs = listJobs(directory).filter(({ record }) => ids.includes(record.id));
  return jobs
    .filter(({ state }) => state !== 'finished')
    .map(({ record: { id, name }, state, unsent }) => {
      using job = openJob(directory, id);
      const open = job.openBatches().flatMap(({ serviceId }) => serviceId ?? []);
      return { id, name, state, unsent, open };
    });
}

/** Whether the batches are to be cancelled. Throws `usage` after a no. */
async function confirmErasure(
  invocation: Invocation,
  flags: RawFlags,
  ids: readonly string[],
  unfinished: readonly UnfinishedJob[],
): Promise<boolean> {
  const { all, yes } = flags;
  const cancel = flags.cancel === true;
  const isSevere = (all && ids.length > 0) || (unfinished.length > 0 && !cancel);
  if (yes || !isSevere) return cancel;
  const isAsked = mayAsk(invocation);
  if (!isAsked && (unfinished.length === 0 || cancel)) return cancel;
  for (const job of unfinished) await invocation.notice(lossText(job));
  if (!isAsked) {
    throw new MailvetError('usage', 'Nothing was erased', {
      hint: 'Add --yes to erase unfinished jobs, or --cancel to cancel their batches first',
    });
  }
  const offers = !cancel && unfinished.some(({ open }) => open.length > 0);
  if (offers) await invocation.notice('Answer c to cancel their batches first; y lets them go on');
  const question = `Erase ${plural(ids.length, 'job')}, with addresses and results?`;
  const answer = await askYesNo(invocation, question);
  if (offers && /^c(ancel)?$/i.test(answer)) return true;
  if (isYes(answer)) return cancel;
  throw new MailvetError('usage', 'Nothing was erased', { hint: 'Add --yes to skip the question' });
}

/** `job_x (list.csv) is not finished: 2 batches go on at the service, 500 addresses are not sent`. */
function lossText({ id, name, unsent, open }: UnfinishedJob): string {
  const addresses = plural(unsent, 'address', 'addresses');
  const lost = [
    ...(open.length === 0
      ? []
      : [`the results of ${plural(open.length, 'batch', 'batches')} are not here`]),
    ...(unsent === 0 ? [] : [`${addresses} ${unsent === 1 ? 'is' : 'are'} not sent`]),
  ];
  const what = lost.length === 0 ? 'its results are not written' : lost.join(', ');
  return `${id} (${name}) is not finished: ${what}. It can not be resumed once it is erased`;
}

/** Cancels the jobs. Returns the first error of each that has one, by its id. */
async function cancelAll(
  invocation: Invocation,
  unfinished: readonly UnfinishedJob[],
): Promise<ReadonlyMap<string, MailvetError>> {
  const errors = new Map<string, MailvetError>();
  const working = unfinished.filter(({ state }) => state !== 'collected');
  if (working.length === 0) return errors;
  const service = await resolveService(invocation);
  await using opened = await openService(invocation, service);
  for (const { id } of working) {
    const found = await cancelOne(invocation, id, service.identity, opened.client);
    const [first, ...others] = found;
    if (!first) continue;
    for (const { message } of others) await invocation.notice(message);
    const { code, message, hint, status } = first;
    const details = {
      ...(hint !== undefined && { hint }),
      ...(status !== undefined && { status }),
    };
    errors.set(id, new MailvetError(code, `${id} is kept: ${message}`, details));
  }
  return errors;
}

async function cancelOne(
  invocation: Invocation,
  id: string,
  identity: string,
  client: ServiceClient,
): Promise<readonly MailvetError[]> {
  try {
    using job = openOwnJob(invocation, id, identity);
    return cancelErrors(job, await cancelListJob(invocation, client, job));
  } catch (error) {
    if (!isMailvetError(error, 'config', 'input')) throw error;
    return [error];
  }
}

/** Batches that a hint names. */
const MAX_NAMED = 10;

/** The batches that were not cancelled go on, and are charged. */
async function sayWhatGoesOn(
  invocation: Invocation,
  unfinished: readonly UnfinishedJob[],
): Promise<void> {
  for (const { id, open } of unfinished) {
    if (open.length === 0) continue;
    const count = plural(open.length, 'batch goes', 'batches go');
    const command =
      open.length > MAX_NAMED ? 'batch list' : `batch cancel ${open.map(shellQuote).join(' ')}`;
    const flags = serviceFlags(invocation);
    await invocation.notice(
      `${id} was not finished: ${count} on at the service: mailvet ${command}${flags}`,
    );
  }
}
