import { resolve } from 'node:path';
import { MAX_SCORE } from '../../../contract/limits.ts';
import { VERDICTS, type Verdict } from '../../../contract/verdict.ts';
import { MailvetError } from '../../../errors.ts';
import type { Sample } from '../../../jobs/job-record.ts';
import { parseEncoding } from '../../../lists/encoding.ts';
import type { InspectOptions } from '../../../lists/inspect-list.ts';
import { OUTPUT_FORMATS, type OutputFormat, RESULT_COLUMNS } from '../../../lists/output.ts';
import { LIST_ENCODINGS, LIST_FORMATS, type ListEncoding } from '../../../lists/plan.ts';
import { chooseFormat } from '../../io/format.ts';
import { isStdout } from '../../io/output-place.ts';
import { type RawFlags, wholeFlag } from '../../options/global.ts';
import { PROGRESS_MODES, type ProgressMode } from '../../render/progress.ts';
import { choiceText, type ReporterChoice, reporterChoices } from '../../reporters/choice.ts';

/** How to read a list, as far as the user said so. */
export function listFlags(raw: RawFlags): InspectOptions {
  const format = choiceFlag(raw, 'inputFormat', '--input-format', LIST_FORMATS);
  const encoding = encodingFlag(raw);
  const delimiter = delimiterFlag(raw);
  return {
    ...(format && { format }),
    ...(encoding && { encoding }),
    ...(delimiter !== undefined && { delimiter }),
    ...(typeof raw.header === 'boolean' && { header: raw.header }),
    ...(Array.isArray(raw.column) && { columns: raw.column as string[] }),
    ...(raw.splitCells === true && { splitCells: true }),
  };
}

export interface SubmitFlags {
  readonly dryRun: boolean;
  readonly maxAddresses: number | undefined;
  readonly yes: boolean;
  readonly again: boolean;
  readonly sample: Sample | null;
}

const DEFAULT_SEED = 1;

export function submitFlags(raw: RawFlags): SubmitFlags {
  const size = wholeFlag(raw, 'sample', { flag: '--sample', least: 1 });
  const seed = wholeFlag(raw, 'seed', { flag: '--seed', least: 0, most: 2 ** 32 - 1 });
  if (seed !== undefined && size === undefined) {
    throw new MailvetError('usage', '--seed belongs to --sample <n>');
  }
  return {
    dryRun: raw.dryRun === true,
    maxAddresses: wholeFlag(raw, 'maxAddresses', { flag: '--max-addresses', least: 0 }),
    yes: raw.yes === true,
    again: raw.again === true,
    sample: size === undefined ? null : { size, seed: seed ?? DEFAULT_SEED },
  };
}

export interface WorkFlags {
  readonly concurrency: number;
  readonly resendUnknown: boolean;
  readonly progress: ProgressMode;
}

const DEFAULT_CONCURRENCY = 5;

export function workFlags(raw: RawFlags): WorkFlags {
  const rule = { flag: '--concurrency', least: 1, most: 100 };
  return {
    concurrency: wholeFlag(raw, 'concurrency', rule) ?? DEFAULT_CONCURRENCY,
    resendUnknown: raw.resendUnknown === true,
    progress: choiceFlag(raw, 'progress', '--progress', PROGRESS_MODES) ?? 'auto',
  };
}

/** Where results go, which of them, and what makes them fall short. */
export interface ResultFlags {
  readonly wait: boolean;
  /** An absolute path, or `-`. */
  readonly output: string | undefined;
  readonly force: boolean;
  readonly format: OutputFormat | undefined;
  readonly only: readonly Verdict[] | undefined;
  readonly exclude: readonly Verdict[] | undefined;
  /** An absolute path. */
  readonly split: string | undefined;
  /** An absolute path. */
  readonly report: string | undefined;
  readonly reporters: readonly ReporterChoice[];
  readonly redact: boolean;
  readonly columns: readonly (typeof RESULT_COLUMNS)[number][] | undefined;
  readonly escapeFormulas: boolean;
  readonly failOn: readonly Verdict[];
  /** 0 to 100. */
  readonly maxUndeliverable: number | undefined;
  readonly minScore: number | undefined;
}

/** The flags that a job remembers for `batch resume`, by their names in RawFlags. */
const REMEMBERED = [
  ...['wait', 'output', 'force', 'format', 'json', 'only', 'exclude', 'split', 'columns'],
  ...['escapeFormulas', 'riskyRole', 'failOn', 'maxUndeliverable', 'minScore'],
  ...['report', 'reporter', 'redact'],
];

