import { estimateList } from '../../service/lists/estimate.ts';
import { getReadyList, startList } from '../../service/lists/start-list.ts';
import { nextMonth } from '../../service/teams/quota.ts';
import type { DashboardDeps, PageContext } from '../environment.ts';
import { attempt, type PageError } from '../page-error.ts';
import { startPage } from '../pages/start-page.ts';
import { inReadTurn, pathId, type SignedInPages } from '../signed-in.ts';

/** What stands between the upload of a list and its start. */
export function startRoutes(pages: SignedInPages, deps: DashboardDeps): void {
  const { lists, uploads, service, clock } = deps;
  const startView = async (c: PageContext, fault?: PageError) => {
    const { team } = c.get('identity');
    const list = await getReadyList(lists, team, pathId(c));
    const estimate = await inReadTurn(c, service, () => estimateList(lists, team, list));
    return startPage(c, { list, estimate, nextMonth: nextMonth(clock.now()), fault });
  };
  pages.get('/lists/:id/start', async (c) => c.html(await startView(c)));
  pages.post('/lists/:id/start', async (c, form) => {
    const identity = c.get('identity');
    const choice = {
      id: pathId(c),
      columns: form.all('column').map(Number),
      sheets: form.all('sheet'),
      splitCells: form.text('split') === 'yes',
    };
    const start = () => startList(lists, identity, choice);
    const tried = await attempt(() => uploads.inTurn(identity.team.id, start));
    if (tried.ok) return c.redirect(`/lists/${choice.id}`, 303);
    return c.html(await startView(c, tried.fault), tried.fault.status);
  });
}
