import { VERDICTS } from '../../contract/verdict.ts';
import { type Html, html } from '../../lib/html.ts';
import { counted, plural, shareOf } from '../../lib/wording.ts';
import type { ListRecord } from '../../service/lists/list-ports.ts';
import { countedUnit, judgedRows, rowsToJudge } from '../../service/lists/list-totals.ts';
import { badgeOf, isOver, type StatusBadge } from '../list-progress.ts';
import { addressText, listBadge, moment } from './parts.ts';

/** A list in short, as the event stream of Home and Lists sends it. */
export interface FeedEntry {
  readonly id: string;
  /** By which its badge is coloured. */
  readonly status: StatusBadge['kind'];
  /** The words of its badge. */
  readonly badge: string;
  /** What it has come to: `3,315 safe to send, of 4,248 rows`. */
  readonly text: string;
  /** Percent of the bar by verdict; the rest is not checked yet. */
  readonly shares: readonly number[];
}

export function feedEntry(list: ListRecord): FeedEntry {
  const { kind, name } = badgeOf(list);
  const rows = rowsOf(list);
  return {
    id: list.id,
    status: kind,
    badge: name,
    text: feedText(list, rows),
    shares: VERDICTS.map((verdict) => shareOf(list.verdicts[verdict], rows) * 100),
  };
}

/** Lists with what they have come to, newest first. */
export function listFeed(lists: readonly ListRecord[]): Html {
  return html`<ul class="feed">${lists.map(feedItem)}</ul>`;
}

function feedItem(list: ListRecord): Html {
  const entry = feedEntry(list);
  return html`<li class="card" data-list="${list.id}">
    <div class="feed-head">
      <a class="feed-name" href="/lists/${list.id}">${list.name}</a>
      ${listBadge(list.status, list.waitsFor)}
    </div>
    ${entryBar(entry)}
    <p data-text>${entry.text}</p>
    <p class="faint">${moment(list.createdAt)}, ${addressText(list.createdBy)}</p>
  </li>`;
}

/** Over all rows: what is not checked yet stays grey. It is said in words beside it. */
export function entryBar({ shares }: FeedEntry): Html {
  let from = 0;
  const parts = shares.map((width, at) => {
    const x = from;
    from += width;
    return html`<rect class="fill-${VERDICTS[at]}" x="${x.toFixed(3)}%" width="${width.toFixed(3)}%" height="100%"/>`;
  });
  return html`<svg class="strip" width="100%" height="12" aria-hidden="true">${parts}</svg>`;
}

function feedText(list: ListRecord, rows: number): string {
  const checked = judgedRows(list);
  if (list.status === 'receiving')
    return 'Choose the same file again: the upload goes on where it stopped';
  if (!list.counts) return list.error ?? '';
  if (list.status === 'ready')
    return `${plural(list.counts.distinct, 'address', 'addresses')}, not started`;
  const safe = `${counted(list.verdicts.deliverable)} safe to send`;
  if (!isOver(list))
    return `${counted(checked)} of ${plural(rows, ...countedUnit(list.counts))} checked, ${safe} so far`;
  const open = rows - checked;
  const rest = open > 0 ? `, ${counted(open)} not checked` : '';
  return `${safe}, of ${plural(rows, ...countedUnit(list.counts))}${rest}`;
}

function rowsOf(list: ListRecord): number {
  return Math.max(judgedRows(list), list.counts ? rowsToJudge(list.counts) : 0);
}
