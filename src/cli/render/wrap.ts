import { withoutEnd } from '../../lib/address-parts.ts';
import type { Output } from '../context.ts';
import { loadTextWidth } from './table.ts';

export type WidthOf = (text: string) => number;

/**
 * A line for people, as lines of at most `columns`: broken between words, and between the characters of
 * languages that write without spaces. The lines behind the first are indented: to the text behind a label, else
 * two characters deeper than the first. Commands, paths and addresses are never broken: one that is
 * longer than a line has a line of its own, and the terminal goes on below.
 */
export function wrapLine(line: string, columns: number, widthOf: WidthOf): string[] {
  if (widthOf(line) <= columns) return [line];
  const indent = hangingIndent(line, columns, widthOf);
  const lines: string[] = [];
  let current = '';
  for (const { text, gap } of pieces(line)) {
    const longer = `${current}${gap}${text}`;
    const isFirst = current.trim() === '';
    if (isFirst || widthOf(longer) <= columns) {
      current = longer;
      continue;
    }
    lines.push(current);
    current = `${indent}${text}`;
  }
  return [...lines, current];
}

interface Piece {
  readonly text: string;
  /** The spaces before it. */
  readonly gap: string;
}

/** What must stay together, in order. */
function pieces(line: string): Piece[] {
  const words = [...line.trimEnd().matchAll(/( *)([^ ]+)/g)].flatMap(([, gap = '', word = '']) =>
    word.split(BEFORE_COMMAND).map((text, at) => ({ gap: at === 0 ? gap : '', text })),
  );
  return joinCommands(words).flatMap(({ gap, text }) =>
    text.split(BETWEEN_WIDE).map((part, at) => ({ gap: at === 0 ? gap : '', text: part })),
  );
}

/** Japanese has no space before a command. */
const BEFORE_COMMAND = /(?<=[：、。；（])(?=mailvet\b)/;

/** Han and kana may be followed by a new line, but for what closes a phrase. */
const BETWEEN_WIDE =
  /(?<=[\p{sc=Han}\p{sc=Hiragana}\p{sc=Katakana}、。）」])(?=[\p{sc=Han}\p{sc=Hiragana}\p{sc=Katakana}（「])/u;

/** Joins the words of each command into one. */
function joinCommands(words: readonly Piece[]): Piece[] {
  const joined: Piece[] = [];
  let command: string[] = [];
  for (const word of words) {
    const last = joined.at(-1);
    if (last && isCommandWord(command, word.text)) {
      joined[joined.length - 1] = { ...last, text: `${last.text}${word.gap}${word.text}` };
      command.push(word.text);
      continue;
    }
    joined.push(word);
    command = [word.text];
  }
  return joined;
}

/** A label and the spaces behind it. */
const LABEL = / {2,}/g;
/** Of the columns that a label takes at most. */
const LABEL_SHARE = 0.6;

function hangingIndent(line: string, columns: number, widthOf: WidthOf): string {
  const most = columns * LABEL_SHARE;
  const ends = [...line.trimEnd().matchAll(LABEL)]
    .map(({ index, 0: gap }) => widthOf(line.slice(0, index)) + gap.length)
    .filter((end) => end <= most);
  const leading = /^ */.exec(line)?.[0].length ?? 0;
  return ' '.repeat(Math.max(...ends, leading < 4 ? leading + 2 : leading));
}

const COMMANDS = new Set(
  (
    'verify clean scan batch history jobs login logout whoami config serve work mcp listen admin doctor health ' +
    'completion help commands open submit watch cancel list results retry resume forget get set unset path ' +
    'bash zsh fish pwsh migrate check copy webhook suppression key team lists invite providers version'
  ).split(' '),
);

/** Flags with a value that may be a plain word. */
const WORD_FLAGS = ['--profile', '--format', '--base-url', '--api-key-file', '--ca-file', '-o'];

/** What no sentence has: a flag, a placeholder, an id, a path, an address, a quoted word. */
const ARGUMENT = /^(?:--?[\w-]*$|--?[\w-]+=|[<'"…|]|[^\s./@=_:*]*[./@=_:*]\S*\w|-$)/;

/**
 * Whether a word belongs to the command, or the flag with its value, that the words before are: a
 * command that is broken over two lines can't be copied.
 */
function isCommandWord(before: readonly string[], word: string): boolean {
  const [first = ''] = before;
  const last = before.at(-1) ?? '';
  if (/[,;:)]$/.test(last)) return false;
  const isFlag = /^\(?--?[a-z]/.test(last);
  if (isFlag && (/^[<']/.test(word) || WORD_FLAGS.includes(last))) return true;
  if (isOpenQuote(before)) return true;
  if (!/^[(`'"]?(?:mailvet|npx)$/.test(first)) return false;
  const bare = withoutEnd(word, ',;:).');
  const isCommand = COMMANDS.has(bare) && before.slice(1).every((each) => COMMANDS.has(each));
  return isCommand || bare === 'mailvet' || ARGUMENT.test(word) || ARGUMENT.test(bare);
}

/** A shell's quoted word with a space in it. */
function isOpenQuote(before: readonly string[]): boolean {
  const text = before.join(' ');
  return /^['"]|[ =]'/.test(text) && text.split("'").length % 2 === 0;
}

/** Narrower terminals are written to as if they had as many columns. */
const LEAST_COLUMNS = 20;

/** Writes lines for people in one piece; on a terminal they are wrapped between words. */
export async function printLines(output: Output, lines: readonly string[]): Promise<void> {
  const wrapped = await wrapLines(output, lines);
  await output.write(wrapped.map((line) => `${line}\n`).join(''));
}

async function wrapLines(output: Output, lines: readonly string[]): Promise<readonly string[]> {
  const { isTTY, columns } = output;
  if (!isTTY || columns === undefined) return lines;
  const available = Math.max(LEAST_COLUMNS, columns);
  if (lines.every((line) => line.length <= available && /^[\x20-\x7e]*$/.test(line))) return lines;
  const widthOf = await loadTextWidth();
  return lines.flatMap((line) => wrapLine(line, available, widthOf));
}
