import type iconvLite from 'iconv-lite';
import type { ListEncoding } from '../plan.ts';

interface DoubleByte {
  readonly encoding: string;
  /** Whether two bytes are a letter. */
  readonly isLetter: (lead: number, trail: number) => boolean;
  /** Whether it is one of those that most texts are made of. */
  readonly isCommon: (lead: number, trail: number) => boolean;
  /** Whether a byte is a letter by itself. */
  readonly isSingle: (byte: number) => boolean;
}

const within = (byte: number, first: number, last: number) => byte >= first && byte <= last;
const NEVER = () => false;

/** Leads and trails of the encodings of East Asia, with the rows of their everyday letters. */
const SHIFT_JIS: DoubleByte = {
  encoding: 'shift_jis',
  isLetter: (lead, trail) =>
    (within(lead, 0x81, 0x9f) || within(lead, 0xe0, 0xfc)) &&
    within(trail, 0x40, 0xfc) &&
    trail !== 0x7f,
  isCommon: (lead) => within(lead, 0x81, 0x84) || within(lead, 0x88, 0x9f),
  isSingle: (byte) => within(byte, 0xa1, 0xdf),
};
const EUC_JP: DoubleByte = {
  encoding: 'euc-jp',
  isLetter: (lead, trail) => within(lead, 0xa1, 0xfe) && within(trail, 0xa1, 0xfe),
  isCommon: (lead) => within(lead, 0xa1, 0xa5) || within(lead, 0xb0, 0xcf),
  isSingle: NEVER,
};
const EUC_KR: DoubleByte = {
  encoding: 'euc-kr',
  isLetter: (lead, trail) => within(lead, 0xa1, 0xfe) && within(trail, 0xa1, 0xfe),
  isCommon: (lead) => within(lead, 0xb0, 0xc8),
  isSingle: NEVER,
};
const GB18030: DoubleByte = {
  encoding: 'gb18030',
  isLetter: (lead, trail) =>
    within(lead, 0x81, 0xfe) && within(trail, 0x40, 0xfe) && trail !== 0x7f,
  isCommon: (lead, trail) => within(lead, 0xb0, 0xd7) && within(trail, 0xa1, 0xfe),
  isSingle: NEVER,
};
const BIG5: DoubleByte = {
  encoding: 'big5',
  isLetter: (lead, trail) =>
    within(lead, 0xa1, 0xf9) && (within(trail, 0x40, 0x7e) || within(trail, 0xa1, 0xfe)),
  isCommon: (lead) => within(lead, 0xa4, 0xc6),
  isSingle: NEVER,
};

interface DoubleByteGuess {
  /** The encoding that surely is the list's. */
  readonly sure: string | undefined;
  /** One that it may be. */
  readonly rival: string | undefined;
}

/** Letters by which an encoding is known for sure. */
const FEWEST_LETTERS = 6;
/** Letters after which chance no longer keeps out of the rows that another encoding lacks. */
const ENOUGH_LETTERS = 20;
const NEARLY_ALL = 0.9;
/** Letters of East Asia stand together; an umlaut stands among ASCII letters. */
const CHAINED = 0.7;

/** Judges by which pairs of bytes there are; cells are Latin-1, a byte a character. */
function guessDoubleByte(cells: readonly string[]): DoubleByteGuess {
  const counts = new Map(
    [SHIFT_JIS, EUC_JP, EUC_KR, GB18030, BIG5].map((one) => [one, count(cells, one)]),
  );
  const common = (one: DoubleByte) => counts.get(one)?.common ?? 0;
  const letters = Math.max(...[...counts.values()].map((each) => each.letters));
  const good = [...counts].filter(
    ([, { letters: some, broken, common: share, chained }]) =>
      some >= 2 && broken <= some * 0.01 && share >= NEARLY_ALL && chained >= CHAINED,
  );
  const [first] = good.map(([one]) => one.encoding);
  const unsure = { sure: undefined, rival: first };
  if (first === undefined || letters < FEWEST_LETTERS) return unsure;
  const has = (one: DoubleByte) => good.some(([each]) => each === one);
  const sure = ({ encoding }: DoubleByte) => ({ sure: encoding, rival: undefined });
  if (has(SHIFT_JIS)) return sure(SHIFT_JIS);
  if (has(EUC_JP) && (counts.get(EUC_JP)?.kana ?? 0) >= 0.05) return sure(EUC_JP);
  if (has(EUC_KR) && common(EUC_KR) >= 0.98) {
    return letters >= ENOUGH_LETTERS ? sure(EUC_KR) : { sure: undefined, rival: 'euc-kr' };
  }
  if (has(GB18030) && !has(BIG5)) return sure(GB18030);
  if (has(BIG5) && !has(GB18030)) return sure(BIG5);
  return unsure;
}

interface LetterCounts {
  readonly letters: number;
  /** Bytes that are not letters. */
  readonly broken: number;
  /** Share of the letters that are everyday ones. */
  readonly common: number;
  /** Share of the letters that follow or precede another. */
  readonly chained: number;
  /** Share of the letters that are kana, in the rows of EUC. */
  readonly kana: number;
}

function count(
  cells: readonly string[],
  { isLetter, isCommon, isSingle }: DoubleByte,
): LetterCounts {
  const counts = { letters: 0, broken: 0, common: 0, chained: 0, kana: 0 };
  for (const cell of cells) {
    let run = 0;
    const endRun = () => {
      if (run > 1) counts.chained += run;
      run = 0;
    };
    for (let at = 0; at < cell.length; at++) {
      const [lead, trail] = [cell.charCodeAt(at), cell.charCodeAt(at + 1)];
      const isPair = lead >= 0x80 && isLetter(lead, trail);
      if (!isPair && !(lead >= 0x80 && isSingle(lead))) {
        endRun();
        if (lead >= 0x80) counts.broken++;
        continue;
      }
      run++;
      counts.letters++;
      if (!isPair) continue;
      if (isCommon(lead, trail)) counts.common++;
      if (lead === 0xa4 || lead === 0xa5) counts.kana++;
      at++;
    }
    endRun();
  }
  const share = (number: number) => (counts.letters === 0 ? 0 : number / counts.letters);
  const { letters, broken, common, chained, kana } = counts;
  return { letters, broken, common: share(common), chained: share(chained), kana: share(kana) };
}

type Iconv = typeof iconvLite;

/** How well words read in an encoding, each share from 0 to 1. */
interface EncodingFit {
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
function guessSingleByte(words: readonly string[], iconv: Iconv): SingleByteGuess {
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
): EncodingFit {
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
const PLAUSIBLE_WORD = /^(?!.*ς.)(?:\p{Lu}?\p{Ll}*|\p{Lu}+|(?:\p{Lu}\p{Ll}+){2,3}|\p{Lo}+)$/u;

/** Marks that stand between words, or before and behind them: `L’Œuvre`, `nº`, `¿Qué`. */
const NO_LETTERS = /[’‘“”„‚–—…«»‹›·•©®™°€\u00a0\u00ad]|(?<=^\p{L}{0,3})[ªº]$|^[¡¿]/gu;

function isWord(text: string, isOtherScript: boolean): boolean {
  return PLAUSIBLE_WORD.test(text) && !(isOtherScript && /[a-z]/i.test(text));
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
