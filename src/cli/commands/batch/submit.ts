import { pid } from 'node:process';
import type { AccountState } from '../../../contract/decode.ts';
import { columnLabel, columnName, type ListPlan } from '../../../formats/plan.ts';
import { findMends, type Mends, withMends } from '../../../formats/write/find-mends.ts';
import { type Hint, MailvetError } from '../../../lib/errors.ts';
import { isoTime, minuteText } from '../../../lib/iso-time.ts';
import { safeLine } from '../../../lib/safe-text.ts';
import { counted } from '../../../lib/wording.ts';
import {
  createDraftLocation,
  hasEnded,
  type JobSummary,
} from '../../../lists/directory/job-directory.ts';
import type { Scan } from '../../../lists/directory/job-draft.ts';
import type { JobFile } from '../../../lists/file/job-file.ts';
import {
  type JobRecord,
  listFingerprint,
  type WrittenFile,
} from '../../../lists/file/job-record.ts';
import { accountJson, accountText, findAccount, leftOf } from '../../connect/account.ts';
import { openService } from '../../connect/open.ts';
import { type ResolvedService, resolveEmbedded, resolveService } from '../../connect/resolve.ts';
import { shortPath } from '../../directories.ts';
import type { ExitCode } from '../../exit-codes.ts';
import { type Invocation, judgingOf } from '../../invocation.ts';
import { type ListInput, openList } from '../../io/list-input.ts';
import { printOne } from '../../io/print.ts';
import { withPolicyDefaults } from '../../policy-defaults.ts';
import { type Fact, factLines, relativeTime } from '../../render/table.ts';
import { type AudienceStates, findOptedOut, openAudience, teachAudience } from './audience.ts';
import {
  chooseDestination,
  type Destination,
  type FinishPlan,
  keepChanged,
  type ListsTotal,
} from './destination.ts';
import { finishJob, printIds, sendJob } from './finish-job.ts';
import {
  findServiceJobs,
  jobsDirectory,
  type LockedJob,
  lockOwnJob,
  resumeCommand,
} from './job-access.ts';
import { chooseMends, takeResults } from './mends.ts';
import type { SubmitOptions } from './options.ts';
import { prepareOutputs, severalHint } from './outputs.ts';
import {
  confirmSubmission,
  draftList,
  guardSubmission,
  type InspectedDraft,
  keepUnlessDuplicate,
  selectAddresses,
} from './read-list.ts';

/** What lists of one run share. */
interface SharedRun {
  readonly service?: ResolvedService | undefined;
  readonly total?: ListsTotal;
}

/** Sends a list; with --wait or -o also follows it and writes its results. */
export async function runSubmit(
  invocation: Invocation,
  options: SubmitOptions,
  shared: SharedRun = {},
): Promise<ExitCode | undefined> {
  const list = await openList(invocation, options.file, options.limits.maxInput);
  const opened = options.beside ? await openAudience(invocation, list) : { list };
  if (options.limits.dryRun) return await runDry(invocation, opened.list, options);
  return await submitList(invocation, { ...opened, options }, shared);
}

async function runDry(
  invocation: Invocation,
  list: ListInput,
  { reading, limits: { sample }, results: { fix }, beside }: SubmitOptions,
): Promise<undefined> {
  let mends: Mends | undefined;
  const chooseMends = async ({ draft, plan }: InspectedDraft) => {
    if (fix !== undefined ? !fix : !beside) return plan;
    mends = await findMends(draft.source, plan);
    return fix ? withMends(plan, mends) : plan;
  };
  const { draft, scan } = await draftList(invocation, list, { reading, sample, chooseMends });
  draft.discard();
  const account = await accountOf(invocation);
  await printDryRun(invocation, { name: list.name, scan, account, mends });
}

/** A dry run needs neither a service nor a key: without them there is no account to compare with. */
async function accountOf(invocation: Invocation): Promise<AccountState | undefined> {
  const service = await resolveService(invocation).catch(() => undefined);
  if (service?.kind !== 'remote') return undefined;
  const asked = await findAccount(invocation, service);
  return 'account' in asked ? asked.account : undefined;
}

/** A list, with what is to be done with it. */
interface Submission {
  readonly list: ListInput;
  readonly options: SubmitOptions;
  /** What its tool says of other contacts. */
  readonly audience?: AudienceStates | undefined;
}

