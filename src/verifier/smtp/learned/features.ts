/** A reply as the model sees it. */
export interface ModelInput {
  /** `550`. */
  readonly code: string;
  /** RFC 3463; empty without one. */
  readonly enhanced: string;
  /** The reply without echoes, folded, in lower case: what rules see. */
  readonly text: string;
}

/** Views are scaled apart, so that a long text does not drown its code: words, letters, codes. */
export type View = 0 | 1 | 2;

/** Rows of the table: a power of two, so that few features share a row. */
export const ROWS = 2 ** 17;

/** Called for each feature, with its row, and its place in the words where it has one. */
type VisitFeature = (view: View, row: number, start: number, end: number) => void;

/** In words: what follows is help and links. */
const MAX_WORDS = 60;
const WORD = /[\p{L}\p{M}\p{N}]+(?:'\p{L}+)*/gu;
const IP_ADDRESS = /\d{1,3}(?:\.\d{1,3}){3}/g;

/** The words of a reply between single spaces. Words with digits name a message or a host: each is `0`. */
export function toWords(text: string): string {
  const words = text.replace(IP_ADDRESS, ' ip ').match(WORD) ?? [];
  const plain = words.slice(0, MAX_WORDS).map((word) => (/\p{N}/u.test(word) ? '0' : word));
  return ` ${plain.join(' ')} `;
}

/** Up to three words in a row, letters in a row within a word, and the codes. */
export function visitFeatures(words: string, input: ModelInput, visit: VisitFeature): void {
  visitWords(words, visit);
  const { code, enhanced } = input;
  for (const part of ['', code, code.slice(0, 1), enhanced, enhanced.slice(0, 3)])
    visit(2, hash(part, 0, part.length, CODE_SEED), 0, 0);
}

function visitWords(words: string, visit: VisitFeature): void {
  let last = 0;
  let lastButOne = 0;
  for (let start = 1; start < words.length; ) {
    const end = words.indexOf(' ', start);
    visit(0, hash(words, start, end, WORD_SEED), start, end);
    if (last > 0) visit(0, hash(words, last, end, WORD_SEED), last, end);
    if (lastButOne > 0) visit(0, hash(words, lastButOne, end, WORD_SEED), lastButOne, end);
    visitLetters(words, start - 1, end + 1, visit);
    lastButOne = last;
    last = start;
    start = end + 1;
  }
}

/** Letters from the space before a word to the one after it. Other scripts say more with fewer letters. */
function visitLetters(words: string, start: number, end: number, visit: VisitFeature): void {
  const least = words.charCodeAt(start + 1) < FIRST_OF_OTHER_SCRIPTS ? 3 : 2;
  for (let size = least; size <= least + 2; size += 1) {
    for (let at = start; at + size <= end; at += 1)
      visit(1, hash(words, at, at + size, LETTER_SEED), at, at + size);
  }
}

const FIRST_OF_OTHER_SCRIPTS = 0x250;

const WORD_SEED = 0x811c9dc5;
const LETTER_SEED = 0x2f0b4c47;
const CODE_SEED = 0x5bd1e995;

/** FNV-1a over UTF-16 units. */
function hash(text: string, start: number, end: number, seed: number): number {
  let value = seed;
  for (let at = start; at < end; at += 1)
    value = Math.imul(value ^ text.charCodeAt(at), 0x01000193);
  return ((value >>> 15) ^ value) & (ROWS - 1);
}
