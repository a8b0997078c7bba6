import { MAX_ADDRESS_LENGTH } from '../../contract/limits.ts';
import type { HistoryPosition } from '../../service/people/people-ports.ts';
import type { ServiceContext } from '../../service/ports.ts';
import {
  type VerifyAddressRequest,
  verifyAddress,
} from '../../service/verifications/verifications.ts';
import type { DashboardDeps, PageContext } from '../environment.ts';
import { attempt, PageError } from '../page-error.ts';
import { verificationsPage } from '../pages/verifications-page.ts';
import type { VerifyView } from '../pages/verify-address.ts';
import { inReadTurn, parsePage, type SignedInPages, toPageRows } from '../signed-in.ts';
import { verificationsCsv } from '../verifications-csv.ts';

const VERIFICATIONS_A_PAGE = 50;

export function verificationsRoutes(pages: SignedInPages, { service }: DashboardDeps): void {
  const reports = (c: PageContext) => service.store.reports(c.get('identity').team.id);
  const shown = async (c: PageContext, verified: VerifyView) => {
    const [text, page, before] = [parseSearch(c), parsePage(c), parsePosition(c)];
    const search = { text, page: toPageRows(page, VERIFICATIONS_A_PAGE), before };
    const { verifications: found, ...rest } = await reports(c).search(search, c.req.raw.signal);
    const verifications = found.slice(0, VERIFICATIONS_A_PAGE);
    const hasMore = found.length > VERIFICATIONS_A_PAGE;
    const view = { ...verified, ...rest, verifications, search: text, page, hasMore, before };
    return inReadTurn(c, service, async () => verificationsPage(c, view));
  };
  pages.get('/verifications', async (c) => c.html(await shown(c, {})));
  pages.get('/verify', (c) => c.redirect('/verifications', 303));
  pages.post('/verify', async (c, form) => {
    const request = { email: form.text('email').trim(), noCache: form.text('noCache') !== '' };
    const { email } = request;
    const tried = await attempt(() => verify(c, service, request));
    if (tried.ok) return c.html(await shown(c, { email, result: tried.value }));
    const { fault } = tried;
    return c.html(await shown(c, { email, fault }), fault.status);
  });
  pages.get('/verifications.csv', (c) => {
    const found = reports(c).searchAll(parseSearch(c), c.req.raw.signal);
    return verificationsCsv(found, (work) => inReadTurn(c, service, work));
  });
}

async function verify(c: PageContext, service: ServiceContext, request: VerifyAddressRequest) {
  const text = c.get('text');
  if (request.email.length > MAX_ADDRESS_LENGTH) {
    throw new PageError(422, text('history.address_too_long', { count: MAX_ADDRESS_LENGTH }));
  }
  return verifyAddress(service, c.get('identity').team, request);
}

/** Where a search that stopped at its bound continues, from the link of the page before. */
function parsePosition(c: PageContext): HistoryPosition | undefined {
  const [, at, seq] = /^(\d{1,15})\.(\d{1,15})$/.exec(c.req.query('before') ?? '') ?? [];
  return at === undefined ? undefined : { at: Number(at), seq: Number(seq) };
}

function parseSearch(c: PageContext): string {
  return (c.req.query('search') ?? '').trim().slice(0, 320);
}
