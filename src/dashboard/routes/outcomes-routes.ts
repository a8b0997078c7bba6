import type { PlainMessageId } from '../../i18n/catalogue.ts';
import { renewAddress, setSigningKey } from '../../service/outcomes/provider-reports.ts';
import { PROVIDERS, type ProviderName } from '../../service/outcomes/sender-ports.ts';
import { notFound } from '../../service/service-error.ts';
import type { DashboardDeps, PageContext } from '../environment.ts';
import { attempt } from '../page-error.ts';
import { type OutcomesView, outcomesPage } from '../pages/outcomes-page.ts';
import { linkBase } from '../request-origin.ts';
import { takeNewAddress, writeNewAddress } from '../session-cookie.ts';
import { doneOf, type SignedInPages } from '../signed-in.ts';

const LATEST = 100;

const DONE: Readonly<Record<string, PlainMessageId>> = {
  created: 'outcomes.done_created',
  key: 'outcomes.done_key',
};

/** An address lets others hand in outcomes, which decide verdicts: it is for owners. */
export function outcomesRoutes(pages: SignedInPages, deps: DashboardDeps): void {
  const { service } = deps;
  const shown = async (c: PageContext, more: Partial<OutcomesView> = {}) => {
    const { id } = c.get('identity').team;
    const outcomes = service.store.outcomes(id);
    const [addresses, latest, count] = await Promise.all([
      service.store.providerAddresses.list(id),
      outcomes.latest(LATEST),
      outcomes.count(),
    ]);
    return outcomesPage(c, { addresses, latest, count, base: linkBase(deps), ...more });
  };
  pages.get('/outcomes', async (c) => {
    return c.html(await shown(c, { created: takeNewAddress(c, deps), done: doneOf(c, DONE) }));
  });
  pages.post('/outcomes/:provider', async (c) => {
    const provider = providerOf(c);
    const token = await renewAddress(service, c.get('identity').team.id, provider);
    writeNewAddress(c, deps, { provider, token });
    return c.redirect('/outcomes?done=created', 303);
  });
  pages.post('/outcomes/:provider/key', async (c, form) => {
    const { id: teamId } = c.get('identity').team;
    const key = { teamId, provider: providerOf(c), signingKey: form.text('key') };
    const tried = await attempt(() => setSigningKey(service, key));
    if (tried.ok) return c.redirect('/outcomes?done=key', 303);
    const { fault } = tried;
    return c.html(await shown(c, { fault }), fault.status);
  });
}

function providerOf(c: PageContext): ProviderName {
  const named = PROVIDERS.find((provider) => provider === c.req.param('provider'));
  if (named === undefined) throw notFound();
  return named;
}
