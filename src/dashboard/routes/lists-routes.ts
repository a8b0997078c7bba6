import { createReadStream } from 'node:fs';
import { isToJudge } from '../../service/lists/judge-lists.ts';
import { LIST_ORDERS, type ListRecord } from '../../service/lists/list-ports.ts';
import { listLists, uploadList } from '../../service/lists/lists.ts';
import { takeFile } from '../../service/lists/receive-list.ts';
import { takePasted, takeSample } from '../../service/lists/written-lists.ts';
import { findReadableJudging } from '../../service/teams/policy.ts';
import type { DashboardDeps, PageContext } from '../environment.ts';
import type { Form } from '../form.ts';
import { attempt, PageError } from '../page-error.ts';
import { listsPage } from '../pages/lists-page.ts';
import { doneOf, parsePage, type SignedInPages, toPageRows } from '../signed-in.ts';
import { rememberStart } from '../start-habit.ts';
import type { ReceivedForm } from '../uploads/received-form.ts';

export const LISTS_A_PAGE = 25;
const LONGEST_NAME = 200;
/** Some tens of thousands of addresses; more are a file. */
const MAX_PASTED_BYTES = 1024 * 1024;

const DONE = { deleted: 'lists.deleted' } as const;

/** All lists of a team, and the upload of one. */
export function listsRoutes(pages: SignedInPages, { lists, uploads }: DashboardDeps): void {
  const viewOf = async (c: PageContext, page: number) => {
    const { team } = c.get('identity');
    const shown = selectionOf(c);
    const found = await listLists(lists, team, { ...shown, ...toPageRows(page, LISTS_A_PAGE) });
    const own = lists.store.lists(team.id);
    const [used, folders] = await Promise.all([own.storage(), own.folders()]);
    const storage = { used, max: lists.listStorage };
    const hasMore = found.length > LISTS_A_PAGE;
    const judging = await findReadableJudging(lists, team);
    const isStale = judging !== undefined && found.some((list) => isToJudge(list, judging));
    const onPage = { lists: found.slice(0, LISTS_A_PAGE), page, hasMore };
    return { ...onPage, storage, folders, shown, isStale };
  };
  pages.get('/lists', async (c) => {
    const done = doneOf(c, DONE);
    return c.html(listsPage(c, { ...(await viewOf(c, parsePage(c))), done }));
  });
  const refused = async (c: PageContext, { status, text, headers }: PageError, column = '') => {
    const view = { ...(await viewOf(c, 1)), column, fault: text };
    return c.html(listsPage(c, view), status, { ...headers });
  };
  pages.upload('/lists', {
    async act(c, form) {
      const identity = c.get('identity');
      const isStep = isReviewed(form);
      rememberStart(c, form);
      const take = () => {
        const upload = toUpload(form);
        if (!isStep) return uploadList(lists, identity, upload);
        const bytes = createReadStream('', { fd: upload.fd, start: 0, autoClose: false });
        return takeFile(lists, identity, { ...upload, bytes, waits: true });
      };
      const tried = await attempt(() => uploads.inTurn(identity.team.id, take));
      if (tried.ok) return c.redirect(pathBehind(tried.value, isStep), 303);
      return refused(c, named(tried.fault, form), form.text('column'));
    },
    refuse: refused,
  });
  pages.post(
    '/lists/paste',
    async (c, form) => {
      const [identity, waits, text] = [c.get('identity'), isReviewed(form), form.text('text')];
      rememberStart(c, form);
      const take = () => takePasted(lists, identity, { text, waits });
      const tried = await attempt(() => uploads.inTurn(identity.team.id, take));
      if (tried.ok) return c.redirect(pathBehind(tried.value, waits), 303);
      const view = { ...(await viewOf(c, 1)), pasted: text, fault: tried.fault.text };
      return c.html(listsPage(c, view), tried.fault.status);
    },
    { maxBytes: MAX_PASTED_BYTES },
  );
  pages.post('/lists/sample', async (c) => {
    const identity = c.get('identity');
    const tried = await attempt(() =>
      uploads.inTurn(identity.team.id, () => takeSample(lists, identity)),
    );
    return tried.ok ? c.redirect(listPath(tried.value), 303) : refused(c, tried.fault);
  });
}

/** Which lists somebody wants to see. */
function selectionOf(c: PageContext) {
  const order = LIST_ORDERS.find((one) => one === c.req.query('order')) ?? 'newest';
  const folder = c.req.query('folder') ?? '';
  const search = (c.req.query('search') ?? '').trim().slice(0, LONGEST_NAME);
  return { order, search, ...(folder !== '' && { folder }) };
}

/** Says of which file a fault is. */
function named(fault: PageError, { file }: ReceivedForm): PageError {
  const name = cleanFileName(file?.name ?? '');
  if (!file?.name || fault.message.includes(name)) return fault;
  return new PageError(fault.status, `${name}: ${fault.message}`, { ...fault.headers }, fault.hint);
}

/** The same, for somebody who wants to see what the list takes. */
export function pathBehind(list: Pick<ListRecord, 'id' | 'status'>, isReviewed: boolean): string {
  const query = isReviewed && list.status === 'choosing_column' ? '?review=yes' : '';
  return listPath(list) + query;
}

/** Where somebody goes on with a list: to the question for its column, as long as that is open. */
export function listPath({ id, status }: Pick<ListRecord, 'id' | 'status'>): string {
  return `/lists/${id}${STEPS[status] ?? ''}`;
}

/** What comes before the page of a list. */
const STEPS: Readonly<Partial<Record<ListRecord['status'], string>>> = {
  receiving: '/arriving',
  choosing_column: '/column',
  ready: '/start',
};

/** Whether somebody looks at the estimate before the list is started. */
export function isReviewed(form: Pick<Form, 'text'>): boolean {
  return form.text('review') === 'yes' && form.text('atOnce') === '';
}

export function toUpload(form: ReceivedForm) {
  const { file } = form;
  if (!file || file.size === 0) throw new PageError(422, 'Choose a file that has addresses');
  const { fd, size } = file;
  return { fd, size, name: cleanFileName(file.name), column: form.text('column').trim() };
}

/** The name alone, without what would not be visible. */
export function cleanFileName(given: string): string {
  const name = given.replace(/^.*[/\\]/, '').replace(/[\p{C}\p{Zl}\p{Zp}]/gu, '');
  return name.slice(0, LONGEST_NAME).trim() || 'list';
}
