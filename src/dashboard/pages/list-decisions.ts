import type { PlainMessageId } from '../../i18n/catalogue.ts';
import type { Texts } from '../../i18n/texts.ts';
import { type Html, html, NOTHING } from '../../lib/html.ts';
import type { ListFacts, Typo } from '../../service/lists/list-files.ts';
import type { ListRecord, TeamCorrection } from '../../service/lists/list-ports.ts';
import { getList, type ListContext } from '../../service/lists/lists.ts';
import {
  acceptCorrections,
  chooseColumn,
  decisionsOf,
  dropDuplicates,
  dropSheet,
  rejectCorrections,
  sheetListOf,
  splitCells,
  undoCorrection,
  verifySheet,
} from '../../service/lists/revise-list.ts';
import type { DashboardDeps, PageContext } from '../environment.ts';
import type { Form } from '../form.ts';
import { pathId, type SignedInPages } from '../signed-in.ts';
import { csrfField } from './layout.ts';
import { addressText, sentence } from './parts.ts';

/** What was decided, as the page then says. */
export const DECIDED: Readonly<Record<string, PlainMessageId>> = {
  corrected: 'decisions.done_corrected',
  known: 'decisions.done_known',
  rejected: 'decisions.done_rejected',
  undone: 'decisions.done_undone',
  split: 'decisions.done_split',
  column: 'decisions.done_column',
  sheet: 'decisions.done_sheet',
  dropped: 'decisions.done_dropped',
  none: 'decisions.done_none',
};

/** The decisions that are offered on the page of a list. */
export function listDecisionsRoutes(pages: SignedInPages, { lists }: DashboardDeps): void {
  const decide = (path: string, act: (c: PageContext, form: Form) => Promise<string>) =>
    pages.post(`/lists/:id/${path}`, async (c, form) => {
      const done = await act(c, form);
      return c.redirect(`/lists/${pathId(c)}?done=${done}#to-fix`, 303);
    });
  decide('corrections', (c, form) => decideCorrections(lists, c, form));
  decide('split', async (c, form) => {
    const isSplit = isOn(form);
    await splitCells(lists, c.get('identity'), { id: pathId(c), isSplit });
    return isSplit ? 'split' : 'undone';
  });
  decide('column-too', async (c, form) => {
    const column = Number(form.text('column'));
    const isVerified = isOn(form);
    await chooseColumn(lists, c.get('identity'), { id: pathId(c), column, isVerified });
    return isVerified ? 'column' : 'undone';
  });
  decide('sheet-too', async (c, form) => {
    const chosen = { id: pathId(c), sheet: form.text('sheet') };
    if (isOn(form)) await verifySheet(lists, c.get('identity'), chosen);
    else await dropSheet(lists, c.get('identity'), chosen);
    return isOn(form) ? 'sheet' : 'undone';
  });
  decide('duplicates', async (c, form) => {
    const isDropped = isOn(form);
    await dropDuplicates(lists, c.get('identity'), { id: pathId(c), isDropped });
    return isDropped ? 'dropped' : 'undone';
  });
}

function isOn(form: Form): boolean {
  return form.text('on') === 'yes';
}

async function decideCorrections(lists: ListContext, c: PageContext, form: Form): Promise<string> {
  const [identity, id, from] = [c.get('identity'), pathId(c), form.all('from')];
  const wanted = form.text('do');
  if (wanted === 'undo') {
    await undoCorrection(lists, identity, { id, from: from[0] ?? '' });
    return 'undone';
  }
  if (wanted !== 'all' && from.length === 0) {
    await getList(lists, identity.team, id);
    return 'none';
  }
  if (wanted === 'reject') {
    await rejectCorrections(lists, identity, { id, from });
    return 'rejected';
  }
  const chosen = { id, from: wanted === 'all' ? ('all' as const) : from };
  return (await acceptCorrections(lists, identity, chosen)) > 0 ? 'corrected' : 'known';
}

/** What the page of a list knows of what was decided. */
export async function findDecided(
  lists: ListContext,
  c: PageContext,
  { list, facts }: { readonly list: ListRecord; readonly facts: ListFacts | undefined },
): Promise<Decided> {
  const identity = c.get('identity');
  const corrections = facts ? await decisionsOf(lists, identity.team.id, facts) : new Map();
  const sheets = new Map<string, ListRecord>();
  const names = list.form?.otherSheets ?? [];
  for (const sheet of names) {
    const added = await sheetListOf(lists, identity, { list, sheet });
    if (added) sheets.set(sheet, added);
  }
  const hasFile = names.length > 0 && (await lists.files.hasOriginal(list.id));
  return { corrections, sheets, hasFile };
}

/** What a page knows beside the list for its decisions. */
export interface Decided {
  /** What the team decided of its typing errors, by what was typed. */
  readonly corrections: ReadonlyMap<string, TeamCorrection>;
  /** The lists that its sheets became, by the names of the sheets. */
  readonly sheets: ReadonlyMap<string, ListRecord>;
  /** Whether its workbook is still here. */
  readonly hasFile: boolean;
}

