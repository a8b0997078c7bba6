import type { ListChange } from '../../contract/list-changes.ts';
import { VERDICTS } from '../../contract/verdict.ts';
import { providerName } from '../../formats/report/provider-name.ts';
import type { Texts } from '../../i18n/texts.ts';
import { type Html, html, NOTHING } from '../../lib/html.ts';
import type { ListEntry, ListView, RuleOfTeam, ShownPart } from '../../service/lists/list-files.ts';
import type { ListRecord } from '../../service/lists/list-ports.ts';
import { judgedRows, uncheckedRows } from '../../service/lists/list-totals.ts';
import {
  addressText,
  paging,
  reasonWords,
  searchForm,
  table,
  verdictBadge,
  verdictName,
} from './parts.ts';

export interface EntriesView {
  readonly list: ListRecord;
  readonly view: EntriesQuery;
  readonly entries: readonly ListEntry[];
  readonly page: number;
  readonly hasMore: boolean;
}

/** The addresses of a list, or some of them. */
export function entriesSection(
  text: Texts,
  { list, view, entries, page, hasMore }: EntriesView,
): Html {
  const { search = '' } = view;
  const query = entriesQuery(view);
  const { search: _, ...kept } = query;
  const hidden = Object.entries(kept).map(
    ([name, value]) => html`<input type="hidden" name="${name}" value="${value}" />`,
  );
  return html`<section id="rows" aria-labelledby="entries" tabindex="-1">
    <h2 id="entries">${text('common.addresses')}</h2>
    ${tabs(text, list, view)}
    ${chips(text, list.id, view)}
    ${searchForm(text, { action: `/lists/${list.id}#rows`, search, hidden: html`${hidden}` })}
    ${table({
      caption: text('list.caption'),
      columns: [
        text('common.address'),
        text('common.result'),
        text('common.reason'),
        text('common.score'),
        text('common.rows'),
      ],
      rows: entries.map((entry) => entryRow(text, entry)),
      empty: text(search ? 'list.none_matching' : 'list.none_here'),
    })}
    ${paging(text, { path: `/lists/${list.id}`, page, hasMore, query, anchor: 'rows' })}
  </section>`;
}

type Tab = readonly [ShownPart | undefined, string, number];

function tabs(text: Texts, list: ListRecord, view: EntriesQuery): Html {
  const unchecked = uncheckedRows(list);
  const all: readonly Tab[] = [
    [undefined, text('list.tab_all'), judgedRows(list) + unchecked],
    ...VERDICTS.map(
      (verdict): Tab => [verdict, verdictName(text, verdict), list.verdicts[verdict]],
    ),
    ...(unchecked > 0 ? [['unchecked', text('list.not_checked'), unchecked] as const] : []),
    ['suggestions', text('list.tab_typos'), list.counts?.suggestions ?? 0],
  ];
  const link = ([only, name, count]: Tab) => {
    const { only: _, ...others } = view;
    const to = entriesLink(list.id, { ...others, ...(only && { only }) });
    const current = only === view.only ? html`aria-current="page"` : NOTHING;
    const of = only === undefined ? NOTHING : html`data-count="${only}"`;
    return html`<a href="${to}" data-in-place ${current}>${name} <span class="count" ${of}>${text.number(count)}</span></a>`;
  };
  return html`<nav class="tabs" aria-label="${text('list.rows_by_result')}">${all.map(link)}</nav>`;
}

/** What narrows the table beside the tabs; each can be taken away. */
function chips(text: Texts, id: string, view: EntriesQuery): Html {
  const { reason, domain, provider, change } = view;
  const all = [
    ...(change
      ? [['change', text('watch.filter', { change: text(`watch.${change}`) })] as const]
      : []),
    ...(reason
      ? [['reason', text('list.filter_why', { reason: text(`reasons.${reason}`) })] as const]
      : []),
    ...(provider
      ? [['provider', text('list.filter_provider', { name: providerName(provider) })] as const]
      : []),
    ...(domain ? [['domain', text('list.filter_domain', { name: domain })] as const] : []),
  ];
  if (all.length === 0) return NOTHING;
  const chip = ([name, words]: (typeof all)[number]) =>
    html`<li><a class="chip" href="${entriesLink(id, { ...view, [name]: undefined })}" data-in-place>${words}
      <span aria-hidden="true">×</span><span class="unseen">${text('list.remove_filter')}</span></a></li>`;
  return html`<ul class="chips" aria-label="${text('list.filters')}">${all.map(chip)}</ul>`;
}

/** What of the policy decided. */
function ruleNote(text: Texts, by: RuleOfTeam | undefined): Html {
  if (by === undefined) return NOTHING;
  const words =
    typeof by === 'number' ? text('policy.by_rule', { line: by }) : text(`policy.by_${by}`);
  return html`<br /><span class="faint">${words}</span>`;
}

function entryRow(
  text: Texts,
  { text: written, rows, verdict, reason, detail, score, suggestion, by }: ListEntry,
) {
  const meant = suggestion
    ? html`<br /><span class="faint">${text.rich('list.did_you_mean', { suggestion: html`<b translate="no">${suggestion}</b>` })}</span>`
    : NOTHING;
  const address = html`${addressText(written)}${meant}`;
  if (!verdict || !reason)
    return [
      address,
      html`<span class="faint">${text('list.entry_not_checked')}</span>`,
      '',
      '',
      text.number(rows),
    ];
  const why = html`${reasonWords(text, reason, detail)}${ruleNote(text, by)}`;
  return [address, verdictBadge(text, verdict), why, String(score ?? ''), text.number(rows)];
}

/** What of a list is shown; a part that is absent does not narrow it. */
export type EntriesQuery = Partial<Omit<ListView, 'skip' | 'limit' | 'changed'>> & {
  /** How the addresses changed since last time. */
  readonly change?: ListChange | undefined;
};

/** As query parameters. */
function entriesQuery(view: EntriesQuery): Record<string, string> {
  const { only, reason, domain, provider, change, search } = view;
  return {
    ...(only && { show: only }),
    ...(reason && { reason }),
    ...(domain && { domain }),
    ...(provider && { provider }),
    ...(change && { change }),
    ...(search && { search }),
  };
}

/** The list with some of its addresses, and where they stand on its page. */
export function entriesLink(id: string, view: EntriesQuery): string {
  const query = String(new URLSearchParams(entriesQuery(view)));
  return `/lists/${id}${query && `?${query}`}#rows`;
}
