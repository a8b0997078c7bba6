import { VERDICTS } from '../../contract/verdict.ts';
import { verdictDot } from '../../formats/report/verdict-overview.ts';
import type { Texts } from '../../i18n/texts.ts';
import { type Html, html, NOTHING } from '../../lib/html.ts';
import { BAR_PARTS, type BarPart, isOver, type ListProgressView } from '../list-progress.ts';
import { type EntriesQuery, entriesLink } from './list-links.ts';
import { series } from './names.ts';
import { sentence } from './verdict-words.ts';

const HEIGHT = 34;

/** All rows of a list as one bar, which is its progress, too. */
export function listBar(text: Texts, progress: ListProgressView): Html {
  const { checked, total, verdicts } = progress;
  const parts = BAR_PARTS.map((part) =>
    text('list.part_count', { count: verdicts[part].count, part: partName(text, part) }),
  );
  const label = html`aria-label="${text('list.rows_by_part', { parts: series(text, parts) })}"`;
  const role = isOver(progress)
    ? html`role="img" ${label}`
    : html`role="progressbar" aria-label="${text('list.rows_checked')}" aria-valuemin="0" aria-valuemax="${total}" aria-valuenow="${checked}" aria-valuetext="${progress.text}"`;
  return html`<div class="bar-of-rows" data-bar ${role}>
    <svg class="strip" width="100%" height="${HEIGHT}" aria-hidden="true">
      <defs><pattern id="hatch" width="8" height="8" patternUnits="userSpaceOnUse" patternTransform="rotate(45)">
        <rect class="hatch" width="3" height="8" /></pattern></defs>
      ${rectangles(progress)}
    </svg>
  </div>`;
}

function rectangles({ shares }: ListProgressView): readonly Html[] {
  let from = 0;
  return shares.map((width, at) => {
    const x = from;
    from += width;
    const isLast = at === shares.length - 1;
    const fill = isLast
      ? html`fill="url(#hatch)"`
      : html`class="fill-${VERDICTS[at] ?? 'checked'}"`;
    return html`<rect ${fill} x="${x.toFixed(3)}%" width="${width.toFixed(3)}%" height="100%" />`;
  });
}

function partName(text: Texts, part: BarPart): string {
  return part === 'unchecked' ? text('list.entry_not_checked') : text(`verdicts.${part}`);
}

interface ShownEntries {
  readonly id: string;
  readonly view: EntriesQuery;
}

/** The numbers of the bar. Each shows its rows below. */
export function listTiles(text: Texts, shown: ShownEntries, progress: ListProgressView): Html {
  return html`<ul class="tiles five">${BAR_PARTS.map((part) => tile(text, part, { shown, progress }))}</ul>
    <p class="unseen">${text('list.counts_are_rows')}</p>`;
}

interface Tile {
  readonly shown: ShownEntries;
  readonly progress: ListProgressView;
}

function tile(text: Texts, part: BarPart, { shown, progress }: Tile): Html {
  const { verdicts, checked, total } = progress;
  const { count, share } = verdicts[part];
  const isNothing = part === 'unchecked' && checked >= total;
  const current = shown.view.only === part ? html`aria-current="true"` : NOTHING;
  return html`<li ${isNothing ? html`hidden` : NOTHING} data-tile="${part}"><a href="${entriesLink(shown.id, { only: part })}" data-in-place ${current}>
    <span class="name">${part === 'unchecked' ? uncheckedDot() : verdictDot(part)}${sentence(partName(text, part))}</span>
    <b data-count="${part}">${count}</b> <span class="share"><span data-share="${part}">${share}</span></span></a></li>`;
}

function uncheckedDot(): Html {
  return html`<svg class="dot" viewBox="0 0 10 10" aria-hidden="true"><rect class="unchecked" x="0.5" y="0.5" width="9" height="9" /></svg>`;
}