export interface DecisionsView {
  readonly list: ListRecord;
  readonly facts: ListFacts;
  readonly decided: Decided;
}

/** Typing errors of the first look; the others come behind a word. */
const SHOWN = 5;

/** What can be decided about a list, and what is decided: each can be undone. */
export function listDecisions(c: PageContext, view: DecisionsView): Html {
  const [ofTypos, others] = [
    typos(c, view),
    [
      ...splitDecision(c, view),
      ...columnDecisions(c, view),
      ...sheetDecisions(c, view),
      ...duplicatesDecision(c, view),
    ],
  ];
  const all = [...ofTypos, ...others];
  const isLater = !isDecidable(view) && all.length + view.facts.typos.length > 0;
  const later = html`<p class="note faint">${c.get('text')('decisions.when_complete')}</p>`;
  const columns = [ofTypos, others].filter((part) => part.length > 0);
  return html`${columns.length === 0 ? NOTHING : html`<div class="halves">${columns.map((part) => html`<div>${part}</div>`)}</div>`}${isLater ? later : NOTHING}`;
}

function isDecidable({ list }: DecisionsView): boolean {
  return list.status === 'completed' || list.status === 'cancelled';
}

interface DecisionButton {
  readonly list: ListRecord;
  /** Behind the path of the list. */
  readonly path: string;
  readonly fields: Readonly<Record<string, string>>;
  readonly words: string;
  /** The name of the button, where its words do not say what is meant. */
  readonly label?: string;
  readonly confirm?: string;
}

function button(
  c: PageContext,
  { list, path, fields, words, label, confirm }: DecisionButton,
): Html {
  const hidden = Object.entries(fields).map(
    ([name, value]) => html`<input type="hidden" name="${name}" value="${value}" />`,
  );
  return html`<form method="post" action="/lists/${list.id}/${path}" ${confirm ? html`data-confirm="${confirm}"` : NOTHING}>
    ${csrfField(c)}${hidden}<button class="small" ${label ? html`aria-label="${label}"` : NOTHING}>${words}</button></form>`;
}

function decision(said: Html | string, action: Html | undefined): Html {
  return html`<div class="decision"><p>${said}</p>${action ?? NOTHING}</div>`;
}

function typos(c: PageContext, view: DecisionsView): Html[] {
  const { facts, decided } = view;
  const isRejected = ({ from }: Typo) => decided.corrections.get(from)?.to === null;
  const rejected = facts.typos.filter(isRejected);
  const open = facts.typos.filter((typo) => !isRejected(typo));
  return [
    ...(open.length > 0 && isDecidable(view) ? [typoForm(c, view, open)] : []),
    ...madeTypos(c, view, { title: 'decisions.corrected_title', found: facts.corrected }),
    ...madeTypos(c, view, { title: 'decisions.rejected_title', found: rejected }),
  ];
}

function typoForm(c: PageContext, { list, decided }: DecisionsView, open: readonly Typo[]): Html {
  const text = c.get('text');
  const tick = (typo: Typo) =>
    typoTick(text, typo, {
      isBefore: decided.corrections.get(typo.from)?.to === typo.to,
      isOnly: open.length === 1,
    });
  const [first, more] = [open.slice(0, SHOWN), open.slice(SHOWN)];
  return html`<form method="post" action="/lists/${list.id}/corrections" class="typos">
    ${csrfField(c)}
    <fieldset aria-describedby="typos-hint"><legend>${text('decisions.typos_title')}</legend>
      <p class="hint" id="typos-hint">${text('decisions.typos_intro')}</p>
      ${first.map(tick)}
      ${more.length === 0 ? NOTHING : html`<details><summary>${text('decisions.more', { count: more.length })}</summary>${more.map(tick)}</details>`}
    </fieldset>
    <div class="actions">
      ${open.length === 1 ? NOTHING : html`<button class="small" name="do" value="accept">${text('decisions.accept')}</button>`}
      <button class="small" name="do" value="all">${text('decisions.accept_all', { count: open.length })}</button>
      <button class="small" name="do" value="reject">${text('decisions.reject', { count: open.length })}</button>
    </div>
  </form>`;
}

interface Tick {
  /** It was corrected in another list. */
  readonly isBefore: boolean;
  /** There is nothing to choose from. */
  readonly isOnly: boolean;
}

function typoTick(text: Texts, typo: Typo, { isBefore, isOnly }: Tick): Html {
  const before = isBefore
    ? html` <span class="faint">${text('decisions.accepted_before')}</span>`
    : NOTHING;
  return html`<label class="check"><input type="checkbox" name="from" value="${typo.from}" ${isBefore || isOnly ? html`checked` : NOTHING} />
    ${pair(typo)} ${rowCount(text, typo)}${before}</label>`;
}

function pair({ from, to }: Typo): Html {
  return html`${addressText(from)} → <b>${addressText(to)}</b>`;
}

function rowCount(text: Texts, { rows }: Typo): Html {
  return html`<span class="faint">${text('decisions.rows', { count: rows })}</span>`;
}

interface MadeTypos {
  readonly title: 'decisions.corrected_title' | 'decisions.rejected_title';
  readonly found: readonly Typo[];
}

