import type { PlainMessageId } from '../../i18n/catalogue.ts';
import type { DashboardDeps } from '../environment.ts';
import { correctionsPage } from '../pages/corrections-page.ts';
import { doneOf, parsePage, type SignedInPages, toPageRows } from '../signed-in.ts';

const DECISIONS_A_PAGE = 100;

const DONE: Readonly<Record<string, PlainMessageId>> = { removed: 'decisions.done_removed' };

/** What a team decided about typing errors. */
export function correctionsRoutes(pages: SignedInPages, { lists, clock }: DashboardDeps): void {
  pages.get('/corrections', async (c) => {
    const page = parsePage(c);
    const store = lists.store.corrections(c.get('identity').team.id);
    const found = await store.list(toPageRows(page, DECISIONS_A_PAGE));
    const decisions = found.slice(0, DECISIONS_A_PAGE);
    const hasMore = found.length > DECISIONS_A_PAGE;
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
