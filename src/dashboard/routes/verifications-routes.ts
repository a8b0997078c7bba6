import type { DashboardDeps, PageContext } from '../environment.ts';
import { verificationsPage } from '../pages/verifications-page.ts';
import { pageOf, rowsOf, type SignedInPages } from '../signed-in.ts';
import { verificationsCsv } from '../verifications-csv.ts';

const VERIFICATIONS_A_PAGE = 50;

export function verificationsRoutes(pages: SignedInPages, { service }: DashboardDeps): void {
  const reports = (c: PageContext) => service.store.reports(c.get('identity').team.id);
  pages.get('/verifications', async (c) => {
    const [text, page] = [searchOf(c), pageOf(c)];
    const found = await reports(c).search({ text, page: rowsOf(page, VERIFICATIONS_A_PAGE) });
    const verifications = found.slice(0, VERIFICATIONS_A_PAGE);
    const hasMore = found.length > VERIFICATIONS_A_PAGE;
    return c.html(verificationsPage(c, { verifications, search: text, page, hasMore }));
  });
  pages.get('/verifications.csv', (c) => verificationsCsv(reports(c).searchAll(searchOf(c))));
}

function searchOf(c: PageContext): string {
  return (c.req.query('search') ?? '').trim().slice(0, 320);
}
