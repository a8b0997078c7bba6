import type { Texts } from '../../i18n/texts.ts';
import { type Html, html, NOTHING } from '../../lib/html.ts';
import { roundTimeLeft } from '../../lib/time-left/time-left.ts';
import { shareOf } from '../../lib/wording.ts';
import {
  estimateList,
  GREYLISTING_SECONDS,
  type ListEstimate,
  UNDECIDED_CAUSES,
} from '../../service/lists/estimate.ts';
import type { ListMendGroup, ListMends, ListPreview } from '../../service/lists/list-files.ts';
import type { ListRecord } from '../../service/lists/list-ports.ts';
import { chooseColumns, previewList } from '../../service/lists/lists.ts';
import { getReadyList, startList } from '../../service/lists/start-list.ts';
import { nextMonth } from '../../service/teams/teams.ts';
import type { DashboardDeps, PageContext } from '../environment.ts';
import { attempt, type PageError } from '../page-error.ts';
import { inReadTurn, pathId, type SignedInPages } from '../signed-in.ts';
import { csrfField, insidePage } from './layout.ts';
import { isReviewed } from './lists.ts';
import { both, columnName, failure, quoted, table } from './parts.ts';

/** What stands between the upload of a list and its start. */
export function startRoutes(pages: SignedInPages, deps: DashboardDeps): void {
  const { lists, uploads, service, clock } = deps;
  const startView = async (c: PageContext, fault?: PageError) => {
    const { team } = c.get('identity');
    const list = await getReadyList(lists, team, pathId(c));
    const [estimate, mends] = await inReadTurn(c, service, () =>
      Promise.all([estimateList(lists, team, list), lists.files.mends(list.id)]),
    );
    return startPage(c, { list, estimate, mends, nextMonth: nextMonth(clock.now()), fault });
  };
  columnRoutes(pages, deps);
  pages.get('/lists/:id/start', async (c) => c.html(await startView(c)));
  pages.post('/lists/:id/start', async (c, form) => {
    const identity = c.get('identity');
    const choice = {
      id: pathId(c),
      columns: form.all('column').map(Number),
      sheets: form.all('sheet'),
      splitCells: form.text('split') === 'yes',
      mends: form.text('mend') === 'yes',
    };
    const start = () => startList(lists, identity, choice);
    const tried = await attempt(() => uploads.inTurn(identity.team.id, start));
    if (tried.ok) return c.redirect(`/lists/${choice.id}`, 303);
    return c.html(await startView(c, tried.fault), tried.fault.status);
  });
}

interface StartView {
  readonly list: ListRecord;
  readonly estimate: ListEstimate;
  readonly mends: ListMends;
  /** When the quota of the next month begins. */
  readonly nextMonth: number;
  readonly fault?: PageError | undefined;
}

/** What a list takes, and what else of it may be verified, before it is started. */
function startPage(c: PageContext, view: StartView): Html {
  const text = c.get('text');
  const { list, fault } = view;
  return insidePage(c, {
    title: list.name,
    isName: true,
    current: '/lists',
    body: html`${failure(text, fault)}
      <section class="card" aria-labelledby="takes">
        <h2 id="takes">${text('start.title')}</h2>
        ${facts(text, view)}
        <form method="post" action="/lists/${list.id}/start">
          ${csrfField(c)}
          ${choices(text, list)}
          ${mendChoice(text, view.mends)}
          ${quotaNotice(text, view)}
          <button class="main" data-busy="${text('common.starting')}">${startWords(text, view.estimate)}</button>
        </form>
      </section>
      <form method="post" action="/lists/${list.id}/delete" data-confirm="${text('start.confirm_delete', { name: list.name })}">
        ${csrfField(c)}<button class="danger">${text('common.delete_list')}</button>
      </form>`,
  });
}

function facts(text: Texts, { list, estimate }: StartView): Html {
  const { counts } = list;
  const { addresses, cached, sameMailbox, suppressed, sandbox, isExact, quota } = estimate;
  const about = (count: number) => aboutText(text, count, isExact);
  const left = quota
    ? html`<br /><span class="faint">${text('start.left_this_month', { left: quota.left, quota: quota.quota })}</span>`
    : NOTHING;
  const rows: readonly (readonly [string, Html | string] | undefined)[] = [
    [
      text('common.addresses'),
      html`<b>${text.number(addresses)}</b><br /><span class="faint">${placeWords(text, list)}</span>`,
    ],
    some(counts?.duplicates ?? 0, text('start.duplicates'), (count) =>
      text('start.checked_once', { count }),
    ),
    some(sameMailbox, text('report.same_mailbox'), (count) =>
      text('start.checked_once', { count }),
    ),
    some(counts?.unusable ?? 0, text('start.without_address'), (count) =>
      text('start.kept', { count }),
    ),
    some(cached, text('start.known'), (count) => text('start.from_cache', { count: about(count) })),
    some(suppressed, text('start.suppressed'), (count) =>
      text('start.not_checked', { count: about(count) }),
    ),
    some(sandbox, text('start.sandbox'), (count) =>
      text('start.simulated', { count: about(count) }),
    ),
    [text('start.cost'), html`${costWords(text, estimate)}${left}`],
    [text('start.time'), timeWords(text, estimate)],
    undecidedRow(text, estimate),
  ];
  return html`<dl class="takes">${rows.map((row) => row && html`<div><dt>${row[0]}</dt><dd>${row[1]}</dd></div>`)}</dl>`;
}

