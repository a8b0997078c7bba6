import { pid } from 'node:process';
import type { LedgerEntry } from '../../../contract/decode-ledger.ts';
import type { ColumnCandidate } from '../../../formats/inspect/find-columns.ts';
import type { EncodingReading } from '../../../formats/inspect/guess-encoding.ts';
import { type InspectOptions, inspectList } from '../../../formats/inspect/inspect-list.ts';
import type { ListPlan } from '../../../formats/plan.ts';
import { unpackList } from '../../../formats/workbook/workbook.ts';
import {
  type Hint,
  hintParts,
  isMailvetError,
  MailvetError,
  withMessage,
} from '../../../lib/errors.ts';
import { minuteText } from '../../../lib/iso-time.ts';
import { counted, plural } from '../../../lib/wording.ts';
import {
  forgetJob,
  hasEnded,
  type JobSummary,
  type UnreadableJob,
} from '../../../lists/directory/job-directory.ts';
import { type DraftLocation, JobDraft, type Scan } from '../../../lists/directory/job-draft.ts';
import { withDirectoryLock } from '../../../lists/file/file-lock.ts';
import type { JobRecord, Sample, WrittenFile } from '../../../lists/file/job-record.ts';
import { openService } from '../../connect/open.ts';
import type { ResolvedService } from '../../connect/resolve.ts';
import { type Invocation, mayAsk } from '../../invocation.ts';
import type { ListInput } from '../../io/list-input.ts';
import { ask, requireYes, UNASKED } from '../../io/prompt.ts';
import { askLedger, knownResult, knownVerdict } from '../../ledger.ts';
import { shellQuote } from '../../shell-quote.ts';
import { tuneV8 } from '../../tune-v8.ts';
import {
  findServiceJobs,
  jobsDirectory,
  lockForWork,
  resumeCommand,
  watchCommand,
} from './job-access.ts';
import type { Selection, SubmitLimits } from './options.ts';

interface ReadSettings {
  readonly place?: DraftLocation;
  readonly reading: InspectOptions;
  readonly sample: Sample | null;
  /** Says whether the cells of the list are mended; by default they are not. */
  readonly chooseMends?: (read: InspectedDraft) => Promise<ListPlan>;
}

/** A list of which nothing but the plan is known yet. */
export interface InspectedDraft {
  readonly draft: JobDraft;
  readonly plan: ListPlan;
}

/** Copies and reads the list, and prints its notices. The caller keeps or discards the draft. */
export async function draftList(
  invocation: Invocation,
  list: ListInput,
  { place, reading, sample, chooseMends }: ReadSettings,
): Promise<{ readonly draft: JobDraft; readonly scan: Scan }> {
  tuneV8();
  await using _ = invocation.underWay(() => `Reading ${list.name} …`);
  const { chunks, sheet } = await unpackList(list.name, list.chunks, {
    sheet: reading.sheet,
    maxUnpacked: list.maxBytes,
  });
  for (const line of sheetNotices(sheet))
    await invocation.notice([`${list.name}: `, ...hintParts(line)]);
  if (reading.sheet !== undefined && !sheet) throw notWorkbook(list.name);
  const { signal } = invocation.context;
  const draft = await JobDraft.of({ name: list.name, chunks, signal }, place);
  try {
    const questions = mayAsk(invocation) ? listQuestions(invocation) : {};
    const plan = await inspectList(draft.source, {
      ...reading,
      ...sheet?.reading,
      ...questions,
    });
    for (const notice of plan.notices)
      await invocation.notice([`${list.name}: `, ...hintParts(notice)]);
    const kept = sheet ? { ...plan, sheet: sheet.name } : plan;
    const chosen = chooseMends ? await chooseMends({ draft, plan: kept }) : kept;
    return { draft, scan: await draft.scan(chosen, sample) };
  } catch (error) {
    draft.discard();
    throw namingList(error, list.name);
  }
}

type Sheet = Awaited<ReturnType<typeof unpackList>>['sheet'];

function sheetNotices(sheet: Sheet): Hint[] {
  if (!sheet) return [];
  const others = sheet.others.map(
    (name): Hint => [
      `Sheet "${name}" holds addresses, too: `,
      { code: 'option', name: 'sheet', value: shellQuote(name) },
      ' reads it',
    ],
  );
  return [`Using sheet "${sheet.name}"`, ...others];
}

function notWorkbook(name: string): MailvetError {
  return new MailvetError('usage', `--sheet works with workbooks only, and ${name} is not one`, {
    option: 'sheet',
    hint: ['Leave ', { code: 'option', name: 'sheet' }, ' out'],
  });
}

/** Adds the list's name to an error about its content. */
function namingList(error: unknown, name: string): unknown {
  if (!isMailvetError(error, 'input') || error.message.includes(name)) return error;
  return withMessage(error, `${name}: ${error.message}`);
}

