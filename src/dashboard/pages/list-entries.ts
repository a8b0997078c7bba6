import { REASON_TEXTS } from '../../contract/reason-texts.ts';
import { VERDICTS } from '../../contract/verdict.ts';
import { type Html, html, NOTHING } from '../../lib/html.ts';
import { counted } from '../../lib/wording.ts';
import type { ListEntry, ShownPart } from '../../service/lists/list-files.ts';
import type { ListRecord } from '../../service/lists/list-ports.ts';
import { judgedRows, uncheckedRows } from '../../service/lists/list-totals.ts';
import { providerName } from './list-cards.ts';
import { type EntriesQuery, entriesLink, entriesQuery } from './list-links.ts';
import { paging, searchForm, table, verdictBadge } from './parts.ts';
import { reasonWords } from './verdict-words.ts';

export interface EntriesView {
  readonly list: ListRecord;
  readonly view: EntriesQuery;
  readonly entries: readonly ListEntry[];
  readonly page: number;
  readonly hasMore: boolean;
}

/** The addresses of a list, or some of them. */
export function entriesSection({ list, view, entries, page, hasMore }: EntriesView): Html {
  const { search = '' } = view;
  const query = entriesQuery(view);
  const { search: _, ...kept } = query;
  const hidden = Object.entries(kept).map(
    ([name, value]) => html`<input type="hidden" name="${name}" value="${value}" />`,
  );
  return html`<section id="rows" aria-labelledby="entries" tabindex="-1">
    <h2 id="entries">Addresses</h2>
    ${tabs(list, view)}
    ${chips(list.id, view)}
    ${searchForm(`/lists/${list.id}#rows`, search, html`${hidden}`)}
    ${table({
      caption: 'Addresses in the order of the list',
      columns: ['Address', 'Result', 'Reason', 'Score', 'Rows'],
      rows: entries.map(entryRow),
      empty: search ? 'No matching addresses.' : 'No addresses here.',
    })}
    ${paging({ path: `/lists/${list.id}`, page, hasMore, query, anchor: 'rows' })}
  </section>`;
}

type Tab = readonly [ShownPart | undefined, string, number];

function tabs(list: ListRecord, view: EntriesQuery): Html {
  const unchecked = uncheckedRows(list);
  const all: readonly Tab[] = [
    [undefined, 'All', judgedRows(list) + unchecked],
    ...VERDICTS.map((verdict): Tab => [verdict, capitalised(verdict), list.verdicts[verdict]]),
    ...(unchecked > 0 ? [['unchecked', 'Not checked', unchecked] as const] : []),
    ['suggestions', 'Typos to fix', list.counts?.suggestions ?? 0],
  ];
  const link = ([only, name, count]: Tab) => {
    const { only: _, ...others } = view;
    const to = entriesLink(list.id, { ...others, ...(only && { only }) });
    const current = only === view.only ? html`aria-current="page"` : NOTHING;
    const of = only === undefined ? NOTHING : html`data-count="${only}"`;
    return html`<a href="${to}" data-in-place ${current}>${name} <span class="count" ${of}>${counted(count)}</span></a>`;
  };
  return html`<nav class="tabs" aria-label="Rows by result">${all.map(link)}</nav>`;
}

/** What narrows the table beside the tabs; each can be taken away. */
function chips(id: string, view: EntriesQuery): Html {
  const { reason, domain, provider } = view;
  const all = [
    ...(reason ? [['reason', `Why: ${REASON_TEXTS[reason]}`] as const] : []),
    ...(provider ? [['provider', `Provider: ${providerName(provider)}`] as const] : []),
    ...(domain ? [['domain', `Domain: ${domain}`] as const] : []),
  ];
  if (all.length === 0) return NOTHING;
  const chip = ([name, text]: (typeof all)[number]) =>
    html`<li><a class="chip" href="${entriesLink(id, { ...view, [name]: undefined })}" data-in-place>${text}
      <span aria-hidden="true">×</span><span class="unseen">(remove this filter)</span></a></li>`;
  return html`<ul class="chips" aria-label="Filters">${all.map(chip)}</ul>`;
}

function capitalised(word: string): string {
  return word.charAt(0).toUpperCase() + word.slice(1);
}

function entryRow({ text, rows, verdict, reason, detail, score, suggestion }: ListEntry) {
  const meant = suggestion
    ? html`<br /><span class="faint">Did you mean <b>${suggestion}</b>?</span>`
    : NOTHING;
  const address = html`<span class="address">${text}</span>${meant}`;
  if (!verdict || !reason)
    return [address, html`<span class="faint">not checked</span>`, '', '', counted(rows)];
  const why = reasonWords(reason, detail);
  return [address, verdictBadge(verdict), why, String(score ?? ''), counted(rows)];
}
