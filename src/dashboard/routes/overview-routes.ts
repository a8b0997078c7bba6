import { MAX_ADDRESS_LENGTH } from '../../contract/limits.ts';
import { listLists } from '../../service/lists/lists.ts';
import type { Team } from '../../service/records.ts';
import { countRecent } from '../../service/teams/overview.ts';
import { getStorage } from '../../service/teams/storage.ts';
import { teamUsage } from '../../service/teams/teams.ts';
import {
  type VerifyAddressRequest,
  verifyAddress,
} from '../../service/verifications/verifications.ts';
import type { DashboardDeps, PageContext } from '../environment.ts';
import { attempt, PageError } from '../page-error.ts';
import { overviewPage } from '../pages/overview-page.ts';
import type { VerifyView } from '../pages/verify-address.ts';
import { inReadTurn, type SignedInPages } from '../signed-in.ts';

const RECENT_LISTS = 5;

export function overviewRoutes(pages: SignedInPages, { service, lists }: DashboardDeps): void {
  const verify = async (team: Team, request: VerifyAddressRequest) => {
    if (request.email.length > MAX_ADDRESS_LENGTH) {
      throw new PageError(422, `An address has at most ${MAX_ADDRESS_LENGTH} characters`);
    }
    return verifyAddress(service, team, request);
  };
  const read = (team: Team) =>
    Promise.all([
      teamUsage(service, team),
      getStorage(service, team.id),
      countRecent(service, team),
      service.store.lists(team.id).running(),
      listLists(lists, team, { limit: RECENT_LISTS, skip: 0 }),
    ]);
  const shown = async (c: PageContext, view: VerifyView) => {
    const { team } = c.get('identity');
    const figures = await inReadTurn(c, service, () => read(team));
    const [usage, storage, recent, running, newest] = figures;
    return overviewPage(c, { ...view, usage, storage, recent, running, lists: newest });
  };
  pages.get('/', async (c) => c.html(await shown(c, {})));
  pages.post('/verify', async (c, form) => {
    const request = { email: form.text('email').trim(), noCache: form.text('noCache') !== '' };
    const { email } = request;
    const tried = await attempt(() => verify(c.get('identity').team, request));
    if (tried.ok) return c.html(await shown(c, { email, result: tried.value }));
    const { status, message } = tried.fault;
    return c.html(await shown(c, { email, fault: message }), status);
  });
}