/** Copies, checks and sends a list. Nothing is sent before every check has passed. */
async function submitList(
  invocation: Invocation,
  { list, options: given, audience }: Submission,
  { service: resolved, total }: SharedRun,
): Promise<ExitCode | undefined> {
  const { work, beside } = given;
  const service = resolved ?? (await serviceFor(invocation, given));
  const judging = await judgingOf(invocation, given.results);
  const results = withPolicyDefaults(given.results, judging.policy);
  const submission = { list, options: { ...given, results }, audience };
  using locked = await makeJob(invocation, submission, service);
  const { job } = locked;
  const destination = await planEarlier(invocation, submission, job);
  const finish = { job, destination, results, judging, brief: beside, total };
  if (results.wait && !job.hasWork()) return await giveResults(invocation, finish, given);
  await using opened = await openService(invocation, service);
  if (audience) await teachAudience(invocation, opened, audience);
  return await sendJob(invocation, { service: opened, work, finish, printsIds: !beside });
}

/** What asks no mail host is done on this machine: another service might ask them, and charge for it. */
export async function serviceFor(
  invocation: Invocation,
  { mode }: Pick<SubmitOptions, 'mode'>,
): Promise<ResolvedService> {
  if (mode === undefined) return await resolveService(invocation);
  await invocation.notice([
    'No mail server is asked, so mailboxes stay unknown (not_probed)',
    { code: 'terminal', text: '; --smtp asks them' },
  ]);
  return await resolveEmbedded(invocation);
}

/** Writes what is here already: nothing is asked of the service. */
async function giveResults(
  invocation: Invocation,
  finish: FinishPlan,
  { beside }: SubmitOptions,
): Promise<ExitCode | undefined> {
  const batches = finish.job.batches();
  if (!beside) await printIds(invocation, finish);
  for (const path of finish.destination.kept ?? []) {
    const file = shortPath(path, invocation.context);
    await invocation.notice([
      `${file} was changed since it was written, and is left as it is. `,
      { code: 'overwrite' },
    ]);
  }
  const nothing = { quota: undefined, lost: undefined, stopped: undefined, isCancelled: false };
  return await finishJob(invocation, finish, { batches, ...nothing });
}

/** Copies and checks the list, and makes a job of it, or locks the one that it continues. */
export async function makeJob(
  invocation: Invocation,
  submission: Submission,
  service: ResolvedService,
): Promise<LockedJob> {
  const { identity } = service;
  const { context } = invocation;
  const { list, options, audience } = submission;
  const { reading, limits, results } = options;
  const createdAt = context.clock.now();
  const place = createDraftLocation(jobsDirectory(invocation), {
    now: createdAt,
    random: context.random,
    pid,
  });
  const { draft, scan: whole } = await draftList(invocation, list, {
    place,
    reading,
    sample: limits.sample,
    chooseMends: (read) => chooseMends(invocation, { ...read, options, identity }),
  });
  try {
    // Whatever was chosen in it: their files are this list's.
    const sameContent = findServiceJobs(invocation, identity).filter(
      ({ record }) => listFingerprint(record) === draft.fingerprint(record.plan, record.sample),
    );
    const written = sameContent.flatMap((job) => job.written);
    const same = sameContent.filter(
      ({ record }) => listFingerprint(record) === listFingerprint(whole),
    );
    const sameWork = same.filter(({ record }) => record.mode === options.mode);
    const sameChoice = sameWork.filter(({ record }) => record.fingerprint === whole.fingerprint);
    const earlier = findEarlier(sameChoice, options);
    if (earlier) {
      refuseCancelled(invocation, earlier);
      draft.discard();
      const { id } = earlier.record;
      const locked = await lockEarlier(invocation, submission, { id, identity, written });
      await invocation.notice(earlierNotice(earlier, list.name, createdAt));
      return locked;
    }
    const { selection } = limits;
    const read = { draft, scan: whole, service };
    const scan = selection
      ? await selectAddresses(invocation, read, selection)
      : await takeResults(invocation, read, limits.again ? [] : sameWork);
    // Before the check of output files: a list submitted twice finds its own files, and the hint on
    // how to get its results helps more than "the file exists".
    guardSubmission(invocation, { scan, limits, identity, mode: options.mode });
    const destination = planDestination(invocation, submission, scan);
    if (results.wait)
      await prepareOutputs(invocation, destination, results, { plan: scan.plan, written });
    const plan = () =>
      planNotice(invocation, { draft, scan, service, within: ASKING_MS, mode: options.mode });
    const isCharged = service.kind === 'remote';
    const confirmed = { scan, limits, inputPath: list.path, isCharged, plan };
    await confirmSubmission(invocation, confirmed);
    const optedOut = audience && (await findOptedOut(audience, draft.source, scan.plan));
    const settings = {
      ...outputSettings(options, destination),
      ...(optedOut && { optedOut }),
    };
    const noCache = selection && { noCache: true as const };
    const mode = options.mode && { mode: options.mode };
    const from = { createdAt, inputPath: list.path, service: identity };
    const details = { ...from, settings, ...noCache, ...mode };
    return keepUnlessDuplicate(invocation, draft, { scan, details, again: limits.again, written });
  } catch (error) {
    draft.discard();
    throw error;
  }
}

