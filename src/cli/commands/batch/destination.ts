import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { stat } from 'node:fs/promises';
import { basename, dirname, extname, join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { MailvetError } from '../../../errors.ts';
import type { ListCounts, WrittenFile } from '../../../jobs/job-record.ts';
import type { ListPlan } from '../../../lists/plan.ts';
import type { OutputFormat } from '../../../lists/write/output.ts';
import { SPLIT_PARTS } from '../../../lists/write/write-results.ts';
import { refuseExisting } from '../../io/output-file.ts';
import type { ReporterChoice } from '../../reporters/choice.ts';
import type { ResultOptions } from './options.ts';

/** Where a list's results go, and as what. */
export interface Destination {
  /** An absolute path; undefined = stdout. */
  readonly path: string | undefined;
  readonly format: OutputFormat;
  /**
   * Absolute paths of the files by verdict, in the order of `SPLIT_PARTS`; without the last one where
   * no cell is empty. None without --split.
   */
  readonly split: readonly string[];
  /** Absolute paths of reports about the results: the page, what CI reads. */
  readonly reports: readonly string[];
  readonly force: boolean;
}

/** What the choice depends on beside the flags. */
export interface ListOrigin {
  readonly plan: Pick<ListPlan, 'format'>;
  readonly counts: Pick<ListCounts, 'empty' | 'unusable'>;
  /** Absolute path of the list, null when it came on stdin. */
  readonly inputPath: string | null;
  readonly stdoutIsTerminal: boolean;
}

type OutputChoice = Pick<
  ResultOptions,
  'output' | 'format' | 'split' | 'report' | 'reporters' | 'force'
>;

/** `-o`; else stdout when that is not a terminal; else `NAME.verified.EXT` beside the list. */
export function chooseDestination(flags: OutputChoice, origin: ListOrigin): Destination {
  const own = origin.plan.format === 'lines' ? 'csv' : origin.plan.format;
  const format = flags.format ?? own;
  const { split, force } = flags;
  const files = split ? splitParts(origin).map((name) => join(split, `${name}.${format}`)) : [];
  const reports = [flags.report, ...flags.reporters.map(reportPath)].filter(
    (path) => path !== undefined,
  );
  return { path: choosePath(flags.output, origin, format), format, force, split: files, reports };
}

/** Older jobs did not count empty cells. */
function splitParts({ counts: { empty, unusable } }: ListOrigin) {
  return SPLIT_PARTS.filter((name) => name !== 'empty' || (empty ?? unusable) > 0);
}

function reportPath(reporter: ReporterChoice): string | undefined {
  return reporter.kind === 'junit' ? reporter.path : undefined;
}

function choosePath(
  output: string | undefined,
  { plan, inputPath, stdoutIsTerminal }: Omit<ListOrigin, 'counts'>,
  format: OutputFormat,
): string | undefined {
  if (output === '-') return undefined;
  if (output !== undefined) return output;
  if (!stdoutIsTerminal || inputPath === null) return undefined;
  return verifiedPath(inputPath, { plan, format });
}

/** The sheet of a workbook is a list in CSV. */
const WORKBOOK = /^\.xls[xm]$/i;

/** `contacts.csv` → `contacts.verified.csv`; the extension changes only where the format does. */
export function verifiedPath(
  inputPath: string,
  { plan, format }: Pick<ListOrigin, 'plan'> & { readonly format: OutputFormat },
): string {
  const extension = extname(inputPath);
  const fits = format === plan.format && extension !== '' && !WORKBOOK.test(extension);
  const kept = fits ? extension : `.${format}`;
  return join(dirname(inputPath), `${basename(inputPath, extension)}.verified${kept}`);
}

/**
 * Refuses what exists, before anything is sent. A file that this very job wrote, and that nobody
 * touched since, may be replaced.
 */
export async function refuseOccupied(
  destination: Destination,
  written: readonly WrittenFile[] = [],
): Promise<void> {
  if (destination.path !== undefined) await requireDirectory(dirname(destination.path));
  for (const path of destination.reports) await requireDirectory(dirname(path));
  const outputs = listOutputs(destination);
  const paths = outputs.map(({ path }) => path);
  const twice = paths.find((path, index) => paths.indexOf(path) !== index);
  if (twice !== undefined) throw new MailvetError('usage', `${twice} is named for two files`);
  for (const { path, flag } of outputs) {
    await refuseExisting(path, { flag, force: await mayReplace(destination, written, path) });
  }
}

async function requireDirectory(path: string): Promise<void> {
  const found = await stat(path).catch(() => undefined);
  if (!found?.isDirectory()) throw new MailvetError('input', `there is no directory ${path}`);
}

export async function mayReplace(
  { force }: Destination,
  written: readonly WrittenFile[],
  path: string,
): Promise<boolean> {
  const ours = written.filter((file) => file.path === path);
  if (force || ours.length === 0) return force;
  const hash = await hashFile(path);
  return ours.some((file) => file.hash === hash);
}

/** Undefined when there is no such file. */
async function hashFile(path: string): Promise<string | undefined> {
  const hash = createHash('sha256');
  try {
    await pipeline(createReadStream(path), hash);
    return hash.digest('hex');
  } catch {
    return undefined;
  }
}

/** The files, each with the flag that names it. */
function listOutputs({ path, split, reports }: Destination) {
  const named = (flag: string, paths: readonly string[]) =>
    paths.map((each) => ({ flag, path: each }));
  return [
    ...named('-o', path === undefined ? [] : [path]),
    ...named('--split <directory>', split),
    ...named('--report or --reporter', reports),
  ];
}
