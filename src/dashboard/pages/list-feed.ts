import { VERDICTS } from '../../contract/verdict.ts';
import type { Texts } from '../../i18n/texts.ts';
import { type Html, html } from '../../lib/html.ts';
import { countedUnit, rowsToJudge } from '../../service/lists/list-totals.ts';
import type { FeedEntry } from '../browser/live-data.ts';
import { badgeOf, barShares, checkedRows, isOver, type ShownList } from '../list-progress.ts';
import { addressText, breakable, listBadge, moment } from './parts.ts';

export function feedEntry(text: Texts, list: ShownList): FeedEntry {
  const { kind, name } = badgeOf(text, list);
  const rows = rowsOf(list);
  return {
    id: list.id,
    status: kind,
    badge: name,
    text: feedText(text, list, rows),
    shares: barShares(list, rows).slice(0, -1),
  };
}

/** Lists with what they have come to, newest first. */
export function listFeed(text: Texts, lists: readonly ShownList[]): Html {
  return html`<ul class="feed">${lists.map((list) => feedItem(text, list))}</ul>`;
}

function feedItem(text: Texts, list: ShownList): Html {
  const entry = feedEntry(text, list);
  return html`<li class="card" data-list="${list.id}">
    <div class="feed-head">
      <a class="feed-name" translate="no" href="/lists/${list.id}">${breakable(list.name)}</a>
      ${listBadge(text, list)}
    </div>
    ${entryBar(entry)}
    <p data-text>${entry.text}</p>
    <p class="faint">${text.rich('common.series', { one: moment(list.createdAt, text), other: addressText(list.createdBy) })}</p>
  </li>`;
}

/** Over all rows: what is not checked yet stays grey. It is said in words beside it. */
export function entryBar({ shares }: FeedEntry): Html {
  let from = 0;
  const parts = shares.map((width, at) => {
    const x = from;
    from += width;
    return html`<rect class="fill-${VERDICTS[at] ?? 'checked'}" x="${x.toFixed(3)}%" width="${width.toFixed(3)}%" height="100%"/>`;
  });
  return html`<svg class="strip" width="100%" height="12" aria-hidden="true">${parts}</svg>`;
}

function feedText(text: Texts, list: ShownList, rows: number): string {
  const { status, counts, verdicts } = list;
  if (!counts) return '';
  if (status === 'ready') return text('listProgress.not_started', { count: counts.distinct });
  const safe = verdicts.deliverable;
  const count = checkedRows(list);
  const ofRows = text('listProgress.of_units', { unit: countedUnit(counts), count: rows });
  if (!isOver(list)) {
    const checked = text('listProgress.checked_of', { count, of_rows: ofRows });
    return text('listProgress.feed_running', { checked, safe });
  }
  const done = text('listProgress.feed_done', { safe, of_rows: ofRows });
  return rows === count ? done : text('listProgress.feed_open', { done, count: rows - count });
}

function rowsOf(list: ShownList): number {
  return Math.max(checkedRows(list), list.counts ? rowsToJudge(list.counts) : 0);
}
