import { MAX_ADDRESS_LENGTH } from '../../contract/limits.ts';
import type { Team } from '../../service/records.ts';
import { teamUsage } from '../../service/teams.ts';
import { type VerifyAddressRequest, verifyAddress } from '../../service/verifications.ts';
import type { DashboardDeps } from '../environment.ts';
import { attempt, PageError } from '../page-error.ts';
import { overviewPage } from '../pages/overview-page.ts';
import type { SignedInPages } from '../signed-in.ts';

export function overviewRoutes(pages: SignedInPages, { service }: DashboardDeps): void {
  const verify = async (team: Team, request: VerifyAddressRequest) => {
    if (request.email.length > MAX_ADDRESS_LENGTH) {
      throw new PageError(422, `An address has at most ${MAX_ADDRESS_LENGTH} characters`);
    }
    return verifyAddress(service, team, request);
  };
  pages.get('/', async (c) => {
    const usage = await teamUsage(service, c.get('identity').team);
    return c.html(overviewPage(c, { usage }));
  });
  pages.post('/verify', async (c, form) => {
    const { team } = c.get('identity');
    const request = { email: form.text('email').trim(), noCache: form.text('noCache') !== '' };
    const tried = await attempt(() => verify(team, request));
    const view = { usage: await teamUsage(service, team), email: request.email };
    if (tried.ok) return c.html(overviewPage(c, { ...view, result: tried.value }));
    const { status, message } = tried.fault;
    return c.html(overviewPage(c, { ...view, fault: message }), status);
  });
}