/** What is asked on a terminal about a list that is not clear by itself. */
function listQuestions(
  invocation: Invocation,
): Pick<InspectOptions, 'chooseColumn' | 'chooseEncoding'> {
  return {
    chooseColumn: (candidates) => askColumn(invocation, candidates),
    chooseEncoding: (readings) => askEncoding(invocation, readings),
  };
}

async function askColumn(
  invocation: Invocation,
  candidates: readonly ColumnCandidate[],
): Promise<number | readonly number[]> {
  const choices = candidates.map(
    ({ label, addresses }) => `${label}: ${plural(addresses, 'address', 'addresses')}`,
  );
  const all = choices.length === 2 ? 'both' : 'all of them';
  const title = 'Several columns hold addresses:';
  const chosen = await askOne(invocation, title, [...choices, all]);
  if (chosen === choices.length) return candidates.map(({ index }) => index);
  const candidate = candidates[chosen];
  if (candidate) return candidate.index;
  throw new MailvetError('usage', 'No column was chosen', {
    hint: ['Name it with ', { code: 'option', name: 'column', takes: '<name>' }],
  });
}

async function askEncoding(
  invocation: Invocation,
  readings: readonly EncodingReading[],
): Promise<string> {
  const [first, ...others] = readings;
  // Nothing to choose from: the notice says that the reading may be wrong.
  if (!first || others.length === 0) return first?.encoding ?? 'windows-1252';
  const choices = readings.map(({ words, encoding }) => `${words.join(', ')} (${encoding})`);
  const chosen = readings[await askOne(invocation, 'The encoding is not certain:', choices)];
  if (chosen) return chosen.encoding;
  throw new MailvetError('usage', 'No encoding was chosen', {
    hint: ['Name it with ', { code: 'option', name: 'encoding', takes: '<name>' }],
  });
}

/** The place of the choice, from 0; -1 where the answer names no choice. */
async function askOne(
  invocation: Invocation,
  title: string,
  choices: readonly string[],
): Promise<number> {
  const lines = choices.map((choice, at) => `  ${at + 1}) ${choice}`);
  for (const line of [title, ...lines]) await invocation.notice(line);
  const answer = (await ask(invocation.context, `Which one (1 to ${choices.length})? `)).trim();
  const named = choices.findIndex((choice) => choice.toLowerCase() === answer.toLowerCase());
  return named === -1 && /^\d+$/.test(answer) ? Number(answer) - 1 : named;
}

interface ReadDraft {
  readonly draft: JobDraft;
  readonly scan: Scan;
  readonly service: ResolvedService;
}

/** Keeps what is known of addresses that are not selected as their results: they are not sent. */
export async function selectAddresses(
  invocation: Invocation,
  { draft, scan, service }: ReadDraft,
  selection: Selection,
): Promise<Scan> {
  await using opened = await openService(invocation, service);
  let kept = 0;
  for (const { addresses, ordinals } of draft.listed({ sent: true })) {
    const entries = await askLedger(opened.client, addresses, invocation.context.signal);
    entries.forEach((entry, at) => {
      const result = isSelected(entry, selection) ? undefined : knownResult(entry);
      if (!result) return;
      draft.keepKnown(ordinals[at] ?? 0, result);
      kept += 1;
    });
  }
  const wanted = scan.counts.wanted - kept;
  await invocation.notice(
    `To be verified: ${counted(wanted)} of ${plural(scan.counts.wanted, 'address', 'addresses')}; the others are known`,
  );
  return draft.divideAgain(scan, wanted);
}

function isSelected(entry: LedgerEntry, { due, disputed }: Selection): boolean {
  const verdict = knownVerdict(entry, {});
  if (verdict === undefined || (disputed && verdict === 'unknown')) return true;
  return (due && entry.isDue) || (disputed && entry.isDisputed);
}

/** A list that was read, with the limits of its submission. */
interface CheckedList {
  readonly scan: Scan;
  readonly limits: SubmitLimits;
}

interface ConfirmedList extends CheckedList {
  /** Null for stdin. */
  readonly inputPath: string | null;
  /** Whether the service counts each address. */
  readonly isCharged: boolean;
  /** What it takes, in words. */
  readonly plan: () => Promise<string>;
}

interface GuardedList {
  /** Of the service. */
  readonly identity: string;
  readonly mode: JobRecord['mode'];
}

/** Refuses a list that is too long, or that was submitted already. */
export function guardSubmission(
  invocation: Invocation,
  { scan, limits, identity, mode }: CheckedList & GuardedList,
): void {
  const { maxAddresses, again } = limits;
  const { wanted } = scan.counts;
  if (maxAddresses !== undefined && wanted > maxAddresses) {
    throw new MailvetError('input', `the list has ${addresses(wanted)}, over ${maxAddresses}`, {
      hint: ['Nothing was sent. ', { code: 'more_addresses' }],
    });
  }
  if (!again) refuseDuplicateJob(invocation, { service: identity, mode }, scan);
}

