import type { PlainMessageId } from '../../i18n/catalogue.ts';
import { type Html, html } from '../../lib/html.ts';
import type { TeamCorrection } from '../../service/lists/list-ports.ts';
import type { DashboardDeps, PageContext } from '../environment.ts';
import { doneOf, parsePage, ROWS_A_PAGE, type SignedInPages, toPageRows } from '../signed-in.ts';
import { csrfField, insidePage } from './layout.ts';
import { addressText, moment, paging, success, table } from './parts.ts';

const DONE: Readonly<Record<string, PlainMessageId>> = { removed: 'decisions.done_removed' };

/** What a team decided about typing errors. */
export function correctionsRoutes(pages: SignedInPages, { lists, clock }: DashboardDeps): void {
  pages.get('/corrections', async (c) => {
    const page = parsePage(c);
    const store = lists.store.corrections(c.get('identity').team.id);
    const found = await store.list(toPageRows(page));
    const decisions = found.slice(0, ROWS_A_PAGE);
    const hasMore = found.length > ROWS_A_PAGE;
    return c.html(correctionsPage(c, { decisions, page, hasMore, done: doneOf(c, DONE) }));
  });
  pages.post('/corrections/remove', async (c, form) => {
    const { person, team } = c.get('identity');
    const by = { actor: person.email, at: clock.now() };
    const change = { ...by, action: 'corrections_removed', subject: '1' } as const;
    await lists.store.corrections(team.id).remove([form.text('from')], change);
    return c.redirect('/corrections?done=removed', 303);
  });
}

interface CorrectionsView {
  readonly decisions: readonly TeamCorrection[];
  readonly page: number;
  readonly hasMore: boolean;
  readonly done: string | undefined;
}

/** What a team decided about typing errors, the latest first. */
function correctionsPage(c: PageContext, view: CorrectionsView): Html {
  const text = c.get('text');
  const { decisions, page, hasMore, done } = view;
  return insidePage(c, {
    title: text('decisions.decided_title'),
    current: '/corrections',
    body: html`${success(done)}
      <p>${text('decisions.decided_intro')}</p>
      ${table({
        caption: text('decisions.caption'),
        columns: [text('decisions.typed'), text('decisions.meant'), text('decisions.decided'), ''],
        rows: decisions.map((decision) => decisionRow(c, decision)),
        empty: text('decisions.none_decided'),
      })}
      ${paging(text, { path: '/corrections', page, hasMore })}`,
  });
}

function decisionRow(c: PageContext, { from, to, decidedBy, decidedAt }: TeamCorrection): Html[] {
  const text = c.get('text');
  const meant =
    to === null
      ? html`<span class="faint">${text('decisions.not_an_error')}</span>`
      : addressText(to);
  const person = addressText(decidedBy);
  const by = html`${moment(decidedAt, text)} ${text.rich('decisions.decided_by', { person })}`;
  const label = text('decisions.remove_decision', { from });
  const remove = html`<form method="post" action="/corrections/remove">
    ${csrfField(c)}<input type="hidden" name="from" value="${from}" />
    <button class="danger" aria-label="${label}">${text('common.remove')}</button>
  </form>`;
  return [addressText(from), meant, by, remove];
}