/** Milliseconds that a question waits for name servers. */
const ASKING_MS = 5000;

/** What a long list takes, in one line. */
async function planNotice(
  invocation: Invocation,
  read: Parameters<typeof import('../plan.ts').estimateDraft>[1],
): Promise<string> {
  const { estimateDraft, planLine } = await import('../plan.ts');
  return planLine(await estimateDraft(invocation, read));
}

/**
 * The job of the same list that is used in place of a new one. `clean` goes on with an interrupted one.
 * Where results are wanted, those of one that has ended are given again.
 */
function findEarlier(
  same: readonly JobSummary[],
  { beside, limits, results }: SubmitOptions,
): JobSummary | undefined {
  if (limits.again || !results.wait) return undefined;
  // One that never sent anything stands for nothing, except that clean goes on with it.
  const newest = same.find((job) => beside || job.sent > 0 || hasEnded(job));
  return newest && (beside || hasEnded(newest)) ? newest : undefined;
}

/** What was cancelled goes on by a command of its own. */
function refuseCancelled(invocation: Invocation, { record, state, isCancelled }: JobSummary): void {
  if (!isCancelled || state !== 'waiting') return;
  throw new MailvetError('input', `this list was cancelled, as ${record.id}`, {
    hint: [
      { code: 'go_on_cancelled', command: resumeCommand(invocation, record.id) },
      '; ',
      { code: 'send_again', verb: 'sends it' },
    ],
  });
}

function earlierNotice({ record, state }: JobSummary, name: string, now: number): Hint {
  if (state !== 'finished') {
    const when = minuteText(record.createdAt);
    const same = record.name === name ? '' : `, with the same content as ${name}`;
    return `Resuming ${record.id}, which was interrupted: ${record.name} of ${when} UTC${same}`;
  }
  const age = relativeTime(isoTime(record.createdAt), now);
  return [
    `This list was verified already (${age}, ${record.id}): its results are used. `,
    { code: 'send_again', verb: 'verifies it' },
  ];
}

interface EarlierJob {
  readonly id: string;
  /** Of the service. */
  readonly identity: string;
  /** What jobs of the same list wrote, with other choices: their files are this list's. */
  readonly written: readonly WrittenFile[];
}

function isAmong(files: readonly WrittenFile[], { path, hash }: WrittenFile): boolean {
  return files.some((file) => file.path === path && file.hash === hash);
}

async function lockEarlier(
  invocation: Invocation,
  submission: Submission,
  { id, identity, written: ofList }: EarlierJob,
): Promise<LockedJob> {
  const locked = lockOwnJob(invocation, id, identity);
  try {
    const { job } = locked;
    const { record, state } = job;
    for (const { run: _, ...file } of ofList)
      if (!isAmong(state.written, file)) state.recordWritten(file);
    const destination = await planEarlier(invocation, submission, job);
    const written = { plan: record.plan, written: job.state.written };
    await prepareOutputs(invocation, destination, submission.options.results, written);
    return locked;
  } catch (error) {
    locked[Symbol.dispose]();
    throw error;
  }
}

/** Where the results of an earlier job go: files that a person changed since are left as they are. */
async function planEarlier(
  invocation: Invocation,
  submission: Submission,
  job: JobFile,
): Promise<Destination> {
  const destination = planDestination(invocation, submission, job.record);
  // An agent may replace only what it is allowed to; any other file is an error.
  const isNamed =
    submission.options.results.output !== undefined || invocation.access !== undefined;
  if (job.hasWork() || isNamed) return destination;
  const jobs = findServiceJobs(invocation, job.record.service, () => {});
  return await keepChanged(
    destination,
    job.state.written,
    jobs.flatMap(({ written }) => written),
  );
}

/** Where the results of the list go. */
export function planDestination(
  { context, access, files }: Invocation,
  { list, options }: Submission,
  { plan, counts }: Pick<Scan, 'plan' | 'counts'>,
): Destination {
  const stdoutIsTerminal = context.stdout.isTTY;
  const inputPath = list.path;
  const beside = isBeside(options);
  const origin = { plan, counts, inputPath, stdoutIsTerminal, beside, access, files };
  const destination = chooseDestination(options.results, origin);
  const settings = outputSettings(options, destination);
  return { ...destination, run: { at: context.clock.now(), inputPath, settings } };
}

/** The output flags of a run, with where its results go. */
function outputSettings(options: SubmitOptions, { path }: Destination): JobRecord['settings'] {
  return { ...options.remembered, ...(isBeside(options) && path && { output: path }) };
}

