import type iconvLite from 'iconv-lite';

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

/** Letters beyond ASCII of the languages that an encoding was made for, in lower case. */
interface LetterSet {
  readonly encoding: string;
  readonly languages: readonly string[];
  /** Whether Latin letters stand in no word with these. */
  readonly isOtherScript?: boolean;
}

const WESTERN = [
  'äöüß',
  'àâçéèêëîïôûùüÿœæ',
  'áéíóúüñ',
  'áàâãçéêíóôõúü',
  'àáèéìíîòóùú',
  'åäöé',
  'æøåé',
  'áéíóúýðþæö',
  'äëïöüéèê',
];
const CENTRAL = [
  'ąćęłńóśźż',
  'áčďéěíňóřšťúůýžöüä',
  'áäčďéíĺľňóôŕšťúýžöü',
  'áéíóöőúüűä',
  'ăâîșțşţ',
  'čćđšžöüä',
  'çë',
];
const TURKISH = ['çğıöşüâîûi'];
const BALTIC = ['ąčęėįšųūž', 'āčēģīķļņšūžōŗ', 'äöüõšž'];
const GREEK = ['αβγδεζηθικλμνξοπρστυφχψωςάέήίόύώϊϋΐΰ'];
const HEBREW = ['אבגדהוזחטיךכלםמןנסעףפץצקרשת'];
const CYRILLIC = [
  'абвгдеёжзийклмнопрстуфхцчшщъыьэюя',
  'абвгґдеєжзиіїйклмнопрстуфхцчшщьюя',
  'абвгдежзийклмнопрстуфхцчшщъьюя',
  'абвгдђежзијклљмнњопрстћуфхцчџшѓѕќ',
];

/** Encodings of one byte a letter, with the likelier one first where two read alike. */
const SINGLE_BYTE: readonly LetterSet[] = [
  { encoding: 'windows-1250', languages: CENTRAL },
  { encoding: 'windows-1255', languages: HEBREW, isOtherScript: true },
  // Before Cyrillic, which reads Greek words, too: Russian ones have a final sigma within as Greek.
  { encoding: 'windows-1253', languages: GREEK, isOtherScript: true },
  { encoding: 'windows-1251', languages: CYRILLIC, isOtherScript: true },
  { encoding: 'windows-1254', languages: TURKISH },
  { encoding: 'windows-1257', languages: BALTIC },
  { encoding: 'iso-8859-2', languages: CENTRAL },
  { encoding: 'koi8-r', languages: CYRILLIC.slice(0, 1), isOtherScript: true },
  { encoding: 'iso-8859-5', languages: CYRILLIC, isOtherScript: true },
  { encoding: 'cp866', languages: CYRILLIC.slice(0, 1), isOtherScript: true },
  { encoding: 'macintosh', languages: [WESTERN.join('')] },
  { encoding: 'cp850', languages: [WESTERN.join('')] },
];

const WINDOWS_1252: LetterSet = { encoding: 'windows-1252', languages: WESTERN };