/** Asks for confirmation of a long list, below what it takes. One from a pipe, whose length nobody sees, needs --yes where it is charged. */
export async function confirmSubmission(
  invocation: Invocation,
  { scan, limits, inputPath, isCharged, plan }: ConfirmedList,
): Promise<void> {
  const { wanted } = scan.counts;
  const isPiped = inputPath === null && !mayAsk(invocation);
  if (isPiped && isCharged && wanted > UNASKED && !limits.yes) throw unconfirmed(wanted);
  if (wanted > UNASKED && !limits.yes && mayAsk(invocation)) await invocation.notice(await plan());
  await confirmAddresses(invocation, wanted, limits.yes);
}

function unconfirmed(count: number): MailvetError {
  const message = `stdin has ${addresses(count)}, and the service charges for each`;
  return new MailvetError('usage', message, {
    hint: [
      'Nothing was sent. Say that it is meant: ',
      { code: 'terminal', text: 'mailvet batch submit - --yes' },
      '; or see what would be sent: ',
      { code: 'terminal', text: 'mailvet batch submit - --dry-run' },
    ],
  });
}

/** Asks before many addresses are sent, unless `--yes` was given. */
export async function confirmAddresses(
  invocation: Invocation,
  count: number,
  yes: boolean,
): Promise<void> {
  if (count <= UNASKED) return;
  await requireYes(invocation, {
    question: `Verify ${plural(count, 'address', 'addresses')}?`,
    yes,
    refusal: 'Nothing was sent',
  });
}

type KeepArguments = Parameters<JobDraft['keep']>;

interface DraftToKeep {
  readonly scan: KeepArguments[0];
  readonly details: KeepArguments[1];
  readonly again: boolean;
  /** Files that earlier jobs of the same list wrote: this one may replace them, too. */
  readonly written: readonly WrittenFile[];
}

/**
 * Makes the draft a job, unless another program did so with the same list since the check above.
 * A lock allows one process at a time: of two that submit a list at once, one is refused.
 */
export function keepUnlessDuplicate(
  invocation: Invocation,
  draft: JobDraft,
  { scan, details, again, written }: DraftToKeep,
) {
  return withDirectoryLock(jobsDirectory(invocation), () => {
    if (!again) refuseDuplicateJob(invocation, details, scan);
    const job = draft.keep(scan, details);
    for (const { path, hash } of written) job.state.recordWritten({ path, hash });
    return lockForWork(job);
  });
}

function refuseDuplicateJob(
  invocation: Invocation,
  { service: identity, mode }: Pick<JobRecord, 'service' | 'mode'>,
  { fingerprint, contentHash }: Pick<Scan, 'fingerprint' | 'contentHash'>,
): void {
  const unreadable: UnreadableJob[] = [];
  const jobs = findServiceJobs(invocation, identity, (job) => void unreadable.push(job));
  const isSame = ({ record }: JobSummary) =>
    record.fingerprint === fingerprint && record.mode === mode;
  for (const job of jobs.filter(isSame)) {
    if (job.sent > 0 || !isForgotten(invocation, job)) throw submittedError(invocation, job);
  }
  const same = unreadable.find((job) => job.contentHash === contentHash);
  if (same && (same.record.service ?? identity) === identity) throw unreadableError(same);
}

/** Where it was sent to, and how much of it, is not known for certain. */
function unreadableError({ id, error }: UnreadableJob): MailvetError {
  return new MailvetError(
    'input',
    `this list was submitted already, as ${id}, which can't be read`,
    {
      cause: error,
      hint: [
        `Nothing was sent. ${error.message}. `,
        { code: 'list_batches' },
        ' shows what the service has; ',
        { code: 'send_again', verb: 'sends the list' },
      ],
    },
  );
}

/** A job that never sent anything is replaced by the new one, unless a process works on it. */
function isForgotten(invocation: Invocation, { record }: JobSummary): boolean {
  try {
    forgetJob(jobsDirectory(invocation), record.id, pid);
    return true;
  } catch (error) {
    if (error instanceof MailvetError) return false;
    throw error;
  }
}

function submittedError(invocation: Invocation, { record, state }: JobSummary): MailvetError {
  const when = minuteText(record.createdAt);
  const watch = watchCommand(invocation, record.id);
  const resume = resumeCommand(invocation, record.id);
  const offer: Exclude<Hint, string> = hasEnded({ state })
    ? [{ code: 'results_again', watch, resume }]
    : [
        'go on with ',
        { code: 'go_on', command: resume },
        ', or follow it with ',
        { code: 'go_on', command: watch },
      ];
  return new MailvetError(
    'input',
    `this list was submitted already, as ${record.id} (${record.name}, ${when} UTC)`,
    { hint: ['Nothing was sent: ', ...offer, '; ', { code: 'send_again', verb: 'sends it' }] },
  );
}

function addresses(count: number): string {
  return plural(count, 'distinct address', 'distinct addresses');
}
