import { COLUMN_PRESETS, isPreset, type ResultColumn } from '../../formats/write/output.ts';
import { closestWord, knownWordsHint } from '../../lib/did-you-mean.ts';
import { parseDuration } from '../../lib/duration.ts';
import { MailvetError } from '../../lib/errors.ts';
import { parseSize } from '../../lib/size.ts';

/**
 * The flags of a command and of the program as commander gives them, by their names in camel case.
 * Only option parsers read them; all other code has typed records.
 */
export type RawFlags = Readonly<Record<string, unknown>>;

/** How the user writes a flag: `maxAddresses` → `--max-addresses`. */
function flagName(name: string): string {
  return `--${kebab(name)}`;
}

function kebab(name: string): string {
  return name.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`);
}

export function textFlag(flags: RawFlags, name: string): string | undefined {
  const value = flags[name];
  return typeof value === 'string' ? value : undefined;
}

const LONGEST_DURATION = 365 * 24 * 60 * 60 * 1000;

/** A duration flag in milliseconds. */
export function durationFlag(flags: RawFlags, name: string): number | undefined {
  const value = textFlag(flags, name);
  if (value === undefined) return undefined;
  const duration = parseDuration(value);
  if (duration !== undefined && duration > LONGEST_DURATION) {
    throw new MailvetError('usage', `${flagName(name)} is at most 365d, not '${value}'`);
  }
  if (duration !== undefined) return duration;
  const message = `${flagName(name)} needs a duration with its unit, not '${value}'`;
  throw new MailvetError('usage', message, { hint: 'Write it as 500ms, 30s, 5m or 2h' });
}

/** A size flag in bytes. */
export function sizeFlag(flags: RawFlags, name: string): number | undefined {
  const value = textFlag(flags, name);
  if (value === undefined) return undefined;
  const size = parseSize(value);
  if (size !== undefined) return size;
  const message = `${flagName(name)} needs a size, not '${value}'`;
  throw new MailvetError('usage', message, { hint: 'Write it as 500MB or 2GB' });
}

/** A whole number within bounds. */
export function wholeFlag(
  flags: RawFlags,
  name: string,
  { least, most }: { readonly least: number; readonly most?: number },
): number | undefined {
  const value = textFlag(flags, name);
  if (value === undefined) return undefined;
  const number = /^\d+$/.test(value) ? Number(value) : Number.NaN;
  if (number >= least && number <= (most ?? Number.MAX_SAFE_INTEGER)) return number;
  const range = most === undefined ? `from ${least}` : `${least} to ${most}`;
  throw new MailvetError(
    'usage',
    `${flagName(name)} needs a whole number ${range}, not '${value}'`,
  );
}

/** A boolean flag, as in `--risky-role false`. */
export function booleanFlag(flags: RawFlags, name: string): boolean | undefined {
  const value = textFlag(flags, name);
  return value === undefined ? undefined : findWord(value, name, BOOLEANS) === 'true';
}

/** The words that a flag takes, and what one of them is called. */
interface Words<T extends string> {
  /** The noun for the error: `verdict`. */
  readonly noun: string;
  readonly words: readonly T[];
  /** What else to do about a value; undefined: the nearest word, and all words. */
  readonly hint?: (text: string) => string | undefined;
}

const BOOLEANS = { noun: 'value', words: ['true', 'false'] } as const;

/** One of some words, in any case. */
export function choiceFlag<T extends string>(
  flags: RawFlags,
  name: string,
  known: Words<T>,
): T | undefined {
  const text = textFlag(flags, name);
  return text === undefined ? undefined : findWord(text.toLowerCase(), name, known);
}

/** Several of some words, comma-separated. */
export function listFlag<T extends string>(
  flags: RawFlags,
  name: string,
  known: Words<T>,
): readonly T[] | undefined {
  const parts = textFlag(flags, name)?.split(',');
  return parts?.map((part) => findWord(part.trim(), name, known));
}

/** Returns the word; throws `usage` with the nearest known word. */
export function findWord<T extends string>(
  text: string,
  name: string,
  { noun, words, hint }: Words<T>,
): T {
  const found = words.find((word) => word === text);
  if (found !== undefined) return found;
  throw new MailvetError('usage', `Unknown ${noun} '${text}' for ${flagName(name)}`, {
    option: kebab(name),
    hint: hint?.(text) ?? knownWordsHint(text, plural(noun), words),
  });
}

/** What reads a condition, and the words that are one. */
interface Conditions<T> {
  readonly parse: (text: string) => T | undefined;
  /** The words that most want come first. */
  readonly words: readonly string[];
  readonly forms: readonly string[];
  /** The first words, and what one of them is called. */
  readonly first: Words<string>;
}

/** Several conditions, comma-separated. */
export function conditionsFlag<T>(
  flags: RawFlags,
  name: string,
  known: Conditions<T>,
): readonly T[] | undefined {
  const parts = textFlag(flags, name)?.split(',');
  return parts?.map((part) => {
    const text = part.trim();
    const found = known.parse(text.toLowerCase());
    if (found === undefined) throw unknownCondition(text, name, known);
    return found;
  });
}

function unknownCondition<T>(text: string, name: string, known: Conditions<T>): MailvetError {
  const { words, forms, first } = known;
  const near = closestWord(text, words);
  const isFirst = near === undefined || first.words.includes(near);
  const question = near === undefined ? '' : `Did you mean '${near}'? `;
  const list = `${plural(first.noun)}: ${first.words.join(', ')}`;
  const rest = `Others: a reason, a detail, free, role, disposable, ${forms.join(', ')}`;
  return new MailvetError(
    'usage',
    `Unknown ${isFirst ? first.noun : 'condition'} '${text}' for ${flagName(name)}`,
    { option: kebab(name), hint: `${question}${list}. ${rest}` },
  );
}

/** `Verdicts` for `verdict`. */
function plural(noun: string): string {
  return `${noun.charAt(0).toUpperCase()}${noun.slice(1)}s`;
}

/** Names of columns, or one of the presets. Undefined for those of every output. */
export function columnsFlag(
  raw: RawFlags,
  columns: readonly ResultColumn[],
): readonly ResultColumn[] | undefined {
  const named = textFlag(raw, 'columns')?.trim().toLowerCase() ?? 'all';
  if (isPreset(named)) return COLUMN_PRESETS[named];
  return listFlag(raw, 'columns', { noun: 'column', words: columns });
}
