import type { Hono } from 'hono';
import { REPORT_POLICY } from '../../formats/report/report.ts';
import { message } from '../../i18n/message.ts';
import { BoundedMap } from '../../lib/bounded-map.ts';
import type { ListRecord } from '../../service/lists/list-ports.ts';
import { getList, reportList } from '../../service/lists/lists.ts';
import { findSharedReport } from '../../service/lists/share-report.ts';
import type { DashboardDeps, DashboardEnvironment } from '../environment.ts';
import { serviceName, sourceOfRequest } from '../origin.ts';
import { PageError } from '../page-error.ts';

/** Requests of one source; a person looks at a report a few times. */
const LOOKS = { count: 30, withinMs: 60_000 };
const MAX_SOURCES = 10_000;
/** Reports that are kept as they were rendered: to render one reads its whole list. */
const MAX_REPORTS = 20;

interface Rendered {
  /** What the report says of. */
  readonly state: string;
  readonly page: Promise<string>;
}

/** Reports that are seen by a link, without signing in. */
export function sharedRoutes(app: Hono<DashboardEnvironment>, deps: DashboardDeps): void {
  const { lists, service, clock } = deps;
  const isTooOften = lookCounter(() => clock.monotonic());
  const rendered = new BoundedMap<string, Rendered>(MAX_REPORTS);
  const render = async (teamId: string, list: ListRecord, language: string): Promise<string> => {
    const policy = await service.store.policies(teamId).find();
    const { name, status, verdicts, counts } = list;
    const state = JSON.stringify([name, status, verdicts, counts, policy]);
    const key = `${list.id} ${language}`;
    const known = rendered.get(key);
    if (known?.state === state) return known.page;
    const team = { id: teamId, name: '', quota: null };
    const work = () =>
      reportList(lists, team, { id: list.id, service: serviceName(deps), language });
    const page = service.reads.run({ teamId, work, signal: deps.leaving });
    rendered.set(key, { state, page });
    page.catch(() => rendered.delete(key));
    return page;
  };
  app.get('/shared/:secret', async (c) => {
    if (isTooOften(sourceOfRequest(c, deps))) {
      throw new PageError(429, message('errorTexts.too_many_requests'), { 'Retry-After': '60' });
    }
    const { teamId, listId } = await findSharedReport(lists, c.req.param('secret'));
    const list = await getList(lists, { id: teamId, name: '', quota: null }, listId);
    const page = await render(teamId, list, c.get('text').language);
    c.set('policy', `${REPORT_POLICY}; frame-ancestors 'none'`);
    return c.html(page, 200, { 'X-Robots-Tag': 'noindex, nofollow' });
  });
}

/** Whether a source has looked more often than it may, since its first look of some time. */
function lookCounter(now: () => number): (source: string) => boolean {
  const looks = new BoundedMap<string, { readonly since: number; count: number }>(MAX_SOURCES);
  return (source) => {
    const known = looks.get(source);
    const isFresh = known !== undefined && now() - known.since < LOOKS.withinMs;
    const own = isFresh ? known : { since: now(), count: 0 };
    own.count++;
    looks.set(source, own);
    return own.count > LOOKS.count;
  };
}
