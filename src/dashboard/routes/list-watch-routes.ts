import { LIST_CHANGES } from '../../contract/list-changes.ts';
import type { PlainMessageId } from '../../i18n/catalogue.ts';
import type { ListRecord } from '../../service/lists/list-ports.ts';
import { getList } from '../../service/lists/lists.ts';
import { findHow, findSinceLastTime } from '../../service/lists/since-last-time.ts';
import {
  changesOf,
  findWatch,
  toRoundView,
  unwatchList,
  watchList,
} from '../../service/lists/watch-lists.ts';
import { notFound } from '../../service/service-error.ts';
import { attachment } from '../attachment.ts';
import { csvLine } from '../csv.ts';
import type { DashboardDeps, PageContext } from '../environment.ts';
import { pathId, type SignedInPages } from '../signed-in.ts';

/** What was done with a watch, as the page then says. */
export const WATCH_DONE: Readonly<Record<string, PlainMessageId>> = {
  watched: 'watch.done_watched',
  unwatched: 'watch.done_unwatched',
};

/** The watch of a list, and what changed in it. */
export function listWatchRoutes(pages: SignedInPages, { lists }: DashboardDeps): void {
  pages.post('/lists/:id/watch', async (c, form) => {
    const days = Number(form.text('days').trim() || Number.NaN);
    await watchList(lists, c.get('identity'), { id: pathId(c), days });
    return c.redirect(`/lists/${pathId(c)}?done=watched#watch`, 303);
  });
  pages.post('/lists/:id/unwatch', async (c) => {
    await unwatchList(lists, c.get('identity'), pathId(c));
    return c.redirect(`/lists/${pathId(c)}?done=unwatched#watch`, 303);
  });
  pages.get('/lists/:id/changes', async (c) => {
    const { team } = c.get('identity');
    const id = pathId(c);
    const since = await sinceOf(c, { lists }, id);
    const { list, changes } = await changesOf(lists, team, { id, since });
    const rows = changes.map(({ email, from, to, change }) => csvLine([email, from, to, change]));
    const text = [csvLine(['email', 'from', 'to', 'change']), ...rows].join('');
    const name = `${list.name.replace(/\.[^.]{1,5}$/, '')}.changes.csv`;
    return attachment(name, 'text/csv; charset=utf-8', text);
  });
}

/** What of a list the page shows of its watch. */
export async function findWatched(
  { lists }: Pick<DashboardDeps, 'lists'>,
  c: PageContext,
  list: ListRecord,
) {
  const { team } = c.get('identity');
  const watched = await findWatch(lists, team, list.id);
  const sinceLast = await findSinceLastTime(lists, team, { list, ...watched });
  return { ...watched, sinceLast };
}

/** The change that the table is narrowed to. */
export function changeOf(c: PageContext) {
  return LIST_CHANGES.find((one) => one === c.req.query('change'));
}

async function sinceOf(c: PageContext, { lists }: Pick<DashboardDeps, 'lists'>, id: string) {
  const { team } = c.get('identity');
  const { rounds } = await findWatch(lists, team, id);
  const wanted = c.req.query('round');
  if (wanted !== undefined) {
    const round = toRoundView(
      rounds,
      rounds.find(({ startedAt }) => String(startedAt) === wanted),
    );
    if (!round) throw notFound();
    return { round, ...(await findHow(lists, team)) };
  }
  const list = await getList(lists, team, id);
  return (await findSinceLastTime(lists, team, { list, rounds }))?.since;
}
