import { VERDICTS, type Verdict } from '../../contract/verdict.ts';
import { verdictStrip } from '../../formats/report/charts.ts';
import { isUndecidable, providerName } from '../../formats/report/provider-name.ts';
import { verdictDot } from '../../formats/report/verdict-overview.ts';
import type { Texts } from '../../i18n/texts.ts';
import { type Html, html, NOTHING } from '../../lib/html.ts';
import type { ListFacts, RowCounts } from '../../service/lists/list-files.ts';
import type { PageContext } from '../environment.ts';
import { isOver } from '../list-progress.ts';
import { type DecisionsView, listDecisions } from './list-decisions.ts';
import { type EntriesQuery, entriesLink } from './list-entries.ts';
import { breakable, sentence, success } from './parts.ts';

/** Lines of a card; the others come behind a word. */
const SHOWN = 5;
const MOST = 50;

interface CardsView extends DecisionsView {
  readonly facts: ListFacts;
  readonly view: EntriesQuery;
  /** What was just decided. */
  readonly done?: string | undefined;
}

interface CardLine {
  readonly name: Html | string;
  readonly rows: number;
  readonly mark: Html;
  /** What the table shows for it. */
  readonly view: EntriesQuery;
  readonly isCurrent: boolean;
}

/** What stands behind the numbers. Each line narrows the table below to its rows. */
export function factCards(c: PageContext, cards: CardsView): Html {
  const text = c.get('text');
  const { list, facts, view } = cards;
  const { id } = list;
  const providers = providerLines(text, facts, view);
  const note = isOver(list) ? undefined : text('list.of_all_rows');
  return html`<div class="cards">
    ${card(text, { id, name: 'why', lines: reasonLines(text, facts, view) })}
    ${providers.length === 0 ? NOTHING : card(text, { id, name: 'providers', lines: providers, note })}
    ${card(text, { id, name: 'domains', lines: domainLines(text, facts, view), note })}
    ${toFixCard(c, cards)}
  </div>`;
}

/** What can be mended in the list itself. */
function toFixCard(c: PageContext, cards: CardsView): Html {
  const text = c.get('text');
  const { list, view, done } = cards;
  const { id, counts, form } = list;
  const { suggestions = 0, several = 0 } = counts ?? {};
  const line = (name: string, rows: number, to: EntriesQuery): CardLine[] => {
    const isCurrent = to.only ? view.only === to.only : view.reason === to.reason;
    return rows === 0 ? [] : [{ name, rows, mark: NOTHING, view: isCurrent ? {} : to, isCurrent }];
  };
  const cells = form?.splitCells ? 0 : several;
  // Once something can be decided about them, that says so itself.
  const lines = isOver(list)
    ? []
    : [
        ...line(text('list.likely_typos'), suggestions, { only: 'suggestions' }),
        ...line(text('list.cells_with_several'), cells, { reason: 'several_addresses' }),
      ];
  const decisions = listDecisions(c, cards);
  const isNothing = lines.length === 0 && String(decisions).trim() === '';
  return html`<section class="card" id="to-fix" aria-labelledby="card-fix">
    <h2 id="card-fix">${text('list.to_fix')}</h2>
    ${success(done)}
    ${isNothing ? html`<p class="faint">${text('list.nothing_to_fix')}</p>` : lineList(text, id, lines)}
    ${decisions}
  </section>`;
}

interface Card {
  /** Of the list. */
  readonly id: string;
  readonly name: 'why' | 'providers' | 'domains';
  readonly lines: readonly CardLine[];
  /** What its numbers count, where that is not what the page counts. */
  readonly note?: string | undefined;
}

function card(text: Texts, { id, name, lines, note }: Card): Html {
  const heading = `card-${name}`;
  const [first, more] = [lines.slice(0, SHOWN), lines.slice(SHOWN, MOST)];
  return html`<section class="card" aria-labelledby="${heading}">
    <h2 id="${heading}">${text(`list.${name}`)}</h2>
    ${note === undefined || lines.length === 0 ? NOTHING : html`<p class="hint">${note}</p>`}
    ${lines.length === 0 ? html`<p class="faint">${text('list.nothing_yet')}</p>` : lineList(text, id, first)}
    ${more.length === 0 ? NOTHING : html`<details ${more.some(({ isCurrent }) => isCurrent) ? html`open` : NOTHING}><summary>${text('list.more', { count: more.length })}</summary>${lineList(text, id, more)}</details>`}
  </section>`;
}

function lineList(text: Texts, id: string, lines: readonly CardLine[]): Html {
  if (lines.length === 0) return NOTHING;
  return html`<ul class="lines">${lines.map((line) => lineLink(text, id, line))}</ul>`;
}

function lineLink(text: Texts, id: string, { name, rows, mark, view, isCurrent }: CardLine): Html {
  const current = isCurrent ? html`aria-current="true"` : NOTHING;
  return html`<li><a href="${entriesLink(id, view)}" data-in-place ${current}>
    <span class="name">${mark}<span>${name}</span></span> <span class="number">${text.number(rows)}</span></a></li>`;
}

/** A line that is chosen takes its filter away. */
function reasonLines(text: Texts, { reasons }: ListFacts, view: EntriesQuery): CardLine[] {
  return reasons.map(({ reason, rows, verdicts }) => ({
    name: sentence(text(`reasons.${reason}`)),
    rows,
    mark: verdictDot(mostOf(verdicts)),
    view: { ...view, only: undefined, reason: view.reason === reason ? undefined : reason },
    isCurrent: view.reason === reason,
  }));
}

/** A policy may give rows of a reason several verdicts. */
function mostOf(verdicts: RowCounts['verdicts']): Verdict {
  const [first, ...others] = VERDICTS;
  return others.reduce<Verdict>(
    (most, verdict) => (verdicts[verdict] > verdicts[most] ? verdict : most),
    first,
  );
}

function providerLines(text: Texts, { providers }: ListFacts, view: EntriesQuery): CardLine[] {
  const all = providers.reduce((sum, { rows }) => sum + rows, 0);
  return providers.map((counts) => ({
    ...countLine(text, counts),
    name: providerLabel(text, counts.name, counts.rows / all),
    view: { ...view, provider: view.provider === counts.name ? undefined : counts.name },
    isCurrent: view.provider === counts.name,
  }));
}

function domainLines(text: Texts, { domains }: ListFacts, view: EntriesQuery): CardLine[] {
  return domains.map((counts) => ({
    ...countLine(text, counts),
    name: isolated(counts.name),
    view: { ...view, domain: view.domain === counts.name ? undefined : counts.name },
    isCurrent: view.domain === counts.name,
  }));
}

/** `Yahoo, 4 %`, with a word where its mailboxes can't be decided. */
function providerLabel(text: Texts, id: string, share: number): Html {
  const note = isUndecidable(id)
    ? html` <small>${text('report.undecidable_short')}</small>`
    : NOTHING;
  return html`${isolated(providerName(id))}, ${text.percent(share)}${note}`;
}

/** A name that is the same in all languages. */
function isolated(name: string): Html {
  return html`<span translate="no">${breakable(name)}</span>`;
}

function countLine(text: Texts, { rows, verdicts }: RowCounts) {
  const isJudged = VERDICTS.some((verdict) => verdicts[verdict] > 0);
  return { rows, mark: isJudged ? verdictStrip(text, verdicts, 8) : NOTHING };
}
