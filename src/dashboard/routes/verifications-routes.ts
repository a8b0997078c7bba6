import type { HistoryPosition } from '../../service/people/people-ports.ts';
import type { DashboardDeps, PageContext } from '../environment.ts';
import { verificationsPage } from '../pages/verifications-page.ts';
import { inReadTurn, parsePage, type SignedInPages, toPageRows } from '../signed-in.ts';
import { verificationsCsv } from '../verifications-csv.ts';

const VERIFICATIONS_A_PAGE = 50;

export function verificationsRoutes(pages: SignedInPages, { service }: DashboardDeps): void {
  const reports = (c: PageContext) => service.store.reports(c.get('identity').team.id);
  pages.get('/verifications', async (c) => {
    const [text, page, before] = [parseSearch(c), parsePage(c), parsePosition(c)];
    const search = { text, page: toPageRows(page, VERIFICATIONS_A_PAGE), before };
    const { verifications: found, next } = await reports(c).search(search, c.req.raw.signal);
    const verifications = found.slice(0, VERIFICATIONS_A_PAGE);
    const hasMore = found.length > VERIFICATIONS_A_PAGE;
    const view = { verifications, search: text, page, hasMore, before, next };
    return inReadTurn(c, service, async () => c.html(verificationsPage(c, view)));
  });
  pages.get('/verifications.csv', (c) => {
    const found = reports(c).searchAll(parseSearch(c), c.req.raw.signal);
    return verificationsCsv(found, (work) => inReadTurn(c, service, work));
  });
}

/** Where a search that stopped at its bound continues, from the link of the page before. */
function parsePosition(c: PageContext): HistoryPosition | undefined {
  const [, at, seq] = /^(\d{1,15})\.(\d{1,15})$/.exec(c.req.query('before') ?? '') ?? [];
  return at === undefined ? undefined : { at: Number(at), seq: Number(seq) };
}

function parseSearch(c: PageContext): string {
  return (c.req.query('search') ?? '').trim().slice(0, 320);
}
