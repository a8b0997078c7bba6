import { resolve, sep } from 'node:path';
import { MAX_SCORE } from '../../../contract/limits.ts';
import { VERDICTS, type Verdict } from '../../../contract/verdict.ts';
import { parseEncoding } from '../../../formats/inspect/encoding.ts';
import type { InspectOptions } from '../../../formats/inspect/inspect-list.ts';
import { COMMON_ENCODINGS, LIST_FORMATS, type ListEncoding } from '../../../formats/plan.ts';
import {
  LIST_COLUMNS,
  OUTPUT_FORMATS,
  type OutputFormat,
  type ResultColumn,
} from '../../../formats/write/output.ts';
import {
  CONDITION_FORMS,
  CONDITION_WORDS,
  type Condition,
  parseCondition,
  type RowFilter,
  toKeep,
} from '../../../formats/write/row-filter.ts';
import { LANGUAGES, type Language } from '../../../i18n/languages.ts';
import { MailvetError } from '../../../lib/errors.ts';
import type { Sample } from '../../../lists/file/job-record.ts';
import type { CommandLine } from '../../invocation.ts';
import { chooseFormat, type Format, reportFormat } from '../../io/format.ts';
import { isFolderName, isStdout } from '../../io/output-target.ts';
import {
  booleanFlag,
  choiceFlag,
  columnsFlag,
  conditionsFlag,
  findWord,
  listFlag,
  type RawFlags,
  sizeFlag,
  textFlag,
  wholeFlag,
} from '../../options/values.ts';
import { PROGRESS_MODES, type ProgressMode } from '../../render/progress.ts';
import { choiceText, type ReporterChoice, reporterChoices } from '../../reporters/choice.ts';

/** Which row of a mailbox is kept; `fullest`: the one with most cells that are filled. */
export const DEDUPE_MODES = ['first', 'last', 'fullest'] as const;
export type DedupeMode = (typeof DEDUPE_MODES)[number];

/** One list of `batch submit` and `clean`. */
export interface SubmitOptions {
  /** `-` and nothing stand for stdin. */
  readonly file: string | undefined;
  readonly reading: InspectOptions;
  readonly limits: SubmitLimits;
  readonly work: WorkOptions;
  readonly results: ResultOptions;
  /** The flags that the job keeps for `batch resume`. */
  readonly remembered: RememberedFlags;
  /** Results go to a file beside the list even where stdout is not a terminal. */
  readonly beside: boolean;
  /** `dns`: no mail host is asked. Undefined: as far as mail hosts. */
  readonly mode: 'dns' | undefined;
  /** Other lists are verified in the same run: the results of a file go beside it. */
  readonly isOneOfSeveral?: boolean;
}

/** Reads and checks every flag before anything else is done. */
export function parseSubmitOptions({ args, flags, context: { cwd } }: CommandLine): SubmitOptions {
  return {
    file: args[0],
    work: parseWorkOptions(flags),
    results: parseResultOptions(flags, cwd),
    limits: parseSubmitLimits(flags),
    reading: parseReadOptions(flags),
    remembered: rememberedFlags(flags, cwd),
    beside: false,
    mode: probeMode(flags),
  };
}

/**
 * `dns` with `--no-smtp`, and where only what needs no mail host decides which rows are left out: a fact that is in
 * memory is not worth a session for each address.
 */
export function probeMode(raw: RawFlags): 'dns' | undefined {
  if (raw.smtp !== undefined) return raw.smtp === false ? 'dns' : undefined;
  const excluded = [raw.exclude ?? []].flat().flatMap((words) => String(words).split(','));
  const others = OTHER_USES.some((name) => raw[name] !== undefined);
  return excluded.length > 0 && !others && excluded.every((word) => UNPROBED.has(word.trim()))
    ? 'dns'
    : undefined;
}

/** Conditions that no mail host is asked for. */
const UNPROBED: ReadonlySet<string> = new Set(['disposable', 'syntax', 'no_mx']);
/** Flags that want results. */
const OTHER_USES = [
  'only',
  'failOn',
  'maxUndeliverable',
  'minScore',
  'baseline',
  'due',
  'onlyDisputed',
];

/** `batch watch` and `batch results`. */
export interface IdsOptions {
  /** Batch ids, or job ids. */
  readonly ids: readonly string[];
  readonly work: WorkOptions;
  readonly results: ResultOptions;
}

export function parseIdsOptions({ args, flags, context: { cwd } }: CommandLine): IdsOptions {
  return {
    ids: args,
    work: parseWorkOptions(flags),
    results: parseResultOptions(flags, cwd),
  };
}

