import type iconvLite from 'iconv-lite';
import { type LetterSet, SINGLE_BYTE, WINDOWS_1252 } from './languages.ts';

type Iconv = typeof iconvLite;

/** How well words read in an encoding, each share from 0 to 1. */
interface Reading {
  readonly encoding: string;
  /** Words that are words of some language of the encoding. */
  readonly plausible: number;
  /** Words that are words of the one language that fits best. */
  readonly coherent: number;
}

interface SingleByteGuess {
  /** The encoding that surely is the list's; undefined where Windows-1252 may be as good. */
  readonly sure: string | undefined;
  /** Another encoding that reads as well as Windows-1252, or better. */
  readonly rival: string | undefined;
  /** Whether the words make sense as Windows-1252. */
  readonly isWestern: boolean;
}

/** Fewer words than that prove nothing. */
const FEWEST_WORDS = 3;

/**
 * Judges by words: an encoding is sure where nearly all of them are words of one of its languages,
 * while Windows-1252 makes symbols in words, capitals behind small letters, or letters of several
 * languages in one word of many of them.
 */
export function guessSingleByte(words: readonly string[], iconv: Iconv): SingleByteGuess {
  const western = readAs(words, WINDOWS_1252, iconv);
  const [best] = SINGLE_BYTE.map((letters) => readAs(words, letters, iconv))
    .filter(({ encoding }) => differs(words, encoding, iconv))
    .sort((a, b) => b.coherent - a.coherent);
  const isWestern = western.plausible >= 0.9;
  if (!best || best.coherent < 0.95) return { sure: undefined, rival: undefined, isWestern };
  const isBetter = best.coherent >= western.coherent + 0.2;
  const isSure = isBetter && western.plausible < 0.85;
  if (isSure && words.length >= FEWEST_WORDS) {
    return { sure: best.encoding, rival: undefined, isWestern };
  }
  const isRival = western.plausible < 0.9 || best.coherent > western.coherent;
  return { sure: undefined, rival: isRival ? best.encoding : undefined, isWestern };
}

function readAs(
  words: readonly string[],
  { encoding, languages, isOtherScript = false }: LetterSet,
  iconv: Iconv,
): Reading {
  const sets = languages.map((letters) => new Set(letters));
  const counts = sets.map(() => 0);
  let plausible = 0;
  for (const word of words) {
    const text = iconv.decode(Buffer.from(word, 'latin1'), encoding);
    const pieces = text.replace(NO_LETTERS, ' ').split(' ');
    const areWords = pieces.every((piece) => isWord(piece, isOtherScript));
    const fitting = areWords
      ? sets.map((letters) => pieces.every((piece) => fits(piece, letters)))
      : [];
    if (fitting.includes(true)) plausible++;
    fitting.forEach((fit, at) => {
      if (fit) counts[at] = (counts[at] ?? 0) + 1;
    });
  }
  const share = (count: number) => (words.length === 0 ? 0 : count / words.length);
  return { encoding, plausible: share(plausible), coherent: share(Math.max(...counts)) };
}

/** Letters alone, with a capital at the beginning or throughout (`McDonald` has two); no final sigma within. */
const WORD = /^(?!.*ς.)(?:\p{Lu}?\p{Ll}*|\p{Lu}+|(?:\p{Lu}\p{Ll}+){2,3}|\p{Lo}+)$/u;

/** Marks that stand between words, or before and behind them: `L’Œuvre`, `nº`, `¿Qué`. */
const NO_LETTERS = /[’‘“”„‚–—…«»‹›·•©®™°€\u00a0\u00ad]|(?<=^\p{L}{0,3})[ªº]$|^[¡¿]/gu;

function isWord(text: string, isOtherScript: boolean): boolean {
  return WORD.test(text) && !(isOtherScript && /[a-z]/i.test(text));
}

function fits(text: string, letters: ReadonlySet<string>): boolean {
  for (const char of text.toLowerCase()) {
    if (char > '\x7f' && char !== '\u0307' && !letters.has(char)) return false;
  }
  return true;
}

/** False where both encodings read the words alike: then either will do. */
function differs(words: readonly string[], encoding: string, iconv: Iconv): boolean {
  return words.some((word) => {
    const bytes = Buffer.from(word, 'latin1');
    return iconv.decode(bytes, encoding) !== iconv.decode(bytes, WINDOWS_1252.encoding);
  });
}
