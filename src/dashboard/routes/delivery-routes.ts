import { findContradictedRules } from '../../service/accuracy/contradicted-rules.ts';
import type { DashboardDeps, PageContext } from '../environment.ts';
import { deliveryPage, deliveryView } from '../pages/delivery-page.ts';
import { inReadTurn, type SignedInPages } from '../signed-in.ts';
import type { Followed } from './live-routes.ts';

/** What goes on at mail hosts concerns those who can do something about it: owners. */
export function deliveryRoutes(pages: SignedInPages, deps: DashboardDeps): void {
  const { service } = deps;
  const { find } = followedDelivery(deps);
  pages.get('/delivery', async (c) => {
    const rules = await inReadTurn(c, service, (pause) => findContradictedRules(service, pause));
    return c.html(deliveryPage(c, await find(c), rules));
  });
}

export function followedDelivery({ delivery }: DashboardDeps) {
  return {
    path: '/delivery',
    permission: 'delivery',
    async find(c: PageContext) {
      return deliveryView(c.get('text'), await delivery());
    },
  } satisfies Followed;
}
