import { ACCURACY_DAYS, getAccuracy } from '../../service/accuracy/accuracy.ts';
import type { DashboardDeps } from '../environment.ts';
import { accuracyPage } from '../pages/accuracy-page.ts';
import { inReadTurn, type SignedInPages } from '../signed-in.ts';

const DAY_MS = 24 * 60 * 60_000;

/** With a limit, so that to look at the page changes nothing. */
export function accuracyRoutes(pages: SignedInPages, { service }: DashboardDeps): void {
  pages.get('/accuracy', async (c) => {
    const { id } = c.get('identity').team;
    const since = service.clock.now() - ACCURACY_DAYS * DAY_MS;
    const report = await inReadTurn(c, service, (pause) =>
      getAccuracy(service, id, { since, pause }),
    );
    return c.html(accuracyPage(c, report));
  });
}
