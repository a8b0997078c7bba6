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
export function guessDoubleByte(cells: readonly string[]): DoubleByteGuess {
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

interface Counts {
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

function count(cells: readonly string[], { isLetter, isCommon, isSingle }: DoubleByte): Counts {
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
