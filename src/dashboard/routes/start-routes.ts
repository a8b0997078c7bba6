import { estimateList } from '../../service/lists/estimate.ts';
import { readReceived, receivedSoFar } from '../../service/lists/receive-list.ts';
import { getReadyList, startList } from '../../service/lists/start-list.ts';
import { nextMonth } from '../../service/teams/quota.ts';
import type { DashboardDeps, PageContext } from '../environment.ts';
import { attempt } from '../page-error.ts';
import { arrivingPage, startPage } from '../pages/start-page.ts';
import { inReadTurn, pathId, type SignedInPages } from '../signed-in.ts';
import { isReviewed, pathBehind } from './lists-routes.ts';

/** What stands between the arrival of a list and its start. */
export function startRoutes(pages: SignedInPages, deps: DashboardDeps): void {
  const { lists, uploads, service, clock } = deps;
  const startView = async (c: PageContext, fault?: string) => {
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
    return c.html(await startView(c, tried.fault.text), tried.fault.status);
  });
  pages.get('/lists/:id/arriving', async (c) =>
    c.html(arrivingPage(c, await receivedSoFar(lists, c.get('identity').team, pathId(c)))),
  );
  pages.post('/lists/:id/read', async (c, form) => {
    const identity = c.get('identity');
    const reading = { id: pathId(c), column: form.text('column').trim(), waits: isReviewed(form) };
    const read = () => readReceived(lists, identity, reading);
    const tried = await attempt(() => uploads.inTurn(identity.team.id, read));
    if (tried.ok) return c.redirect(pathBehind(tried.value, reading.waits), 303);
    const soFar = await receivedSoFar(lists, identity.team, pathId(c));
    const { status, text: fault } = tried.fault;
    return c.html(arrivingPage(c, { ...soFar, fault }), status);
  });
}
