import { createHash } from 'node:crypto';
import { open } from 'node:fs/promises';
import { basename, dirname, extname, join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import type { OfflineFacts } from '../../../formats/offline-facts.ts';
import { withoutPacking } from '../../../formats/packed/packing.ts';
import type { ListPlan } from '../../../formats/plan.ts';
import type { JudgedRow } from '../../../formats/write/judged-row.ts';
import type { OutputFormat } from '../../../formats/write/output.ts';
import { SPLIT_PARTS } from '../../../formats/write/write-results.ts';
import { MailvetError } from '../../../lib/errors.ts';
import type { JobFile } from '../../../lists/file/job-file.ts';
import type { JobCounts, WritingRun, WrittenFile } from '../../../lists/file/job-record.ts';
import type { Judging } from '../../../policy/policy.ts';
import type { ReachabilityLog } from '../../connect/client.ts';
import type { Invocation } from '../../invocation.ts';
import { type FileAccess, openJudged, type RunFiles } from '../../io/file-place.ts';
import { workbookOnTerminal } from '../../io/format.ts';
import { refuseExisting } from '../../io/output-file.ts';
import { isFolderName } from '../../io/output-target.ts';
import { withPolicyDefaults } from '../../policy-defaults.ts';
import type { ReporterChoice } from '../../reporters/choice.ts';
import { ResultCounts } from '../../result-counts.ts';
import type { ResultOptions } from './options.ts';

/** Where a list's results go, and in which format. */
export interface Destination {
  /** An absolute path; undefined = stdout. */
  readonly path: string | undefined;
  readonly format: OutputFormat;
  /**
   * Absolute paths of the files by verdict, in the order of `SPLIT_PARTS`; without the last one where
   * no cell is empty. None without --split.
   */
  readonly split: readonly string[];
  /** Absolute paths of the files for the tool that the list comes from, in the order of `TOOL_PARTS`; or none. */
  readonly toolFiles: readonly string[];
  /** Absolute paths of reports about the results: the HTML page, and files for CI. */
  readonly reports: readonly string[];
  readonly force: boolean;
  /** Whether cells are written mended; undefined: as the list was submitted, unless that was undone. */
  readonly fix?: boolean | undefined;
  /** Whether the corrections of the list are undone. */
  readonly undoes?: true;
  /** The run that writes, for `mailvet undo`. */
  readonly run?: WritingRun | undefined;
  /** Paths that are not written: a person changed the files. */
  readonly kept?: readonly string[];
  /** The folder of `path` is created if it is missing. */
  readonly makesFolder?: boolean;
  /** Whether stdout is a terminal. */
  readonly onTerminal: boolean;
  /** Which files may be written; all by default. */
  readonly access?: FileAccess | undefined;
  /** What the run reads, the list of the job included. */
  readonly files: RunFiles;
}

/** What the destination depends on beside the flags. */
interface ListOrigin {
  readonly plan: Pick<ListPlan, 'format' | 'sheet'>;
  readonly counts: Pick<JobCounts, 'empty' | 'unusable'>;
  /** Absolute path of the list, null when it came on stdin. */
  readonly inputPath: string | null;
  readonly stdoutIsTerminal: boolean;
  /** Results go beside the list, whatever stdout is. */
  readonly beside?: boolean;
  readonly access?: FileAccess | undefined;
  readonly files: RunFiles;
}

/** `-o`; else stdout when that is not a terminal; else `NAME.verified.EXT` beside the list. */
export function chooseDestination(flags: ResultOptions, origin: ListOrigin): Destination {
  const format = flags.format ?? ownFormat(flags.output, origin);
  const { split, force, fix, toolFiles } = flags;
  const files = split ? splitParts(origin).map((name) => join(split, `${name}.${format}`)) : [];
  const reports = [...flags.reports, ...flags.reporters.flatMap(reportPath)];
  const path = choosePath(flags.output, origin, format);
  const { stdoutIsTerminal: onTerminal, access, files: run } = origin;
  if (origin.inputPath !== null) run.noteInput(origin.inputPath);
  const makesFolder = flags.output !== undefined && isFolderName(flags.output);
  const named = { path, split: files, toolFiles, reports };
  return { ...named, format, force, fix, makesFolder, onTerminal, access, files: run };
}

/** Older jobs did not count empty cells. */
function splitParts({ counts: { empty, unusable } }: ListOrigin) {
  return SPLIT_PARTS.filter((name) => name !== 'empty' || (empty ?? unusable) > 0);
}

function reportPath(reporter: ReporterChoice): string[] {
  return reporter.kind === 'github' ? [] : [reporter.path];
}

/** The list's own kind; of plain lines and of a workbook on stdout, CSV. */
function ownFormat(output: string | undefined, origin: ListOrigin): OutputFormat {
  const { plan } = origin;
  if (plan.sheet !== undefined) return goesToStdout(output, origin) ? 'csv' : 'xlsx';
  return plan.format === 'lines' ? 'csv' : plan.format;
}

function goesToStdout(
  output: string | undefined,
  { stdoutIsTerminal, inputPath, beside = false }: Omit<ListOrigin, 'counts' | 'files'>,
): boolean {
  if (output !== undefined) return output === '-';
  return inputPath === null || !(beside || stdoutIsTerminal);
}

function choosePath(
  output: string | undefined,
  origin: Omit<ListOrigin, 'counts' | 'files'>,
  format: OutputFormat,
): string | undefined {
  const { plan, inputPath } = origin;
  if (goesToStdout(output, origin)) return undefined;
  if (output !== undefined && !isFolderName(output)) return output;
  const path = verifiedPath(inputPath ?? 'stdin', { plan, format });
  return output === undefined ? path : join(output, basename(path));
}

/**
 * `contacts.csv` → `contacts.verified.csv`; the extension changes only where the format does. What was
 * packed comes back packed, from a ZIP archive plain.
 */
function verifiedPath(
  inputPath: string,
  { plan, format }: Pick<ListOrigin, 'plan'> & { readonly format: OutputFormat },
): string {
  const plain = withoutPacking(inputPath);
  const extension = extname(plain);
  const fits =
    format === plan.format && plan.sheet === undefined && !/^(?:\.zip)?$/i.test(extension);
  const kept = fits ? extension : `.${format}`;
  const packing = inputPath.slice(plain.length);
  return join(dirname(plain), `${basename(plain, extension)}.verified${kept}${packing}`);
}

/**
 * Refuses files that exist, before anything is sent. A file that this job wrote and that has not
 * changed since may be replaced.
 */
export async function refuseOccupied(
  destination: Destination,
  written: readonly WrittenFile[] = [],
  contentOf?: (path: string) => string | undefined,
): Promise<void> {
  const { path: whole, format, onTerminal } = destination;
  if (whole === undefined && format === 'xlsx' && onTerminal) throw workbookOnTerminal();
  const outputs = listOutputs(destination);
  const paths = outputPaths(destination);
  const twice = paths.find((path, index) => paths.indexOf(path) !== index);
  if (twice !== undefined) throw new MailvetError('usage', `${twice} is named for two files`);
  const { access, files } = destination;
  for (const { path, flag, makesDirectory } of outputs) {
    if (isKept(destination, path)) continue;
    const force = await mayReplace(destination, written, path);
    await refuseExisting(path, { flag, makesDirectory, access, force, files, contentOf });
  }
}

export async function mayReplace(
  { force, access }: Destination,
  written: readonly WrittenFile[],
  path: string,
): Promise<boolean> {
  const own = written.filter((file) => file.path === path);
  if (force || own.length === 0) return force;
  const hash = await hashFile(path, access);
  return own.some((file) => file.hash === hash);
}

/**
 * Keeps the files that the job wrote and that hold something else now, unless it is what another job
 * wrote: then the file has the results of another list.
 */
export async function keepChanged(
  destination: Destination,
  own: readonly WrittenFile[],
  all: readonly WrittenFile[],
): Promise<Destination> {
  if (destination.force) return destination;
  const kept: string[] = [];
  for (const { path } of listOutputs(destination)) {
    if (!own.some((file) => file.path === path)) continue;
    const hash = await hashFile(path, destination.access);
    if (hash !== undefined && !all.some((file) => file.hash === hash)) kept.push(path);
  }
  return { ...destination, kept };
}

/** Whether a path of the destination is not written. */
export function isKept({ kept = [] }: Destination, path: string): boolean {
  return kept.includes(path);
}

/** Undefined when there is no such file. */
async function hashFile(path: string, access?: FileAccess): Promise<string | undefined> {
  const hash = createHash('sha256');
  try {
    const file = await (access ? openJudged(path, access) : open(path));
    if (!file) return undefined;
    await pipeline(file.createReadStream(), hash);
    return hash.digest('hex');
  } catch {
    return undefined;
  }
}

/** The files, as absolute paths. */
export function outputPaths(destination: Destination): string[] {
  return listOutputs(destination).map(({ path }) => path);
}

/** The files, each with the flag that names it. */
function listOutputs({ path, split, toolFiles, reports, makesFolder }: Destination) {
  const named = (flag: string, paths: readonly string[], makesDirectory?: boolean) =>
    paths.map((each) => ({ flag, path: each, makesDirectory: makesDirectory === true }));
  return [
    ...named('-o', path === undefined ? [] : [path], makesFolder),
    ...named('-o', toolFiles, makesFolder),
    ...named('--split <directory>', split, true),
    ...reports.flatMap((each) =>
      named(
        '--report or --reporter',
        [each],
        makesFolder && path !== undefined && dirname(each) === dirname(path),
      ),
    ),
  ];
}

/** How the results of a job are written. */
export interface FinishPlan {
  readonly job: JobFile;
  readonly destination: Destination;
  readonly results: ResultOptions;
  readonly judging: Judging;
  /** What kept the service from learning anything, as far as it says so. */
  readonly reachability?: ReachabilityLog | undefined;
  /** Counts what is known without a network, where nothing else is. */
  readonly offline?: OfflineFacts;
  /** Says where the files lie in the summary's first line, not in lines of their own. */
  readonly brief?: boolean;
  /** Counts the list together with others of the run. */
  readonly total?: ListsTotal | undefined;
}

/** Where the results of a job go. */
export function planFinish(
  { context, access, files }: Invocation,
  { job, results: wanted, judging }: Pick<FinishPlan, 'job' | 'results' | 'judging'>,
  inputPath = job.record.inputPath,
): FinishPlan {
  const { plan, counts } = job.record;
  const stdoutIsTerminal = context.stdout.isTTY;
  const origin = { plan, counts, inputPath, stdoutIsTerminal, access, files };
  const results = withPolicyDefaults(wanted, judging.policy);
  const { output } = results;
  const settings = { ...job.record.settings, ...(output !== undefined && { output }) };
  const run = { at: context.clock.now(), inputPath, settings };
  const destination = { ...chooseDestination(results, origin), run };
  return { job, destination, results, judging };
}

/** What several lists of one run came to. */
export class ListsTotal {
  readonly counts = new ResultCounts();
  /** Whose results were written. */
  lists = 0;
  /** Distinct within each list. */
  addresses = 0;

  add(outcome: JudgedRow): void {
    this.counts.add(outcome);
  }

  /** A list whose results were written. */
  end(addresses: number): void {
    this.lists += 1;
    this.addresses += addresses;
  }
}