export interface ResumeOptions {
  readonly job: string | undefined;
  readonly work: WorkOptions;
  /** The result flags of this run, which override those that the job remembers. */
  resultsOver(remembered: RememberedFlags): ResultOptions;
}

export function parseResumeOptions({ args, flags, context: { cwd } }: CommandLine): ResumeOptions {
  // Checks the flags of this run before anything is done.
  parseResultOptions(flags, cwd);
  return {
    job: args[0],
    work: parseWorkOptions(flags),
    resultsOver: (remembered) => parseResultOptions({ ...remembered, ...flags }, cwd),
  };
}

/** Which addresses are sent: those that match any of these. */
export interface Selection {
  readonly due: boolean;
  /** Unknown, or disputed between verifiers. */
  readonly disputed: boolean;
}

/** Whether, and how much of, a new list is sent. */
export interface SubmitLimits {
  readonly dryRun: boolean;
  readonly maxAddresses: number | undefined;
  /** Bytes of the list. */
  readonly maxInput: number;
  readonly yes: boolean;
  readonly again: boolean;
  readonly sample: Sample | null;
  /** Which addresses are sent; undefined: all. */
  readonly selection?: Selection | undefined;
}

const DEFAULT_SEED = 1;
const DEFAULT_MAX_INPUT = 2_000_000_000;

function parseSubmitLimits(raw: RawFlags): SubmitLimits {
  const size = wholeFlag(raw, 'sample', { least: 1 });
  const seed = wholeFlag(raw, 'seed', { least: 0, most: 2 ** 32 - 1 });
  if (seed !== undefined && size === undefined) {
    throw new MailvetError('usage', '--seed belongs to --sample <n>');
  }
  const selection = selectionOf(raw);
  return {
    dryRun: raw.dryRun === true,
    maxAddresses: wholeFlag(raw, 'maxAddresses', { least: 0 }),
    maxInput: sizeFlag(raw, 'maxInput') ?? DEFAULT_MAX_INPUT,
    yes: raw.yes === true,
    // What is verified from time to time was submitted before.
    again: raw.again === true || selection !== undefined,
    selection,
    sample: size === undefined ? null : { size, seed: seed ?? DEFAULT_SEED },
  };
}

function selectionOf(raw: RawFlags): Selection | undefined {
  const selection = { due: raw.due === true, disputed: raw.onlyDisputed === true };
  if (!selection.due && !selection.disputed) return undefined;
  const flag = selection.due ? '--due' : '--only-disputed';
  if (raw.sample !== undefined)
    throw new MailvetError('usage', `${flag} and --sample do not go together`);
  if (raw.dryRun !== true) return selection;
  throw new MailvetError('usage', `${flag} and --dry-run do not go together`, {
    hint: 'mailvet due <list> shows which addresses are due, and asks nobody',
  });
}

/** How a job is worked on. */
export interface WorkOptions {
  /** Batches open at once; undefined: as many as suit the service. */
  readonly concurrency: number | undefined;
  readonly resendUnknown: boolean;
  readonly stopWhenBlind: boolean;
  /** Ctrl-C and SIGTERM also cancel what is open at the service. */
  readonly cancelOnInterrupt: boolean;
  readonly progress: ProgressMode;
}

function parseWorkOptions(raw: RawFlags): WorkOptions {
  return {
    concurrency: wholeFlag(raw, 'concurrency', { least: 1, most: 100 }),
    resendUnknown: raw.resendUnknown === true,
    stopWhenBlind: raw.stopWhenBlind === true,
    cancelOnInterrupt: raw.cancelOnInterrupt === true,
    progress: choiceFlag(raw, 'progress', { noun: 'mode', words: PROGRESS_MODES }) ?? 'auto',
  };
}

