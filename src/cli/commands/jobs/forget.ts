import { pid } from 'node:process';
import { isMailvetError, MailvetError } from '../../../errors.ts';
import { plural } from '../../../lib/wording.ts';
import {
  forgetJob,
  type JobSummary,
  jobIds,
  listJobs,
  openJob,
} from '../../../lists/directory/job-directory.ts';
import { openService } from '../../connect/open.ts';
import { resolveService } from '../../connect/resolve.ts';
import { type CommandLine, type Invocation, mayAsk } from '../../invocation.ts';
import { askYesNo, isYes } from '../../io/prompt.ts';
import { shellQuote } from '../../shell-quote.ts';
import { cancelErrors, cancelListJob } from '../batch/cancel.ts';
import { serviceFlags } from '../batch/next-command.ts';
import { jobsDirectory, openOwnJob } from '../batch/submit/job-access.ts';

/** The ids of some jobs, or all of them. */
interface ForgetOptions {
  readonly all: boolean;
  readonly ids: readonly string[];
  /** `--yes`: nothing is asked. */
  readonly yes: boolean;
  /** `--cancel`: open batches are cancelled before their job is erased. */
  readonly cancel: boolean;
}

export function parseForgetOptions({ args, flags }: CommandLine): ForgetOptions {
  const all = flags.all === true;
  if (all === args.length > 0) {
    throw new MailvetError('usage', 'Name the jobs to forget, or say --all', {
      hint: 'mailvet jobs list shows them',
    });
  }
  return { all, ids: [...new Set(args)], yes: flags.yes === true, cancel: flags.cancel === true };
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
  options: ForgetOptions,
): Promise<undefined> {
  const directory = jobsDirectory(invocation);
  const ids = options.all ? jobIds(directory) : options.ids;
  const unfinished = findUnfinished(directory, ids);
  const cancels = await confirmErasure(invocation, { options, ids, unfinished });
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

/** Those that can be read: of a broken one nobody knows. */
function findUnfinished(directory: string, ids: readonly string[]): UnfinishedJob[] {
  const jobs = listJobs(directory).filter(({ record }) => ids.includes(record.id));
  return jobs
    .filter(({ state }) => state !== 'finished')
    .map(({ record: { id, name, counts }, state, sent }) => {
      using job = openJob(directory, id);
      const open = job.openBatches().flatMap(({ serviceId }) => serviceId ?? []);
      return { id, name, state, unsent: counts.wanted - sent, open };
    });
}

interface Erasure {
  readonly options: ForgetOptions;
  readonly ids: readonly string[];
  readonly unfinished: readonly UnfinishedJob[];
}

/** Whether the batches are to be cancelled. Throws `usage` after a no. */
async function confirmErasure(
  invocation: Invocation,
  { options: { all, yes, cancel }, ids, unfinished }: Erasure,
): Promise<boolean> {
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
    const found = await cancelOne(invocation, { id, identity: service.identity, opened });
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

interface CancelledJob {
  readonly id: string;
  readonly identity: string;
  readonly opened: Awaited<ReturnType<typeof openService>>;
}

async function cancelOne(
  invocation: Invocation,
  { id, identity, opened }: CancelledJob,
): Promise<readonly MailvetError[]> {
  try {
    using job = openOwnJob(invocation, id, identity);
    return cancelErrors(job, await cancelListJob(invocation, opened.client, job));
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
