import { listLists } from '../../service/lists/lists.ts';
import { getStorage } from '../../service/teams/storage.ts';
import { teamUsage } from '../../service/teams/teams.ts';
import type { DashboardDeps, PageContext } from '../environment.ts';
import type { ListPaces } from '../list-pace.ts';
import { isOver } from '../list-progress.ts';
import { feedEntry } from '../pages/list-feed.ts';
import { overviewPage } from '../pages/overview-page.ts';
import { chargedText, quotaFigure } from '../pages/overview-tiles.ts';
import { inReadTurn, parsePage, type SignedInPages } from '../signed-in.ts';
import { LISTS_A_PAGE } from './lists-routes.ts';
import type { Followed } from './live-routes.ts';

const RECENT_LISTS = 5;
/** Changes of watched lists that are shown. */
const CHANGED_WITHIN_MS = 30 * 24 * 60 * 60_000;

export function overviewRoutes(
  pages: SignedInPages,
  { service, lists, clock }: DashboardDeps,
  paces: ListPaces,
): void {
  pages.get('/', async (c) => {
    const { team } = c.get('identity');
    const since = clock.now() - CHANGED_WITHIN_MS;
    const [usage, storage, running, newest, watched] = await inReadTurn(c, service, () =>
      Promise.all([
        teamUsage(service, team),
        getStorage(service, team.id),
        service.store.lists(team.id).running(),
        listLists(lists, team, { limit: RECENT_LISTS, skip: 0 }),
        service.store.watches(team.id).summary(since),
      ]),
    );
    const isRunning = running > 0;
    const { listStorage } = lists;
    const figures = { usage, storage, listStorage, isRunning };
    return c.html(
      overviewPage(c, {
        ...figures,
        lists: newest.map((list) => paces.withAnswers(list)),
        watched,
      }),
    );
  });
}

/** A page of the team's lists while some of them run, with what the month has used. */
export function followedFeed({ service, lists }: DashboardDeps, paces: ListPaces): Followed {
  return {
    path: '/feed',
    permission: 'lists',
    async find(c: PageContext) {
      const text = c.get('text');
      const { team } = c.get('identity');
      const page = { limit: LISTS_A_PAGE, skip: (parsePage(c) - 1) * LISTS_A_PAGE };
      const found = await listLists(lists, team, page);
      const usage = await teamUsage(service, team);
      const ended = found.every(isOver);
      return {
        feed: found.map((list) => feedEntry(text, paces.withAnswers(list))),
        quota: quotaFigure(text, usage),
        charged: chargedText(text, usage, !ended),
        used: usage.used,
        ended,
      };
    },
  };
}