function some(count: number, name: string, words: (count: number) => string) {
  return count > 0 ? ([name, words(count)] as const) : undefined;
}

function aboutText(text: Texts, count: number, isExact: boolean): string {
  return isExact ? text.number(count) : text('start.about', { count });
}

function costWords(text: Texts, { cost, isExact }: ListEstimate) {
  const amount = html`<b>${aboutText(text, cost, isExact)}</b>`;
  return text.rich('start.verifications', { amount, count: cost });
}

/** `in 35 rows, sheet “Contacts”, column “E-mail”`. */
function placeWords(text: Texts, { counts, form }: ListRecord): Html {
  const rows = html`${text('start.in_rows', { count: counts?.rows ?? 0 })}`;
  const sheet = form?.sheet;
  const content = sheet
    ? html`${text.rich('start.with_sheet', { content: rows, sheet: quoted(text, sheet) })}`
    : rows;
  if (!form?.header || form.columns.length === 0) return content;
  const columns = both(
    text,
    form.columns.map((column) => columnName(text, form, column)),
  );
  return html`${text.rich('start.with_columns', { content, columns })}`;
}

/** From the rates of providers; which hosts defer a first try shows only when they are asked. */
function timeWords(text: Texts, { cost, seconds: { from, to } }: ListEstimate): Html | string {
  if (cost === 0) return text('start.few_seconds');
  const range = { from: roughly(text, from), to: roughly(text, to) };
  const time = range.from === range.to ? text('start.few_seconds') : text('start.from_to', range);
  return html`<b>${time}</b><br />
    <span class="faint">${text('start.early', { time: text.duration(GREYLISTING_SECONDS * 1000) })}</span>`;
}

type EstimateRow = readonly [string, Html | string] | undefined;

/** What no probe can decide, as `mailvet plan` says it. */
function undecidedRow(text: Texts, estimate: ListEstimate): EstimateRow {
  const { causes, undecidable, addresses, isExact, problem } = estimate;
  if (undecidable === 0) return undefined;
  const said = UNDECIDED_CAUSES.flatMap((cause) => {
    const count = causes[cause] ?? 0;
    return count === 0
      ? []
      : [text(`start.cause_${cause}`, { count: aboutText(text, count, isExact) })];
  });
  const ofAll = text.rich('start.undecided_share', {
    share: html`<b>${text.percent(shareOf(undecidable, addresses))}</b>`,
    count: addresses,
  });
  const lines = problem === undefined ? said : [text(`problems.${problem}`)];
  return [
    text('start.undecided'),
    html`${ofAll}${lines.map((words) => html`<br /><span class="faint">${words}</span>`)}`,
  ];
}

function roughly(text: Texts, seconds: number): string {
  return text.duration(roundTimeLeft(seconds * 1000));
}

/** What else is in the file. */
function choices(text: Texts, { form, counts }: ListRecord): Html {
  const columns = form?.otherColumns ?? [];
  const sheets = form?.otherSheets ?? [];
  const several = form?.splitCells ? 0 : (counts?.several ?? 0);
  if (columns.length + sheets.length + several === 0) return NOTHING;
  const faint = (inside: readonly (string | Html)[]) => html`<span class="faint">${inside}</span>`;
  return html`<fieldset>
    <legend>${text('start.these_too')}</legend>
    ${columns.map((column) => tick('column', String(column), text.rich('start.column_too', { name: columnName(text, form, column), faint })))}
    ${sheets.map((sheet) => tick('sheet', sheet, text.rich('start.sheet_too', { name: quoted(text, sheet), faint })))}
    ${several > 0 ? tick('split', 'yes', text.rich('start.split_cells', { count: several, faint })) : NOTHING}
  </fieldset>`;
}

/** Whether addresses are mended, above what changes then. */
function mendChoice(text: Texts, { cells, groups }: ListMends): Html {
  if (cells === 0) return NOTHING;
  const faint = (inside: readonly (string | Html)[]) => html`<span class="faint">${inside}</span>`;
  const shown = groups.slice(0, MEND_GROUPS);
  const left = groups.slice(MEND_GROUPS).reduce((sum, { count }) => sum + count, 0);
  return html`<fieldset>
    <legend>${text('start.mend_title')}</legend>
    ${tick('mend', 'yes', text.rich('start.mend', { count: cells, faint }))}
    <details>
      <summary>${text('start.mend_show')}</summary>
      ${shown.map((group) => mendGroup(text, group))}
      ${left > 0 ? html`<p class="hint">${text('start.mend_more', { count: left })}</p>` : NOTHING}
    </details>
  </fieldset>`;
}

/** Ways of mending that are shown, those of most cells first. */
const MEND_GROUPS = 10;

