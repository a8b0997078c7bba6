import { REASON_TEXTS } from '../../contract/reason-texts.ts';
import { VERDICT_OF, VERDICTS } from '../../contract/verdict.ts';
import { verdictStrip } from '../../formats/report/charts.ts';
import { verdictDot } from '../../formats/report/verdict-overview.ts';
import { type Html, html, NOTHING } from '../../lib/html.ts';
import { counted, plural } from '../../lib/wording.ts';
import type { ListFacts, RowCounts } from '../../service/lists/list-files.ts';
import type { ListRecord } from '../../service/lists/list-ports.ts';
import { ENGLISH } from '../english.ts';
import { type EntriesQuery, entriesLink } from './list-links.ts';

/** Lines of a card; the others come behind a word. */
const SHOWN = 5;
const MOST = 50;

interface Line {
  readonly name: string;
  readonly rows: number;
  readonly mark: Html;
  /** What the table shows for it. */
  readonly view: EntriesQuery;
  readonly isCurrent: boolean;
}

/** What stands behind the numbers. Each line narrows the table below to its rows. */
export function factCards(list: ListRecord, facts: ListFacts, view: EntriesQuery): Html {
  const { id } = list;
  return html`<div class="cards">
    ${card(id, 'Why', reasonLines(facts, view))}
    ${card(id, 'Providers', countLines(facts.providers, 'provider', view))}
    ${card(id, 'Domains', countLines(facts.domains, 'domain', view))}
    ${toFixCard(list, view)}
  </div>`;
}

/** What can be mended in the list itself. */
function toFixCard({ id, counts, form }: ListRecord, view: EntriesQuery): Html {
  const { suggestions = 0, duplicates = 0, several = 0 } = counts ?? {};
  const line = (name: string, rows: number, to: EntriesQuery): Line[] => {
    const isCurrent = to.only ? view.only === to.only : view.reason === to.reason;
    return rows === 0 ? [] : [{ name, rows, mark: NOTHING, view: isCurrent ? {} : to, isCurrent }];
  };
  const cells = form?.splitCells ? 0 : several;
  const lines = [
    ...line('Likely typos', suggestions, { only: 'suggestions' }),
    ...line('Cells with more than one address', cells, { reason: 'several_addresses' }),
  ];
  const ignored = [
    ...(form?.otherColumns ?? []).map((at) => `Column “${form?.header?.[at] ?? at + 1}”`),
    ...(form?.otherSheets ?? []).map((sheet) => `Sheet “${sheet}”`),
  ];
  const notes = [
    ...(duplicates > 0
      ? [
          html`<a href="#drop-duplicates">${plural(duplicates, 'duplicate')}</a>: the download can leave them out.`,
        ]
      : []),
    ...ignored.map(
      (name) =>
        html`<b>${name}</b> holds addresses, too. They are not checked: upload the file again and tick it.`,
    ),
  ];
  const isNothing = lines.length + notes.length === 0;
  return html`<section class="card" aria-labelledby="card-fix">
    <h2 id="card-fix">To fix</h2>
    ${isNothing ? html`<p class="faint">Nothing to fix.</p>` : lineList(id, lines)}
    ${notes.map((note) => html`<p class="note">${note}</p>`)}
  </section>`;
}

function card(id: string, title: string, lines: readonly Line[]): Html {
  const heading = `card-${title.toLowerCase()}`;
  const [first, more] = [lines.slice(0, SHOWN), lines.slice(SHOWN, MOST)];
  return html`<section class="card" aria-labelledby="${heading}">
    <h2 id="${heading}">${title}</h2>
    ${lines.length === 0 ? html`<p class="faint">Nothing yet.</p>` : lineList(id, first)}
    ${more.length === 0 ? NOTHING : html`<details ${more.some(({ isCurrent }) => isCurrent) ? html`open` : NOTHING}><summary>${counted(more.length)} more</summary>${lineList(id, more)}</details>`}
  </section>`;
}

function lineList(id: string, lines: readonly Line[]): Html {
  if (lines.length === 0) return NOTHING;
  if (lines.length === 0) return NOTHING;
  return html`<ul class="lines">${lines.map((line) => lineLink(id, line))}</ul>`;
}

function lineLink(id: string, { name, rows, mark, view, isCurrent }: Line): Html {
  const current = isCurrent ? html`aria-current="true"` : NOTHING;
  return html`<li><a href="${entriesLink(id, view)}" data-in-place ${current}>
    <span class="name">${mark}<span>${name}</span></span> <span class="number">${counted(rows)}</span></a></li>`;
}

/** A line that is chosen takes its filter away. */
function reasonLines({ reasons }: ListFacts, view: EntriesQuery): Line[] {
  return reasons.map(({ reason, rows }) => ({
    name: upperFirst(REASON_TEXTS[reason]),
    rows,
    mark: verdictDot(VERDICT_OF[reason]),
    view: { ...view, only: undefined, reason: view.reason === reason ? undefined : reason },
    isCurrent: view.reason === reason,
  }));
}

function countLines(
  counts: readonly RowCounts[],
  key: 'domain' | 'provider',
  view: EntriesQuery,
): Line[] {
  return counts.map(({ name, rows, verdicts }) => ({
    name: key === 'provider' ? providerName(name) : name,
    rows,
    mark: VERDICTS.some((verdict) => verdicts[verdict] > 0)
      ? verdictStrip(ENGLISH, verdicts, 8)
      : NOTHING,
    view: { ...view, [key]: view[key] === name ? undefined : name },
    isCurrent: view[key] === name,
  }));
}

function upperFirst(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1);
}

/** Those that are not written as their id, word by word. */
const PROVIDER_NAMES: Readonly<Record<string, string>> = {
  'outlook-com': 'Outlook.com',
  'mail-ru': 'Mail.ru',
  't-online': 'T-Online',
  icloud: 'iCloud',
  gmx: 'GMX',
  ionos: 'IONOS',
  sfr: 'SFR',
  qq: 'QQ',
  ovh: 'OVH',
};

/** An id of the provider table for people; a domain stays one. */
export function providerName(id: string): string {
  if (id.includes('.')) return id;
  return PROVIDER_NAMES[id] ?? id.split('-').map(upperFirst).join(' ');
}
