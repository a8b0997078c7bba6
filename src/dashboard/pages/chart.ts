import { html } from 'hono/html';
import type { DayCount } from '../../service/people-ports.ts';
import type { Markup } from '../markup.ts';
import { plural, table, wholeNumber } from './parts.ts';

const WIDTH = 720;
const HEIGHT = 180;
/** Room for the scale on the left, the days below. */
const LEFT = 48;
const BOTTOM = 22;
const TOP = 10;
const GAP = 4;

/** Verifications by day as bars; the same numbers as a table for whoever can't see them. */
export function dayChart(days: readonly DayCount[]): Markup {
  const most = Math.max(...days.map(({ count }) => count));
  const total = days.reduce((sum, { count }) => sum + count, 0);
  const top = scaleTop(most);
  const name = `${plural(total, 'verification')} in ${days.length} days, at most ${wholeNumber(most)} on one day`;
  return html`<figure class="chart">
    <svg viewBox="0 0 ${WIDTH} ${HEIGHT}" role="img" aria-label="${name}">
      ${[0, 0.5, 1].map((part) => gridLine(part, top))}
      ${days.map((day, index) => bar(day, { index, count: days.length, top }))}
    </svg>
    <details>
      <summary>The numbers</summary>
      ${table({
        caption: 'Verifications by day',
        columns: ['Day (UTC)', 'Verifications'],
        rows: days.toReversed().map(({ day, count }) => [day, wholeNumber(count)]),
        empty: '',
      })}
    </details>
  </figure>`;
}

/** The next of 2, 4, 10, 20, 40, 100 …: halves of it are whole too. */
export function scaleTop(most: number): number {
  const magnitude = 10 ** Math.floor(Math.log10(Math.max(most, 1)));
  const step = [1, 2, 4, 10].find((factor) => factor * magnitude >= most) ?? 10;
  return Math.max(2, step * magnitude);
}

function gridLine(part: number, top: number): Markup {
  const y = yOf(part);
  return html`<line class="grid" x1="${LEFT}" x2="${WIDTH}" y1="${y}" y2="${y}" /><text
      class="scale"
      x="${LEFT - 8}"
      y="${y + 4}"
      text-anchor="end"
      >${shortNumber(part * top)}</text
    >`;
}

function bar(
  { day, count }: DayCount,
  at: { readonly index: number; readonly count: number; readonly top: number },
): Markup {
  const slot = (WIDTH - LEFT) / at.count;
  const x = LEFT + at.index * slot + GAP / 2;
  const y = yOf(count / at.top);
  const height = HEIGHT - BOTTOM - y;
  return html`<g>
    <title>${day}: ${wholeNumber(count)}</title>
    <rect class="hit" x="${round(x)}" y="${TOP}" width="${round(slot)}" height="${HEIGHT - BOTTOM - TOP}" />
    <rect class="bar" x="${round(x)}" y="${round(y)}" width="${round(slot - GAP)}" height="${round(height)}" rx="2" />
    ${
      (at.count - 1 - at.index) % 7 === 0
        ? html`<text class="scale" x="${round(x + (slot - GAP) / 2)}" y="${HEIGHT - 4}" text-anchor="middle">${dayLabel(day)}</text>`
        : ''
    }
  </g>`;
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
