import { VERDICTS, type Verdict } from '../../contract/verdict.ts';
import { counted } from '../../lib/wording.ts';
import { type Palette, PLAIN } from '../io/colour.ts';
import {
  leftText,
  leftWord,
  type ProgressMoment,
  percentDone,
  rateText,
  recordedText,
  waitingText,
  waitingWords,
} from './progress.ts';
import type { WidthOf } from './wrap.ts';

/** A part of the line; empty where there is nothing to say. */
type Part = (moment: ProgressMoment, style: ProgressBarStyle) => string;

/** How the line is written: with which colours and characters. */
interface ProgressBarStyle {
  readonly palette: Palette;
  readonly widthOf: WidthOf;
}

/**
 * The progress of a list as one line of at most `width` characters. As the terminal gets narrower,
 * the rate goes, the bar, the verdicts, the time left.
 */
export function progressBar(
  moment: ProgressMoment,
  width: number,
  style: ProgressBarStyle,
): string {
  const fits = (parts: readonly Part[]) =>
    style.widthOf(joined(parts, moment, { ...style, palette: PLAIN })) <= width;
  const layouts = width >= WORDS_FROM ? [...WIDE, ...NARROW] : NARROW;
  const parts = layouts.find(fits);
  return parts ? joined(parts, moment, style) : percent(moment, style).slice(0, width).trimEnd();
}

function joined(parts: readonly Part[], moment: ProgressMoment, style: ProgressBarStyle): string {
  const texts = parts.map((part) => part(moment, style));
  return ` ${texts.filter((text) => text !== '').join(' | ')}`;
}

const percent: Part = (moment) => `${percentDone(moment)} %`;

const bar =
  (cells: number): Part =>
  (moment, style) => {
    const full = Math.round((percentDone(moment) / 100) * cells);
    return `${'█'.repeat(full)}${'░'.repeat(cells - full)} ${percent(moment, style)}`;
  };

const count: Part = ({ done, total }) => `${counted(done)}/${counted(total)}`;
const waits: Part = waitingText;
const waitsShort: Part = waitingWords;
const rate: Part = rateText;
const left: Part = leftText;
const leftShort: Part = leftWord;

const verdicts =
  (name: (verdict: Verdict) => string, between: string): Part =>
  (moment, { palette }) =>
    recordedText(
      moment,
      VERDICTS.filter((verdict) => moment.verdicts[verdict] > 0)
        .map((verdict) =>
          palette.verdict(verdict, `${name(verdict)} ${counted(moment.verdicts[verdict])}`),
        )
        .join(between),
    );

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
