import { VERDICTS, type Verdict } from '../../contract/verdict.ts';
import { counted } from '../../lib/wording.ts';
import { type Palette, PLAIN } from '../io/colour.ts';
import {
  leftText,
  leftWord,
  type ProgressMoment,
  percentDone,
  rateText,
  waitingText,
  waitingWords,
} from './progress.ts';

/** A part of the line; empty where there is nothing to say. */
type Part = (moment: ProgressMoment, palette: Palette) => string;

/**
 * The progress of a list as one line of at most `width` characters. As the terminal gets narrower,
 * the rate goes, the bar, the verdicts, the time left.
 */
export function barLine(moment: ProgressMoment, width: number, palette: Palette): string {
  const fits = (parts: readonly Part[]) => joined(parts, moment, PLAIN).length <= width;
  const layouts = width >= WORDS_FROM ? [...WIDE, ...NARROW] : NARROW;
  const parts = layouts.find(fits);
  return parts
    ? joined(parts, moment, palette)
    : percent(moment, palette).slice(0, width).trimEnd();
}

function joined(parts: readonly Part[], moment: ProgressMoment, palette: Palette): string {
  const texts = parts.map((part) => part(moment, palette));
  return ` ${texts.filter((text) => text !== '').join(' | ')}`;
}

const percent: Part = (moment) => `${percentDone(moment)} %`;

const bar =
  (cells: number): Part =>
  (moment, palette) => {
    const full = Math.round((percentDone(moment) / 100) * cells);
    return `${'█'.repeat(full)}${'░'.repeat(cells - full)} ${percent(moment, palette)}`;
  };

const count: Part = ({ done, total }) => `${counted(done)}/${counted(total)}`;
const waits: Part = (moment) => waitingText(moment);
const waitsShort: Part = (moment) => waitingWords(moment);
const rate: Part = (moment) => rateText(moment);
const left: Part = (moment) => leftText(moment);
const leftShort: Part = (moment) => leftWord(moment);

const verdicts =
  (name: (verdict: Verdict) => string, between: string): Part =>
  (moment, palette) =>
    VERDICTS.filter((verdict) => moment.verdicts[verdict] > 0)
      .map((verdict) =>
        palette.verdict(verdict, `${name(verdict)} ${counted(moment.verdicts[verdict])}`),
      )
      .join(between);

const words = verdicts((verdict) => verdict, ', ');
const signs = verdicts((verdict) => SIGNS[verdict], ' ');

const SIGNS = {
  deliverable: '✓',
  risky: '!',
  undeliverable: '✗',
  unknown: '?',
} as const satisfies Record<Verdict, string>;

/** From this width on verdicts are words. They never change with the numbers, only with the terminal. */
const WORDS_FROM = 110;

/** From full to short. */
const WIDE: readonly (readonly Part[])[] = [
  [bar(24), count, waits, rate, left, words],
  [bar(24), count, waits, left, words],
  [bar(12), count, waits, left, words],
  [bar(12), count, waitsShort, leftShort, words],
  [percent, count, waitsShort, leftShort, words],
  [percent, count, words],
];

const NARROW: readonly (readonly Part[])[] = [
  [bar(24), count, waits, rate, left, signs],
  [bar(24), count, waits, left, signs],
  [bar(12), count, waits, left, signs],
  [bar(12), count, waitsShort, leftShort, signs],
  [percent, count, waitsShort, leftShort, signs],
  [percent, count, waitsShort, leftShort],
  [percent, count, waitsShort],
  [percent, count],
  [percent],
];