/** Where results go, which of them, and what makes them fall short. */
export interface ResultOptions {
  readonly wait: boolean;
  /** An absolute path, or `-`. One that ends in a slash is the folder of the results. */
  readonly output: string | undefined;
  readonly force: boolean;
  readonly format: OutputFormat | undefined;
  /** Which rows are written. */
  readonly filter: RowFilter;
  /** Whether a row is written; undefined where all are. */
  readonly keep: Condition | undefined;
  /** Absolute paths of the files for the tool that the list comes from, in the order of `TOOL_PARTS`; or none. */
  readonly toolFiles: readonly string[];
  /** An absolute path. */
  readonly split: string | undefined;
  /** Absolute paths. */
  readonly reports: readonly string[];
  /** Of reports, and of the summary in a workbook. */
  readonly lang: Language;
  readonly reporters: readonly ReporterChoice[];
  readonly redact: boolean;
  readonly riskyRole: boolean | undefined;
  /** Undefined: all. */
  readonly columns: readonly ResultColumn[] | undefined;
  readonly escapeFormulas: boolean;
  /** Whether address cells are written mended; undefined: as the list was submitted. */
  readonly fix?: boolean;
  /** Which row of a mailbox is written; undefined: all. */
  readonly dedupe: DedupeMode | undefined;
  readonly failOn: readonly Verdict[] | undefined;
  /** Whether a flag says the columns; else the policy may. */
  readonly namesColumns: boolean;
  /** 0 to 100. */
  readonly maxUndeliverable: number | undefined;
  readonly minScore: number | undefined;
  /** An absolute path: earlier results, of which only what got worse counts. */
  readonly baseline: string | undefined;
}

/** The result flags of a submission as its job keeps them: paths absolute. */
export type RememberedFlags = RawFlags;

/** The flags that a job remembers for `batch resume`, by their names in RawFlags. */
const REMEMBERED = [
  ...['wait', 'output', 'force', 'format', 'json', 'only', 'exclude', 'split', 'columns', 'dedupe'],
  ...['escapeFormulas', 'riskyRole', 'failOn', 'maxUndeliverable', 'minScore'],
  ...['report', 'lang', 'reporter', 'redact', 'baseline', 'toolFiles', 'usualColumns'],
];

/** What a job remembers of the flags; paths absolute, since it may be resumed from anywhere. */
function rememberedFlags(raw: RawFlags, cwd: string): RememberedFlags {
  const kept = REMEMBERED.filter((name) => raw[name] !== undefined);
  const flags = Object.fromEntries(kept.map((name) => [name, raw[name]]));
  for (const name of ['output', 'split', 'baseline']) {
    const path = flags[name];
    if (typeof path === 'string' && path !== '-') flags[name] = absolute(cwd, path);
  }
  if (typeof flags.output === 'string' && isStdout(flags.output)) flags.output = '-';
  const reporter = reporterChoices(raw, cwd).map(choiceText);
  const report = reportPaths(raw, cwd);
  return {
    ...flags,
    ...(report.length > 0 && { report }),
    ...(reporter.length > 0 && { reporter }),
  };
}

/** A slash at the end stays: it names a folder. */
function absolute(cwd: string, path: string): string {
  const whole = resolve(cwd, path);
  return isFolderName(path) && !isFolderName(whole) ? whole + sep : whole;
}

export function parseResultOptions(raw: RawFlags, cwd: string): ResultOptions {
  const flags = rememberedFlags(raw, cwd);
  const output = textFlag(flags, 'output');
  const reports = reportPaths(raw, cwd);
  const reporters = reporterChoices(raw, cwd);
  const filter = filterFlags(raw);
  return {
    // A report of results needs results.
    wait: flags.wait === true || output !== undefined || reports.length + reporters.length > 0,
    output,
    force: flags.force === true,
    format: outputFormat(raw),
    filter,
    keep: toKeep(filter),
    toolFiles: Array.isArray(flags.toolFiles) ? (flags.toolFiles as string[]) : [],
    split: textFlag(flags, 'split'),
    reports,
    lang: choiceFlag(raw, 'lang', { noun: 'language', words: LANGUAGES }) ?? 'en',
    reporters,
    redact: flags.redact === true,
    riskyRole: booleanFlag(flags, 'riskyRole'),
    columns: columnsFlag({ columns: raw.columns ?? raw.usualColumns }, LIST_COLUMNS),
    escapeFormulas: raw.escapeFormulas === true,
    ...(raw.fix !== undefined && { fix: raw.fix === true }),
    dedupe: choiceFlag(raw, 'dedupe', { noun: 'mode', words: DEDUPE_MODES }),
    failOn: listFlag(raw, 'failOn', { noun: 'verdict', words: VERDICTS, hint: shareHint }),
    namesColumns: raw.columns !== undefined,
    maxUndeliverable: percentFlag(raw),
    minScore: wholeFlag(raw, 'minScore', { least: 0, most: MAX_SCORE }),
    baseline: textFlag(flags, 'baseline'),
  };
}

/** The files of `--report`, each once. Older jobs remember one path. Throws `usage` for another format. */
function reportPaths({ report = [] }: RawFlags, cwd: string): string[] {
  const given = [report].flat() as string[];
  for (const path of given) reportFormat(path);
  return [...new Set(given.map((path) => resolve(cwd, path)))];
}

