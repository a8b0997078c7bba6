import { getAccuracy } from '../../service/accuracy/accuracy.ts';
import type { DashboardDeps } from '../environment.ts';
import { accuracyPage } from '../pages/accuracy-page.ts';
import { inReadTurn, type SignedInPages } from '../signed-in.ts';

export function accuracyRoutes(pages: SignedInPages, { service }: DashboardDeps): void {
  pages.get('/accuracy', async (c) => {
    const { id } = c.get('identity').team;
    const report = await inReadTurn(c, service, (pause) => getAccuracy(service, id, { pause }));
    return c.html(accuracyPage(c, report));
  });
}
