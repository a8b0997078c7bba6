import { type Html, html, NOTHING } from '../../lib/html.ts';
import { counted, plural } from '../../lib/wording.ts';
import type { DayCount } from '../../service/people/people-ports.ts';
import { table } from './parts.ts';

const WIDTH = 640;
const HEIGHT = 190;
/** Room for the scale on the left, the days below. */
const LEFT = 48;
const BOTTOM = 26;
const TOP = 14;
const GAP = 4;

/** Verifications by day as bars; the same numbers as a table for people who can't see them. */
export function dayChart(days: readonly DayCount[]): Html {
  return html`<p class="faint">By day (UTC), cached results included</p>
    ${bars(days)}`;
}

function bars(days: readonly DayCount[]): Html {
  const most = Math.max(...days.map(({ count }) => count));
  const total = days.reduce((sum, { count }) => sum + count, 0);
  const top = scaleTop(most);
  const name = `${plural(total, 'verification')} in ${days.length} days, at most ${counted(most)} on one day`;
  return html`<figure class="chart">
    <svg viewBox="0 0 ${WIDTH} ${HEIGHT}" role="img" aria-label="${name}">
      ${[0, 0.5, 1].map((part) => gridLine(part, top))}
      ${days.map((day, index) => bar(day, { index, count: days.length, top }))}
    </svg>
    <details>
      <summary>Show as table</summary>
      ${table({
        caption: 'Verifications by day',
        columns: ['Day (UTC)', 'Verifications'],
        rows: days.toReversed().map(({ day, count }) => [day, counted(count)]),
        empty: '',
      })}
    </details>
  </figure>`;
}

/** The next of 2, 4, 6, 8, 10, 20, 40 …: halves of it are whole too. */
export function scaleTop(most: number): number {
  const magnitude = 10 ** Math.floor(Math.log10(Math.max(most, 1)));
  const step = [1, 2, 4, 6, 8, 10].find((factor) => factor * magnitude >= most) ?? 10;
  return Math.max(2, step * magnitude);
}

function gridLine(part: number, top: number): Html {
  const y = yOf(part);
  return html`<line class="grid" x1="${LEFT}" x2="${WIDTH}" y1="${y}" y2="${y}" /><text
      class="scale"
      x="${LEFT - 8}"
      y="${y + 4}"
      text-anchor="end"
      >${shortNumber(part * top)}</text
    >`;
}

interface BarPosition {
  readonly index: number;
  readonly count: number;
  readonly top: number;
}

function bar({ day, count }: DayCount, { index, count: slots, top }: BarPosition): Html {
  const slot = (WIDTH - LEFT) / slots;
  const x = LEFT + index * slot + GAP / 2;
  const y = yOf(count / top);
  const width = slot - GAP;
  const whole = { y: TOP, height: HEIGHT - BOTTOM - TOP };
  return html`<g>
    <title>${day}: ${counted(count)}</title>
    ${rect('hit', { x, width: slot, ...whole })}
    ${rect('bar', { x, width, y, height: HEIGHT - BOTTOM - y })}
    ${(slots - 1 - index) % 7 === 0 ? dayText(day, x + width, index === slots - 1) : NOTHING}
  </g>`;
}

type Rect = Readonly<Record<'x' | 'y' | 'width' | 'height', number>>;

function rect(name: string, { x, y, width, height }: Rect): Html {
  return html`<rect class="${name}" x="${round(x)}" y="${round(y)}"
    width="${round(width)}" height="${round(height)}" rx="2" />`;
}

/** Under the right edge of its bar; the last one ends there, since nothing is to the right of it. */
function dayText(day: string, right: number, last: boolean): Html {
  return html`<text class="scale" x="${round(right)}" y="${HEIGHT - 5}"
    text-anchor="${last ? 'end' : 'middle'}">${dayLabel(day)}</text>`;
}

/** From the bottom of the bars (0) to the top of the scale (1). */
function yOf(part: number): number {
  return HEIGHT - BOTTOM - part * (HEIGHT - BOTTOM - TOP);
}

function round(value: number): number {
  return Math.round(value * 10) / 10;
}

const COMPACT = new Intl.NumberFormat('en', { notation: 'compact' });

function shortNumber(value: number): string {
  return COMPACT.format(value);
}

/** `21 Nov` of `2026-11-21`. */
function dayLabel(day: string): string {
  return new Date(`${day}T00:00:00Z`).toLocaleDateString('en-GB', {
    day: 'numeric',
    month: 'short',
    timeZone: 'UTC',
  });
}
