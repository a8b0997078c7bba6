import type { ListEncoding } from '../../plan.ts';
import { guessDoubleByte } from './double-byte.ts';
import { guessSingleByte } from './single-byte.ts';

/** A word as an encoding reads it. */
export interface EncodingReading {
  readonly encoding: ListEncoding;
  /** Words of the list, in this encoding. */
  readonly words: readonly string[];
}

/** Why an encoding is not certain. */
export interface EncodingDoubt {
  /** How the list is read, and how else it could be; only the first if nothing else fits. */
  readonly readings: readonly EncodingReading[];
}

interface EncodingGuess {
  readonly encoding: ListEncoding;
  readonly doubt?: EncodingDoubt;
}

const DEFAULT = 'windows-1252';
/** Words that show how an encoding reads. */
const SHOWN_WORDS = 3;

/**
 * The encoding of text that is neither UTF-8 nor UTF-16: what its bytes prove, else Windows-1252,
 * with a doubt where another one may be right.
 */
export async function guessEncoding(chunks: AsyncIterable<Buffer>): Promise<EncodingGuess> {
  const { default: iconv } = await import('iconv-lite');
  const { words, cells } = await readByteWords(chunks);
  const double = guessDoubleByte(cells);
  if (double.sure) return { encoding: double.sure };
  // A byte by itself is a mark more often than a word.
  const single = guessSingleByte(
    words.filter(({ length }) => length > 1),
    iconv,
  );
  if (single.sure) return { encoding: single.sure };
  const rival = single.rival ?? (single.isWestern ? undefined : double.rival);
  if (rival === undefined && (single.isWestern || words.length === 0)) return { encoding: DEFAULT };
  const decode = (word: string, encoding: string) =>
    iconv.decode(Buffer.from(word, 'latin1'), encoding);
  const source = rival === double.rival && rival !== single.rival ? cells : words;
  const differing = source.filter(
    (word) => rival === undefined || decode(word, rival) !== decode(word, DEFAULT),
  );
  const shown = differing.slice(0, SHOWN_WORDS);
  const readings = [DEFAULT, ...(rival === undefined ? [] : [rival])].map((encoding) => ({
    encoding,
    words: shown.map((word) => decode(word, encoding)),
  }));
  return { encoding: DEFAULT, doubt: { readings } };
}

/** Words with bytes beyond ASCII that are looked at: enough to judge an encoding by. */
const MAX_WORDS = 5000;
const MAX_WORD_LENGTH = 60;

/**
 * The words of a text of unknown encoding that have a byte beyond ASCII, each once, as Latin-1: a
 * byte a character. And the cells around them, since a letter of two bytes may end in an ASCII one.
 */
interface ByteWords {
  readonly words: readonly string[];
  readonly cells: readonly string[];
}

async function readByteWords(chunks: AsyncIterable<Buffer>): Promise<ByteWords> {
  const words = new Set<string>();
  const cells = new Set<string>();
  let held = '';
  for await (const chunk of chunks) {
    const text = held + chunk.toString('latin1');
    const end = text.lastIndexOf('\n') + 1;
    // A text of one endless line is cut anywhere.
    held = end === 0 && text.length > 1_000_000 ? '' : text.slice(end);
    gather(end === 0 && held === '' ? text : text.slice(0, end), words, cells);
    if (words.size >= MAX_WORDS) break;
  }
  gather(held, words, cells);
  return { words: [...words], cells: [...cells] };
}

const WORD = /[A-Za-z\x80-\xff]+/g;
const CELL = /[^\r\n\t,;"]+/g;
const BEYOND_ASCII = /[\x80-\xff]/;
/** Bytes of a cell that are looked at: its start shows its encoding. */
const MAX_CELL_LENGTH = 4096;

function gather(text: string, words: Set<string>, cells: Set<string>): void {
  for (const [whole] of text.matchAll(CELL)) {
    if (words.size >= MAX_WORDS) return;
    const cell = startOf(whole);
    if (!BEYOND_ASCII.test(cell)) continue;
    cells.add(cell);
    for (const [word] of cell.matchAll(WORD)) {
      if (word.length <= MAX_WORD_LENGTH && BEYOND_ASCII.test(word)) words.add(word);
    }
  }
}

/** Cut where two bytes of one letter can't be taken apart, if there is such a place: behind an ASCII byte that is no trail. */
function startOf(cell: string): string {
  if (cell.length <= MAX_CELL_LENGTH) return cell;
  const start = cell.slice(0, MAX_CELL_LENGTH);
  return start.slice(0, start.search(/[ -/][^ -/]*$/) + 1) || start;
}
