import { VERDICTS, type Verdict } from '../../contract/verdict.ts';
import type { Texts } from '../../i18n/texts.ts';
import { type Html, html } from '../../lib/html.ts';
import { shareOf } from '../../lib/wording.ts';

/**
 * The charts of the report. Everything is placed in percent of the width, so that text keeps its
 * size from a telephone to paper.
 */

/** Verdicts side by side, as wide as their shares. */
export function verdictStrip(
  text: Texts,
  verdicts: Readonly<Record<Verdict, number>>,
  height: number,
): Html {
  const total = VERDICTS.reduce((sum, verdict) => sum + verdicts[verdict], 0);
  let from = 0;
  const parts = VERDICTS.map((verdict) => {
    const width = shareOf(verdicts[verdict], total) * 100;
    const part = rectangle({ x: from, width, verdict });
    from += width;
    return part;
  });
  const label = VERDICTS.map(
    (verdict) =>
      `${text(`verdicts.${verdict}`)} ${text.percent(shareOf(verdicts[verdict], total))}`,
  ).join(', ');
  return html`<svg class="strip" width="100%" height="${height}" role="img" aria-label="${label}">${parts}</svg>`;
}

interface Strip {
  readonly x: number;
  readonly width: number;
  readonly verdict: Verdict;
}

function rectangle({ x, width, verdict }: Strip): Html {
  return html`<rect class="fill-${verdict}" x="${x.toFixed(3)}%" width="${width.toFixed(3)}%" height="100%"/>`;
}

/** One bar from the left; `share` of the full width. */
export function reasonBar(share: number, verdict: Verdict): Html {
  const bar = rectangle({ x: 0, width: Math.max(share * 100, 0.5), verdict });
  return html`<svg class="bar" width="100%" height="12" aria-hidden="true">${bar}</svg>`;
}

const PLOT = { top: 22, height: 130, foot: 24 } as const;

/** Columns for the scores 0–9, 10–19, … 90–100, with their counts above them. */
export function scoreHistogram(text: Texts, scores: readonly number[]): Html {
  const max = Math.max(...scores, 1);
  const step = 100 / scores.length;
  const columns = scores.map((count, band) =>
    histogramColumn(text, { count, height: shareOf(count, max) * PLOT.height, band, step }),
  );
  const bands = scores.map((count, band) => `${bandName(band)}: ${count}`).join(', ');
  const label = text('report.scores_label', { bands });
  const base = PLOT.top + PLOT.height;
  return html`<svg class="histogram" width="100%" height="${base + PLOT.foot}" role="img" aria-label="${label}">
${columns}
<line x1="0" x2="100%" y1="${base}.5" y2="${base}.5"/>
</svg>`;
}

interface ChartColumn {
  readonly count: number;
  readonly height: number;
  readonly band: number;
  /** Percent of the width. */
  readonly step: number;
}

function histogramColumn(text: Texts, { count, height, band, step }: ChartColumn): Html {
  const shown = count > 0 ? Math.max(height, 2) : 0;
  const top = PLOT.top + PLOT.height - shown;
  const middle = `${(step * (band + 0.5)).toFixed(2)}%`;
  const above =
    count > 0
      ? html`<text x="${middle}" y="${(top - 6).toFixed(1)}">${short(text, count)}</text>`
      : undefined;
  return html`<rect x="${(step * band + step * 0.12).toFixed(2)}%" y="${top.toFixed(1)}" width="${(step * 0.76).toFixed(2)}%" height="${shown.toFixed(1)}"/>${above}<text class="axis" x="${middle}" y="${PLOT.top + PLOT.height + 17}">${band * 10}</text>`;
}

function bandName(band: number): string {
  return band === 9 ? '90–100' : `${band * 10}–${band * 10 + 9}`;
}

/** `950`, `12k`, `1.2M`: it has to fit on a column. */
function short(text: Texts, count: number): string {
  if (count < 1000) return text.number(count);
  if (count < 999_500) return `${(count / 1000).toFixed(count < 9950 ? 1 : 0)}k`;
  return `${(count / 1e6).toFixed(1)}M`;
}