const MEND_TITLES = {
  written_out: 'start.mend_written_out',
  around: 'start.mend_around',
} as const;

function mendGroup(text: Texts, group: ListMendGroup): Html {
  const { kind, from = '', to = '', count, examples } = group;
  const left = count - examples.length;
  const isTypo = kind === 'typo';
  const title = isTypo ? `${from} → ${to}` : text(MEND_TITLES[kind]);
  return html`<h3${isTypo ? html` translate="no"` : NOTHING}>${text.number(count)} × ${title}</h3>
  ${table({
    caption: title,
    columns: [text('start.mend_before'), text('start.mend_after'), text('start.mend_line')],
    rows: examples.map(({ line, before, after }) => [
      html`<del class="address">${before}</del>`,
      html`<ins class="address">${after}</ins>`,
      text.number(line),
    ]),
    empty: '',
  })}
  ${left > 0 ? html`<p class="hint">${text('start.mend_more', { count: left })}</p>` : NOTHING}`;
}

function tick(name: string, value: string, words: readonly (string | Html)[]): Html {
  return html`<label class="check"><input type="checkbox" name="${name}" value="${value}" /> ${words}</label>`;
}

function missing({ cost, quota }: ListEstimate): number {
  return quota ? Math.max(0, cost - quota.left) : 0;
}

function quotaNotice(text: Texts, { estimate, nextMonth }: StartView): Html {
  const more = missing(estimate);
  if (more === 0) return NOTHING;
  const count = aboutText(text, more, estimate.isExact);
  return html`<p class="notice warn">${text('start.over_quota', { count, day: text.day(nextMonth) })}</p>`;
}

function startWords(text: Texts, estimate: ListEstimate): string {
  if (missing(estimate) === 0) return text('start.start');
  const left = estimate.quota?.left ?? 0;
  return left === 0 ? text('start.start_and_wait') : text('start.verify_now', { count: left });
}

function columnRoutes(pages: SignedInPages, { lists }: DashboardDeps): void {
  pages.get('/lists/:id/column', async (c) => {
    const asked = await previewList(lists, c.get('identity').team, pathId(c));
    const isStep = c.req.query('review') === 'yes';
    return c.html(columnPage(c, { ...asked, isReviewed: isStep }));
  });
  pages.post('/lists/:id/column', async (c, form) => {
    const identity = c.get('identity');
    const waits = isReviewed(form);
    const columns = form.all('column').filter((column) => column !== '');
    const chosen = { id: pathId(c), columns, waits };
    const tried = await attempt(() => chooseColumns(lists, identity, chosen));
    if (tried.ok) return c.redirect(`/lists/${pathId(c)}`, 303);
    const asked = await previewList(lists, identity.team, pathId(c));
    return c.html(
      columnPage(c, { ...asked, isReviewed: waits, fault: tried.fault }),
      tried.fault.status,
    );
  });
}

interface ColumnView {
  readonly list: ListRecord;
  readonly preview: ListPreview;
  /** Whether the list then waits until somebody has seen what it takes. */
  readonly isReviewed: boolean;
  readonly fault?: PageError | undefined;
}

/** Asks which column has the addresses. */
function columnPage(c: PageContext, { list, preview, isReviewed, fault }: ColumnView): Html {
  const text = c.get('text');
  const { columns, rows } = preview;
  return insidePage(c, {
    title: list.name,
    isName: true,
    current: '/lists',
    body: html`${failure(text, fault)}
      <form method="post" action="/lists/${list.id}/column" class="card">
        ${csrfField(c)}
        ${isReviewed ? html`<input type="hidden" name="review" value="yes" />` : NOTHING}
        <fieldset>
          <legend>${text('column.which')}</legend>
          <p class="faint">${text('column.several')}</p>
          ${columns.map((name, index) => choice({ name, number: index + 1, rows }))}
        </fieldset>
        <button class="main" data-busy="${text('common.reading_list')}">${text('column.go_on')}</button>
      </form>
      ${deleteForm(c, list.id)}
      <h2 id="rows">${text('column.first_rows')}</h2>
      <section class="scroll" translate="no" tabindex="0" aria-labelledby="rows">
        ${table({ caption: text('column.caption'), columns, rows, empty: '' })}
      </section>`,
  });
}

interface Choice {
  readonly name: string;
  readonly number: number;
  readonly rows: ListPreview['rows'];
}

/** Only columns that show an address among the first rows can be meant. */
function choice({ name, number, rows }: Choice): Html | undefined {
  const example = rows.map((cells) => cells[number - 1] ?? '').find((cell) => cell.includes('@'));
  if (example === undefined) return undefined;
  return html`<label class="check"><input type="checkbox" name="column" value="${number}" />
    <span translate="no">${name}</span> <span class="faint address">${example}</span></label>`;
}

function deleteForm(c: PageContext, id: string): Html {
  return html`<form method="post" action="/lists/${id}/delete" data-confirm="${c.get('text')('column.confirm_delete')}">
    ${csrfField(c)}<button class="danger">${c.get('text')('common.delete_list')}</button>
  </form>`;
}
