import type { DashboardDeps, PageContext } from '../environment.ts';
import { deliveryPage, deliveryView } from '../pages/delivery-page.ts';
import type { SignedInPages } from '../signed-in.ts';
import type { Followed } from './live-routes.ts';

/** What goes on at mail hosts concerns those who can do something about it: owners. */
export function deliveryRoutes(pages: SignedInPages, deps: DashboardDeps): void {
  const { find } = followedDelivery(deps);
  pages.get('/delivery', async (c) => c.html(deliveryPage(c, await find(c))));
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
