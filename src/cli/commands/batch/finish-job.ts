import { dirname, join, relative } from 'node:path';
import { VERDICTS } from '../../../contract/verdict.ts';
import { MailvetError } from '../../../errors.ts';
import type { JobFile } from '../../../jobs/job-file.ts';
import type { BatchRecord } from '../../../jobs/job-record.ts';
import type { RunOutcome } from '../../../jobs/run-job.ts';
import { plural } from '../../../lib/wording.ts';
import type { RowOutcome } from '../../../lists/outcome.ts';
import { directoriesOf } from '../../directories.ts';
import { asMailvetError } from '../../error-report.ts';
import { EXIT, type ExitCode } from '../../exit-codes.ts';
import type { Invocation } from '../../invocation.ts';
import { ClosedPipe } from '../../io/streams.ts';
import type { Destination } from './destination.ts';
import type { ResultFlags } from './flags.ts';
import { resumeCommand } from './next-command.ts';
import { type ResultCounts, shortfalls } from './result-counts.ts';
import { severalHint } from './several-hint.ts';
import { tellSummary } from './tell-summary.ts';
import { writeList } from './write-list.ts';
import { reporterOf, writeReport } from './write-report.ts';

export interface Finish {
  readonly job: JobFile;
  readonly destination: Destination;
  readonly flags: ResultFlags;
  readonly riskyRole: boolean;
  /** Says where the files lie in the summary's first line, not in lines of their own. */
  readonly brief?: boolean;
}

/**
 * Writes the results of a job as they stand, with the summary on stderr. Then throws what kept the
 * list from being whole (`quota`, `partial`), or tells whether it falls short.
 */
export async function finishJob(
  invocation: Invocation,
  finish: Finish,
  outcome: RunOutcome,
): Promise<ExitCode | undefined> {
  const counts = await writeResultsOf(invocation, finish);
  if (outcome.quota) throw quotaError(invocation, finish.job, outcome.quota);
  const partial = partialError(invocation, finish.job, outcome.batches);
  if (partial) throw partial;
  return await fallsShort(invocation, finish.flags, counts);
}

/** Writes the results and says what they came to, and where they are. */
export async function writeResultsOf(
  invocation: Invocation,
  finish: Finish,
): Promise<ResultCounts> {
  try {
    return await writeAndTell(invocation, finish);
  } catch (error) {
    if (error instanceof ClosedPipe) throw error;
    const known = asMailvetError(error, directoriesOf(invocation.context));
    if (known.code !== 'input') throw known;
    // What was paid for is in the job's record: another output gets it without asking again.
    throw new MailvetError('input', known.message, {
      hint: `Nothing is lost: ${resumeCommand(invocation, finish.job.record.id)} -o <file> writes the results elsewhere`,
      cause: known,
    });
  }
}

async function writeAndTell(invocation: Invocation, finish: Finish): Promise<ResultCounts> {
  const { job, destination, flags, riskyRole } = finish;
  const { stdout } = invocation.context;
  const selection = { ...flags, riskyRole };
  const reporter = reporterOf(invocation, finish);
  const observe = (outcome: RowOutcome) => reporter.add(outcome, outcome.row.line);
  const counts = await writeList(job, destination, { stdout, selection, observe });
  const summary = counts.summary();
  await writeReport(invocation, finish, summary);
  await reporter.end({ summary, shortfalls: shortfalls(counts, flags) });
  if (!job.hasWork()) job.recordDelivered();
  const { cwd } = invocation.context;
  const where = finish.brief ? whereabouts(destination, cwd) : undefined;
  await tellSummary(invocation, finish, { summary, where });
  const several = summary.reasons.several_addresses;
  if (several > 0) await invocation.notice(severalHint(several));
  if (where !== undefined) return counts;
  for (const name of writtenNames(destination)) await invocation.notice(`Written: ${name}`);
  return counts;
}

/** `now in list.verified.csv, by verdict in list.verified, report in list.verified.html` */
function whereabouts({ path, split, reports }: Destination, cwd: string): string {
  const [part] = split;
  const short = (file: string) => relative(cwd, file);
  return [
    ...(path === undefined ? [] : [`now in ${short(path)}`]),
    ...(part === undefined ? [] : [`by verdict in ${short(dirname(part))}`]),
    ...(reports.length === 0 ? [] : [`report in ${reports.map(short).join(' and ')}`]),
  ].join(', ');
}

/** The results file, the parts in one line, and what was written about them. */
function writtenNames({ path, split, format, reports }: Destination): string[] {
  const [part] = split;
  const parts = part && join(dirname(part), `{${VERDICTS.join(',')}}.${format}`);
  return [path, parts, ...reports].filter((name) => name !== undefined);
}

export async function fallsShort(
  invocation: Invocation,
  flags: ResultFlags,
  counts: ResultCounts,
): Promise<ExitCode | undefined> {
  const reasons = shortfalls(counts, flags);
  for (const reason of reasons) await invocation.notice(`Falls short: ${reason}`);
  return reasons.length > 0 ? EXIT.fallsShort : undefined;
}

export function quotaError(
  invocation: Invocation,
  job: JobFile,
  error: MailvetError,
): MailvetError {
  const left = job.record.counts.wanted - (job.batches().at(-1)?.last ?? 0);
  const unsent = `${plural(left, 'address', 'addresses')} not sent`;
  return new MailvetError('quota', `${error.message}; ${unsent}`, {
    hint: `Once the plan allows it, go on with: ${resumeCommand(invocation, job.record.id)}`,
    ...(error.status !== undefined && { status: error.status }),
  });
}

const WHOLE: ReadonlySet<BatchRecord['status']> = new Set(['completed', 'unknown']);

/** Why some of the list has no results, for good or until it is resumed. */
function partialError(
  invocation: Invocation,
  job: JobFile,
  batches: readonly BatchRecord[],
): MailvetError | undefined {
  const ended = batches.filter((batch) => batch.collected && !WHOLE.has(batch.status));
  if (ended.length > 0) {
    const which = ended.map(({ serviceId, status }) => `${serviceId} ${status}`).join(', ');
    const message = `${ended.length} of ${plural(batches.length, 'batch', 'batches')} ended early: ${which}`;
    return new MailvetError('partial', message, {
      hint: 'What there is was written; --again submits the list anew',
    });
  }
  if (job.nextRange(1) === undefined && job.unanswered().length === 0) return undefined;
  return new MailvetError('partial', 'some addresses were not sent', {
    hint: `Send them with: ${resumeCommand(invocation, job.record.id)}`,
  });
}