/** `text` is not a format for lists: the list keeps its own. */
function outputFormat(raw: RawFlags): OutputFormat | undefined {
  const named = textFlag(raw, 'output');
  const isFile = named !== undefined && !isStdout(named) && !isFolderName(named);
  const output = isFile ? named : undefined;
  const flag = raw.json === true ? 'json' : (textFlag(raw, 'format') as Format | undefined);
  const chosen = chooseFormat({ flag, output });
  return OUTPUT_FORMATS.find((format) => format === chosen);
}

/** Which rows are written by `--only` and `--exclude`. */
export function filterFlags(raw: RawFlags): RowFilter {
  return { only: conditions(raw, 'only'), exclude: conditions(raw, 'exclude') };
}

function conditions(raw: RawFlags, name: string): readonly Condition[] | undefined {
  return conditionsFlag(raw, name, {
    parse: parseCondition,
    words: CONDITION_WORDS,
    forms: CONDITION_FORMS,
    first: { noun: 'verdict', words: VERDICTS },
  });
}

/** `undeliverable>5%` is a share: another flag takes it. */
function shareHint(text: string): string | undefined {
  if (!/[<>=%]/.test(text)) return undefined;
  const [percent = '<percent>'] = /\d+(?:\.\d+)?/.exec(text) ?? [];
  return `For a share of undeliverable rows: --max-undeliverable ${percent}`;
}

function percentFlag(raw: RawFlags): number | undefined {
  const text = textFlag(raw, 'maxUndeliverable');
  if (text === undefined) return undefined;
  const match = /^(\d+(?:\.\d+)?) ?%?$/.exec(text);
  const percent = match ? Number(match[1]) : Number.NaN;
  if (percent <= 100) return percent;
  throw new MailvetError('usage', `--max-undeliverable needs a percentage, not '${text}'`);
}

/** How to read a list, as far as the user said so. */
export function parseReadOptions(raw: RawFlags): InspectOptions {
  const format = choiceFlag(raw, 'inputFormat', { noun: 'format', words: LIST_FORMATS });
  const encoding = encodingFlag(raw);
  const delimiter = delimiterFlag(raw);
  const coalesce = coalesceFlag(raw);
  const sheet = textFlag(raw, 'sheet');
  const skipLines = wholeFlag(raw, 'skipLines', { least: 0 });
  return {
    ...(format && { format }),
    ...(encoding && { encoding }),
    ...(delimiter !== undefined && { delimiter }),
    ...(typeof raw.header === 'boolean' && { header: raw.header }),
    ...(sheet !== undefined && { sheet }),
    ...(skipLines !== undefined && { skipLines }),
    ...(coalesce && { coalesce }),
    ...(Array.isArray(raw.column) && { columns: raw.column as string[] }),
    ...(raw.splitCells === true && { splitCells: true }),
  };
}

/** By any name that the encoding goes by: `latin1`, `cp1252`, `UTF16`. */
function encodingFlag(raw: RawFlags): ListEncoding | undefined {
  const text = textFlag(raw, 'encoding');
  return text === undefined
    ? undefined
    : (parseEncoding(text) ??
        findWord(text, 'encoding', { noun: 'encoding', words: COMMON_ENCODINGS }));
}

const DELIMITERS: Readonly<Record<string, string>> = { tab: '\t', '\\t': '\t' };

function delimiterFlag(raw: RawFlags): string | undefined {
  const text = textFlag(raw, 'delimiter');
  if (text === undefined) return undefined;
  const character = DELIMITERS[text] ?? text;
  if (character.length === 1) return character;
  throw new MailvetError('usage', `--delimiter needs one character, not '${text}'`, {
    option: 'delimiter',
  });
}

/** Names with commas between, or one a flag: a name may hold a comma. */
function coalesceFlag(raw: RawFlags): readonly string[] | undefined {
  if (!Array.isArray(raw.coalesce)) return undefined;
  if (raw.column !== undefined) {
    throw new MailvetError('usage', '--column and --coalesce do not go together', {
      hint: [
        {
          code: 'terminal',
          text: 'Use --column to verify each column, --coalesce to take the first that is filled',
        },
      ],
    });
  }
  const given = raw.coalesce as readonly string[];
  const names = given.length > 1 ? given : (given[0] ?? '').split(',').map((name) => name.trim());
  if (names.length > 1) return names;
  throw new MailvetError('usage', `--coalesce needs two columns or more, not '${given.join()}'`, {
    hint: [{ code: 'terminal', text: 'Write it as --coalesce "E-mail 1,E-mail 2"' }],
  });
}
