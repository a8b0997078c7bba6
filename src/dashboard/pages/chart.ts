import type { Texts } from '../../i18n/texts.ts';
import { type Html, html, NOTHING } from '../../lib/html.ts';
import type { DayCount } from '../../service/people/records.ts';
import { table } from './parts.ts';

const WIDTH = 640;
const HEIGHT = 190;
/** Room for the days below. The style's rows of the scale have these heights, too. */
const BOTTOM = 26;
const TOP = 14;
const GAP = 4;

/** Verifications by day as bars; the same numbers as a table for people who can't see them. */
export function dayChart(text: Texts, days: readonly DayCount[]): Html {
  return html`<p class="faint">${text('overview.by_day')}</p>
    ${bars(text, days)}`;
}

function bars(text: Texts, days: readonly DayCount[]): Html {
  const most = Math.max(...days.map(({ count }) => count));
  const total = days.reduce((sum, { count }) => sum + count, 0);
  const top = scaleTop(most);
  const name = text('overview.chart', { count: total, days: days.length, most });
  const scale = [1, 0.5, 0];
  return html`<figure class="chart">
    <div class="plot">
    <div class="scale" aria-hidden="true"><div>${scale.map((part) => html`<span>${text.compact(part * top)}</span>`)}</div></div>
    <svg viewBox="0 0 ${WIDTH} ${HEIGHT}" role="img" aria-label="${name}">
      ${scale.map(gridLine)}
      ${days.map((day, index) => bar(text, day, { index, count: days.length, top }))}
    </svg>
    </div>
    <details>
      <summary>${text('overview.show_table')}</summary>
      ${table({
        caption: text('overview.chart_caption'),
        columns: [text('overview.day_column'), text('overview.verifications_column')],
        rows: days.toReversed().map(({ day, count }) => [day, text.number(count)]),
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

function gridLine(part: number): Html {
  const y = yOf(part);
  return html`<line class="grid" x1="0" x2="${WIDTH}" y1="${y}" y2="${y}" />`;
}

interface BarPosition {
  readonly index: number;
  readonly count: number;
  readonly top: number;
}

function bar(
  text: Texts,
  { day, count }: DayCount,
  { index, count: slots, top }: BarPosition,
): Html {
  const slot = WIDTH / slots;
  const x = index * slot + GAP / 2;
  const y = yOf(count / top);
  const width = slot - GAP;
  const whole = { y: TOP, height: HEIGHT - BOTTOM - TOP };
  return html`<g>
    <title>${text('overview.day_count', { day, count })}</title>
    ${rect('hit', { x, width: slot, ...whole })}
    ${rect('bar', { x, width, y, height: HEIGHT - BOTTOM - y })}
    ${(slots - 1 - index) % 7 === 0 ? dayText(x + width, text.shortDay(Date.parse(day)), index === slots - 1) : NOTHING}
  </g>`;
}

type Rect = Readonly<Record<'x' | 'y' | 'width' | 'height', number>>;

function rect(name: string, { x, y, width, height }: Rect): Html {
  return html`<rect class="${name}" x="${round(x)}" y="${round(y)}"
    width="${round(width)}" height="${round(height)}" rx="2" />`;
}

/** Under the right edge of its bar; the last one ends there, since nothing is to the right of it. */
function dayText(right: number, day: string, last: boolean): Html {
  return html`<text class="day" x="${round(right)}" y="${HEIGHT - 5}"
    text-anchor="${last ? 'end' : 'middle'}">${day}</text>`;
}

/** From the bottom of the bars (0) to the top of the scale (1). */
function yOf(part: number): number {
  return HEIGHT - BOTTOM - part * (HEIGHT - BOTTOM - TOP);
}

function round(value: number): number {
  return Math.round(value * 10) / 10;
}