function madeTypos(c: PageContext, view: DecisionsView, { title, found }: MadeTypos): Html[] {
  if (found.length === 0) return [];
  const text = c.get('text');
  const isMade = title === 'decisions.corrected_title';
  const lines = found.map((typo) => {
    const { from, to } = typo;
    const label = isMade
      ? text('decisions.undo_correction', { from, to })
      : text('decisions.undo_rejection', { from });
    const undo = { path: 'corrections', fields: { do: 'undo', from }, label };
    const action = isDecidable(view)
      ? button(c, { list: view.list, words: text('decisions.undo'), ...undo })
      : undefined;
    const said = isMade ? pair(typo) : addressText(from);
    return html`<li>${decision(html`${said} ${rowCount(text, typo)}`, action)}</li>`;
  });
  const isLong = found.length > SHOWN;
  const list = html`<ul class="made">${lines}</ul>`;
  const heading = text(title);
  return [
    isLong
      ? html`<details><summary>${heading} (${text.number(found.length)})</summary>${list}</details>`
      : html`<h3>${heading}</h3>${list}`,
  ];
}

interface Switch {
  readonly path: string;
  readonly fields?: Readonly<Record<string, string>>;
  readonly isOn: boolean;
  readonly said: string;
  /** What switches it on, and the name of what switches it off. */
  readonly words: string;
  readonly undo: string;
}

function switchOf(c: PageContext, view: DecisionsView, one: Switch): Html {
  const { path, fields = {}, isOn, said, words, undo } = one;
  const { list } = view;
  const off = { words: c.get('text')('decisions.undo'), label: undo };
  const to = { list, path, fields: { ...fields, on: isOn ? 'no' : 'yes' } };
  const action = button(c, { ...to, ...(isOn ? off : { words }) });
  return decision(said, isDecidable(view) ? action : undefined);
}

function splitDecision(c: PageContext, view: DecisionsView): Html[] {
  const text = c.get('text');
  const { form, counts } = view.list;
  const isOn = form?.splitCells ?? false;
  const count = counts?.several ?? 0;
  if (!isOn && count === 0) return [];
  const said = isOn ? text('decisions.is_split') : text('decisions.several', { count });
  const words = text('decisions.split');
  return [
    switchOf(c, view, { path: 'split', isOn, said, words, undo: text('decisions.undo_split') }),
  ];
}

function columnDecisions(c: PageContext, view: DecisionsView): Html[] {
  const text = c.get('text');
  const { form } = view.list;
  return (form?.otherColumns ?? []).map((column) => {
    const header = form?.header?.[column]?.trim();
    const name = text('decisions.column_name', { name: header || String(column + 1) });
    const isOn = form?.columns.includes(column) ?? false;
    return switchOf(c, view, {
      path: 'column-too',
      fields: { column: String(column) },
      isOn,
      said: sentence(text(isOn ? 'decisions.column_checked' : 'decisions.column_has', { name })),
      words: text('decisions.check_column', { name }),
      undo: text('decisions.undo_column', { name }),
    });
  });
}

function sheetDecisions(c: PageContext, view: DecisionsView): Html[] {
  return (view.list.form?.otherSheets ?? []).map((sheet) => sheetDecision(c, view, sheet));
}

function sheetDecision(c: PageContext, view: DecisionsView, sheet: string): Html {
  const text = c.get('text');
  const { list, decided } = view;
  const name = text('decisions.sheet_name', { name: sheet });
  const added = decided.sheets.get(sheet);
  const path = 'sheet-too';
  if (added) {
    const link = (inside: readonly (string | Html)[]) =>
      html`<a href="/lists/${added.id}">${inside}</a>`;
    const undo = {
      words: text('decisions.undo'),
      label: text('decisions.undo_column', { name }),
      confirm: text('decisions.confirm_undo_sheet', { name }),
    };
    const action = button(c, { list, path, fields: { sheet, on: 'no' }, ...undo });
    return decision(html`${text.rich('decisions.sheet_checked', { name, link })}`, action);
  }
  if (!decided.hasFile) return decision(text('decisions.sheet_gone', { name }), undefined);
  const words = text('decisions.check_sheet', { name });
  const action = button(c, { list, path, fields: { sheet, on: 'yes' }, words });
  return decision(text('decisions.column_has', { name }), action);
}

function duplicatesDecision(c: PageContext, { list }: DecisionsView): Html[] {
  const text = c.get('text');
  const { form, counts } = list;
  const count = counts?.duplicates ?? 0;
  // Where a row may hold several addresses, none of them is another's duplicate as a whole.
  if (count === 0 || counts?.entries !== undefined) return [];
  const isOn = form?.dropDuplicates ?? false;
  const said = text(isOn ? 'decisions.duplicates_dropped' : 'decisions.duplicates', { count });
  const fields = { on: isOn ? 'no' : 'yes' };
  const words = text(isOn ? 'decisions.undo' : 'decisions.drop_duplicates');
  const label = isOn ? { label: text('decisions.undo_duplicates') } : {};
  return [decision(said, button(c, { list, path: 'duplicates', fields, words, ...label }))];
}