/** What a job remembers of the flags; paths absolute, since it may be resumed from anywhere. */
export function rememberedFlags(raw: RawFlags, cwd: string): RawFlags {
  const kept = REMEMBERED.filter((name) => raw[name] !== undefined);
  const flags = Object.fromEntries(kept.map((name) => [name, raw[name]]));
  for (const name of ['output', 'split', 'report']) {
    const path = flags[name];
    if (typeof path === 'string' && path !== '-') flags[name] = resolve(cwd, path);
  }
  if (typeof flags.output === 'string' && isStdout(flags.output)) flags.output = '-';
  const reporter = reporterChoices(raw, cwd).map(choiceText);
  return reporter.length > 0 ? { ...flags, reporter } : flags;
}

export function resultFlags(raw: RawFlags, cwd: string): ResultFlags {
  const flags = rememberedFlags(raw, cwd);
  const output = textFlag(flags, 'output');
  const report = textFlag(flags, 'report');
  const reporters = reporterChoices(raw, cwd);
  return {
    // What is told of results can be told only once they are there.
    wait: flags.wait === true || (output ?? report) !== undefined || reporters.length > 0,
    output,
    force: flags.force === true,
    format: outputFormat(raw, output),
    only: verdictsFlag(raw, 'only', '--only'),
    exclude: verdictsFlag(raw, 'exclude', '--exclude'),
    split: textFlag(flags, 'split'),
    report,
    reporters,
    redact: flags.redact === true,
    columns: listFlag(raw, 'columns', '--columns', RESULT_COLUMNS),
    escapeFormulas: raw.escapeFormulas === true,
    failOn: verdictsFlag(raw, 'failOn', '--fail-on') ?? [],
    maxUndeliverable: percentFlag(raw),
    minScore: wholeFlag(raw, 'minScore', { flag: '--min-score', least: 0, most: MAX_SCORE }),
  };
}

/** Text is no format for lists: the list's own serves instead. */
function outputFormat(raw: RawFlags, output: string | undefined): OutputFormat | undefined {
  const flag = raw.json === true ? 'json' : (textFlag(raw, 'format') as OutputFormat | undefined);
  const chosen = chooseFormat({ flag, output });
  return OUTPUT_FORMATS.find((format) => format === chosen);
}

function verdictsFlag(raw: RawFlags, name: string, flag: string) {
  return listFlag(raw, name, flag, VERDICTS);
}

function listFlag<T extends string>(
  raw: RawFlags,
  name: string,
  flag: string,
  known: readonly T[],
): T[] | undefined {
  const text = textFlag(raw, name);
  return text?.split(',').map((part) => oneOf(part.trim(), flag, known));
}

function choiceFlag<T extends string>(
  raw: RawFlags,
  name: string,
  flag: string,
  known: readonly T[],
): T | undefined {
  const text = textFlag(raw, name);
  return text === undefined ? undefined : oneOf(text.toLowerCase(), flag, known);
}

function oneOf<T extends string>(text: string, flag: string, known: readonly T[]): T {
  const found = known.find((value) => value === text);
  if (found !== undefined) return found;
  throw new MailvetError('usage', `${flag} does not know '${text}'`, {
    hint: `It takes ${known.join(', ')}`,
  });
}

/** By any name that the encoding goes by: `latin1`, `cp1252`, `UTF16`. */
function encodingFlag(raw: RawFlags): ListEncoding | undefined {
  const text = textFlag(raw, 'encoding');
  return text === undefined
    ? undefined
    : (parseEncoding(text) ?? oneOf(text, '--encoding', LIST_ENCODINGS));
}

const DELIMITERS: Readonly<Record<string, string>> = { tab: '\t', '\\t': '\t' };

function delimiterFlag(raw: RawFlags): string | undefined {
  const text = textFlag(raw, 'delimiter');
  if (text === undefined) return undefined;
  const character = DELIMITERS[text] ?? text;
  if (character.length === 1) return character;
  throw new MailvetError('usage', `--delimiter needs one character, not '${text}'`);
}

function percentFlag(raw: RawFlags): number | undefined {
  const text = textFlag(raw, 'maxUndeliverable');
  if (text === undefined) return undefined;
  const match = /^(\d+(?:\.\d+)?) ?%?$/.exec(text);
  const percent = match ? Number(match[1]) : Number.NaN;
  if (percent <= 100) return percent;
  throw new MailvetError('usage', `--max-undeliverable needs a percentage, not '${text}'`);
}

function textFlag(raw: RawFlags, name: string): string | undefined {
  const value = raw[name];
  return typeof value === 'string' ? value : undefined;
}
