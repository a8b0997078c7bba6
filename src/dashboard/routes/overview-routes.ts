import { listLists } from '../../service/lists/lists.ts';
import type { Team } from '../../service/records.ts';
import { countRecent } from '../../service/teams/overview.ts';
import { getStorage } from '../../service/teams/storage.ts';
import { teamUsage } from '../../service/teams/teams.ts';
import type { DashboardDeps } from '../environment.ts';
import { overviewPage } from '../pages/overview-page.ts';
import { inReadTurn, type SignedInPages } from '../signed-in.ts';

const RECENT_LISTS = 5;

export function overviewRoutes(pages: SignedInPages, { service, lists }: DashboardDeps): void {
  const read = (team: Team) =>
    Promise.all([
      teamUsage(service, team),
      getStorage(service, team.id),
      countRecent(service, team),
      service.store.lists(team.id).running(),
      listLists(lists, team, { limit: RECENT_LISTS, skip: 0 }),
    ]);
  pages.get('/', async (c) => {
    const { team } = c.get('identity');
    const figures = await inReadTurn(c, service, () => read(team));
    const [usage, storage, recent, running, newest] = figures;
    return c.html(overviewPage(c, { usage, storage, recent, running, lists: newest }));
  });
}
