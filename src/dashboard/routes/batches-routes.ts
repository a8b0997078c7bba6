import { isFinal } from '../../contract/batch-state.ts';
import { batchNotFound, cancelBatch, getBatch } from '../../service/batches/batches.ts';
import { batchCsv } from '../batch-csv.ts';
import type { DashboardDeps } from '../environment.ts';
import { batchPage, summarise } from '../pages/batch-page.ts';
import { batchesPage } from '../pages/batches-page.ts';
import { statusName } from '../pages/parts.ts';
import { inReadTurn, parsePage, pathId, type SignedInPages, toPageRows } from '../signed-in.ts';
import type { Followed } from './live-routes.ts';

const BATCHES_A_PAGE = 25;

export function batchesRoutes(pages: SignedInPages, { service }: DashboardDeps): void {
  pages.get('/batches', async (c) => {
    const page = parsePage(c);
    const reports = service.store.reports(c.get('identity').team.id);
    const rows = toPageRows(page, BATCHES_A_PAGE);
    const batches = await inReadTurn(c, service, () => reports.batches(rows));
    const hasMore = batches.length > BATCHES_A_PAGE;
    return c.html(batchesPage(c, { batches: batches.slice(0, BATCHES_A_PAGE), page, hasMore }));
  });
  pages.get('/batches/:id', async (c) => {
    const page = parsePage(c);
    return inReadTurn(c, service, async (pause) => {
      const found = await getBatch(service, c.get('identity').team, pathId(c));
      const summary = await summarise(found, pause);
      return c.html(batchPage(c, { ...found, summary, page }));
    });
  });
  pages.get('/batches/:id/results.csv', (c) =>
    inReadTurn(c, service, async (pause) =>
      batchCsv(await getBatch(service, c.get('identity').team, pathId(c)), pause),
    ),
  );
  pages.post('/batches/:id/cancel', async (c) => {
    await cancelBatch(service, c.get('identity').team, pathId(c));
    return c.redirect(`/batches/${pathId(c)}`, 303);
  });
}

/** A batch as its page shows it while it runs. */
export function followedBatch({ service }: DashboardDeps): Followed {
  return {
    path: '/batches/:id',
    permission: 'batches',
    async find(c) {
      const batch = await service.store.reports(c.get('identity').team.id).batch(pathId(c));
      if (!batch) throw batchNotFound();
      const { status, processedCount, totalCount } = batch;
      const badge = statusName(c.get('text'), status);
      return { status, badge, processedCount, totalCount, ended: isFinal(status) };
    },
  };
}
