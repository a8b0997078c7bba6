import { VERDICTS } from '../../contract/verdict.ts';
import { REPORT_POLICY } from '../../formats/report/report.ts';
import {
  DOWNLOAD_FORMATS,
  type DownloadFormat,
  type ListView,
} from '../../service/lists/list-files.ts';
import {
  cancelList,
  chooseColumns,
  deleteList,
  downloadList,
  getList,
  listEntries,
  reportList,
  retryList,
  sampleList,
} from '../../service/lists/lists.ts';
import { attachment } from '../attachment.ts';
import type { DashboardDeps, PageContext } from '../environment.ts';
import type { ListPaces } from '../list-pace.ts';
import { progressOf } from '../list-progress.ts';
import { attempt, PageError } from '../page-error.ts';
import { columnPage } from '../pages/column-page.ts';
import { listPage } from '../pages/list-page.ts';
import { linkBase } from '../request-origin.ts';
import { inReadTurn, parsePage, pathId, type SignedInPages, toPageRows } from '../signed-in.ts';
import { listPath } from './lists-routes.ts';
import type { Followed } from './live-routes.ts';

const ENTRIES_A_PAGE = 50;

/** The pages of one list. */
export function listRoutes(pages: SignedInPages, deps: DashboardDeps, paces: ListPaces): void {
  const { lists, service } = deps;
  pages.get('/lists/:id', async (c) => {
    const { list, progress } = await findList(c, lists, paces);
    if (list.status === 'choosing_column') return c.redirect(listPath(list), 303);
    const [page, view] = [parsePage(c), viewOf(c)];
    const wanted = { ...view, ...toPageRows(page, ENTRIES_A_PAGE), id: list.id };
    const found = await inReadTurn(c, service, () =>
      listEntries(lists, c.get('identity').team, wanted),
    );
    const entries = found.slice(0, ENTRIES_A_PAGE);
    const hasMore = found.length > ENTRIES_A_PAGE;
    return c.html(listPage(c, { list, progress, entries, page, hasMore, ...view }));
  });
  columnRoutes(pages, deps);
  fileRoutes(pages, deps);
  actionRoutes(pages, deps);
}

/** A list as its page shows it while it runs. */
export function followedList({ lists }: DashboardDeps, paces: ListPaces): Followed {
  return {
    path: '/lists/:id',
    find: async (c) => (await findList(c, lists, paces)).progress,
  };
}

async function findList(c: PageContext, lists: DashboardDeps['lists'], paces: ListPaces) {
  const list = await getList(lists, c.get('identity').team, pathId(c));
  return { list, progress: progressOf(list, paces.note(list)) };
}

function columnRoutes(pages: SignedInPages, { lists }: DashboardDeps): void {
  pages.get('/lists/:id/column', async (c) => {
    return c.html(columnPage(c, await sampleList(lists, c.get('identity').team, pathId(c))));
  });
  pages.post('/lists/:id/column', async (c, form) => {
    const identity = c.get('identity');
    const column = form.text('column');
    const chosen = { id: pathId(c), columns: column === '' ? [] : [column] };
    const tried = await attempt(() => chooseColumns(lists, identity, chosen));
    if (tried.ok) return c.redirect(`/lists/${pathId(c)}`, 303);
    const asked = await sampleList(lists, identity.team, pathId(c));
    return c.html(columnPage(c, { ...asked, fault: tried.fault.text }), tried.fault.status);
  });
}

function fileRoutes(pages: SignedInPages, deps: DashboardDeps): void {
  const { lists } = deps;
  pages.get('/lists/:id/download', async (c) => {
    const { language } = c.get('text');
    const wanted = { id: pathId(c), ...downloadOf(c), service: linkBase(deps), language };
    const { signal } = c.req.raw;
    const { name, bytes } = await downloadList(lists, c.get('identity'), { ...wanted, signal });
    const { format, only } = wanted;
    return attachment(downloadName(name, format, only), TYPES[format], bytes);
  });
  pages.get('/lists/:id/report', async (c) => {
    const { language } = c.get('text');
    const wanted = { id: pathId(c), service: linkBase(deps), language };
    const report = await reportList(lists, c.get('identity').team, wanted);
    c.set('policy', `${REPORT_POLICY}; frame-ancestors 'none'`);
    return c.html(report);
  });
}

function actionRoutes(pages: SignedInPages, { lists }: DashboardDeps): void {
  pages.post('/lists/:id/cancel', async (c) => {
    await cancelList(lists, c.get('identity'), pathId(c));
    return c.redirect(`/lists/${pathId(c)}`, 303);
  });
  pages.post('/lists/:id/retry', async (c) => {
    await retryList(lists, c.get('identity'), pathId(c));
    return c.redirect(`/lists/${pathId(c)}`, 303);
  });
  pages.post('/lists/:id/delete', async (c) => {
    await deleteList(lists, c.get('identity'), pathId(c));
    return c.redirect('/lists?done=deleted', 303);
  });
}

function viewOf(c: PageContext): Pick<ListView, 'only' | 'search'> {
  const only = [...VERDICTS, 'suggestions' as const].find((one) => one === c.req.query('show'));
  return { only, search: (c.req.query('search') ?? '').trim().slice(0, 320) };
}

const TYPES: Readonly<Record<DownloadFormat, string>> = {
  csv: 'text/csv; charset=utf-8',
  xlsx: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
  zip: 'application/zip',
};

function downloadOf(c: PageContext) {
  const [given = 'csv', verdict = ''] = [c.req.query('format'), c.req.query('only')];
  const format = DOWNLOAD_FORMATS.find((one) => one === given);
  if (!format) throw unknownWord('format', given, DOWNLOAD_FORMATS);
  const only = VERDICTS.find((one) => one === verdict);
  if (verdict !== '' && !only) throw unknownWord('only', verdict, VERDICTS);
  return { format, only, bom: c.req.query('bom') === 'yes' };
}

function unknownWord(name: string, given: string, known: readonly string[]): PageError {
  return new PageError(422, `Unknown ${name} "${given}": use ${known.join(', ')}`);
}

/** `contacts.verified.csv`, as the command line calls it. */
function downloadName(name: string, format: DownloadFormat, only: string | undefined): string {
  const start = name.replace(/\.[^.]{1,5}$/, '');
  return `${start}.${only ?? 'verified'}.${format}`;
}
