import { type Html, html, NOTHING } from '../../lib/html.ts';
import { plural } from '../../lib/wording.ts';
import type { ListFacts } from '../../service/lists/list-files.ts';
import type { ListRecord } from '../../service/lists/list-ports.ts';
import type { PageContext } from '../environment.ts';
import { isOver, type ListProgressView } from '../list-progress.ts';
import { insidePage } from './layout.ts';
import { cancelForm, listActions } from './list-actions.ts';
import { listBar, listTiles } from './list-bar.ts';
import { factCards } from './list-cards.ts';
import { downloadForm, type LastDownload, sendCounts } from './list-download.ts';
import { type EntriesView, entriesSection } from './list-entries.ts';
import { failure, listBadge, moment, success } from './parts.ts';

export interface ListPageView extends EntriesView {
  readonly progress: ListProgressView;
  /** Undefined while the list is not read. */
  readonly facts: ListFacts | undefined;
  readonly last: LastDownload;
  readonly done?: string | undefined;
}

export function listPage(c: PageContext, view: ListPageView): Html {
  const { list, done, progress } = view;
  return insidePage(c, {
    title: list.name,
    current: '/lists',
    goesOn: !isOver(list),
    body: html`<div id="list-page" data-live="/lists/${list.id}" data-stamp="${progress.stamp}" ${isOver(list) ? html`data-ended` : NOTHING}>
      ${success(done)} ${failure(list.error ?? undefined)}
      ${answerCard(c, view)}
      ${view.facts ? factCards(list, view.facts, view.view) : NOTHING}
      ${list.counts ? entriesSection(view) : NOTHING}
      <p class="unseen" aria-live="polite" data-said></p>
    </div>`,
  });
}

/** How the list stands, and what can be done with it. */
function answerCard(c: PageContext, view: ListPageView): Html {
  const { list, progress } = view;
  const { status, waitsFor, createdAt, createdBy } = list;
  return html`<section class="card answer" aria-labelledby="progress">
    <h2 id="progress" class="unseen">Result</h2>
    <p>${listBadge(status, waitsFor)} <span class="faint">uploaded ${moment(createdAt)} by
      <span class="address">${createdBy}</span></span></p>
    ${contentText(list)}
    ${list.counts ? answer(c, view) : html`<p>The file is being read…</p>`}
    ${status === 'running' && !list.counts ? html`<p>${progress.text}</p>` : NOTHING}
  </section>`;
}

function answer(c: PageContext, view: ListPageView): Html {
  const { list, progress, view: shown } = view;
  return html`<div class="pair-of-answer">
      <div class="standing ${progress.badge.kind}" data-standing>
        ${listBar(progress)}
        <div class="row wrap">
          <p class="grow"><span data-progress>${progress.text}</span>
            <span class="waits" data-waits>${progress.waits}</span></p>
          ${list.status === 'running' ? cancelForm(c, list) : NOTHING}
        </div>
        ${listTiles({ id: list.id, view: shown }, progress)}
      </div>
      ${ready(view)}
    </div>
    ${listActions(c, list, view.facts?.undecided)}`;
}

/** The answer to "may I send?", and the file to send to. */
function ready({ list, progress: { safe }, facts, last }: ListPageView): Html {
  const acceptAll = facts?.reasons.find(({ reason }) => reason === 'accept_all')?.rows ?? 0;
  return html`<div class="ready">
    <p class="safe"><strong data-safe>${safe.count}</strong> <span data-safe-text>${safe.text}</span></p>
    <p class="faint" data-bounces>${safe.bounces}</p>
    ${downloadForm({ list, counts: sendCounts(list, acceptAll), last })}
  </div>`;
}

/** `4,248 addresses in 5,000 rows, column "E-mail"`: two counts that are easily taken for each other. */
function contentText({ counts, form }: ListRecord): Html {
  if (!counts) return NOTHING;
  const { rows, distinct, duplicates, unusable } = counts;
  const more = [
    ...(duplicates > 0 ? [plural(duplicates, 'duplicate')] : []),
    ...(unusable > 0 ? [`${plural(unusable, 'row')} without a valid address`] : []),
  ];
  const columns = form?.header
    ? form.columns.map((column) => form.header?.[column] ?? `column ${column + 1}`).join(' and ')
    : '';
  const column = columns && html`, column <span class="address">“${columns}”</span>`;
  const inRows = `${plural(distinct, 'address', 'addresses')} in ${plural(rows, 'row')}`;
  return html`<p>${inRows}${column}${more.length > 0 ? ` (${more.join(', ')})` : ''}</p>`;
}