/** Whether the results of a file go beside it, whatever stdout is. */
function isBeside({ beside, isOneOfSeveral = false }: SubmitOptions): boolean {
  return beside || isOneOfSeveral;
}

interface DryRun {
  readonly name: string;
  readonly scan: Scan;
  /** What the team has left, where the service says so. */
  readonly account: AccountState | undefined;
  /** What `--fix` mends; undefined where nobody looked for it. */
  readonly mends: Mends | undefined;
}

/** Prints what would be sent. The report is the command's result, so it goes to stdout. */
async function printDryRun(
  invocation: Invocation,
  { name, scan, account, mends }: DryRun,
): Promise<void> {
  const { plan, counts } = scan;
  const report = { ...dryRunReport(name, scan), ...mendsReport(mends) };
  const value = account ? { ...report, account: accountJson(account) } : report;
  const lines = [...factsOf(report, plan), ...accountFacts(account, counts.wanted)];
  await printOne(invocation, value, factLines(lines));
  if (counts.several) await invocation.notice(severalHint(counts.several));
}

/** Cells that `--fix` mends, and those whose address is another one then. */
function mendsReport(mends: Mends | undefined) {
  return mends && { mendable: mends.cells, corrected: mends.corrected };
}

/** What would be sent of a list. */
export function dryRunReport(name: string, { plan, counts, batches }: Scan) {
  return {
    list: name,
    rows: counts.rows,
    distinct: counts.distinct,
    duplicates: counts.duplicates,
    ...(counts.sameMailbox !== undefined && { sameMailbox: counts.sameMailbox }),
    unusable: counts.unusable,
    empty: counts.empty ?? 0,
    severalAddresses: counts.several ?? 0,
    addresses: counts.wanted,
    batches,
    format: formatOf(plan),
    ...(plan.sheet !== undefined && { sheet: plan.sheet }),
    columns: plan.columns.map((index) => columnName(plan.header, index)),
    delimiter: hasDelimiter(plan) ? plan.delimiter : null,
    encoding: plan.encoding,
  };
}

type Report = Readonly<Record<string, unknown>> & {
  readonly list: string;
  readonly sameMailbox?: number;
  readonly mendable?: number;
  readonly corrected?: number;
} & Readonly<
    Record<
      'rows' | 'distinct' | 'duplicates' | 'unusable' | 'empty' | 'addresses' | 'batches',
      number
    >
  >;

function factsOf(report: Report, plan: ListPlan): readonly Fact[] {
  const labels = plan.columns.map((index) => columnLabel(plan.header, index));
  return [
    ['list', safeLine(report.list)],
    ['rows', counted(report.rows)],
    ['distinct addresses', counted(report.distinct)],
    ['duplicates', counted(report.duplicates)],
    ...(report.sameMailbox === undefined
      ? []
      : [['  same mailbox', counted(report.sameMailbox)] as const]),
    ['unusable cells', counted(report.unusable)],
    ...(report.empty > 0 ? [['  of these empty', counted(report.empty)] as const] : []),
    ...mendFacts(report, plan),
    ['addresses to send', counted(report.addresses)],
    ['batches', counted(report.batches)],
    ...(plan.sheet === undefined ? [] : [['sheet', safeLine(plan.sheet)] as const]),
    ['column', safeLine(labels.join(', '))],
    ['format', formatOf(plan)],
    ['delimiter', hasDelimiter(plan) ? delimiterName(plan.delimiter) : 'none'],
    ['encoding', plan.encoding],
  ];
}

function mendFacts({ mendable, corrected = 0 }: Report, { mended }: ListPlan): readonly Fact[] {
  if (mendable === undefined) return [];
  const label = mended ? 'mended cells' : 'mended with --fix';
  return [
    [label, counted(mendable)],
    ...(corrected > 0 ? [['  of these typos', counted(corrected)] as const] : []),
  ];
}

function accountFacts(account: AccountState | undefined, wanted: number): readonly Fact[] {
  if (!account) return [];
  const left = leftOf(account);
  const short = left === null ? 0 : wanted - left;
  const fits = short <= 0 ? 'yes' : `no, ${counted(short)} too many`;
  return [
    ['account', accountText(account)],
    ['fits', fits],
  ];
}

/** The rows of a workbook are read as CSV. */
function formatOf({ format, sheet }: ListPlan): string {
  return sheet === undefined ? format : 'workbook';
}

function hasDelimiter(plan: ListPlan): boolean {
  return formatOf(plan) === 'csv';
}

function delimiterName(delimiter: string): string {
  return delimiter === '\t' ? 'tab' : delimiter;
}
