import type { ListRecord } from '../../service/lists/list-ports.ts';
import { listLists, uploadList } from '../../service/lists/lists.ts';
import { uploadForReview } from '../../service/lists/receive-list.ts';
import type { DashboardDeps, PageContext } from '../environment.ts';
import type { Form } from '../form.ts';
import { attempt, PageError } from '../page-error.ts';
import { listsPage } from '../pages/lists-page.ts';
import { parsePage, type SignedInPages, toPageRows } from '../signed-in.ts';
import { rememberStart } from '../start-habit.ts';
import type { ReceivedForm } from '../uploads/received-form.ts';

export const LISTS_A_PAGE = 25;
const LONGEST_NAME = 200;

const DONE: Readonly<Record<string, string>> = {
  deleted: 'The list is deleted.',
};

/** All lists of a team, and the upload of one. */
export function listsRoutes(pages: SignedInPages, { lists, uploads }: DashboardDeps): void {
  const viewOf = async (c: PageContext, page: number) => {
    const { team } = c.get('identity');
    const found = await listLists(lists, team, toPageRows(page, LISTS_A_PAGE));
    const used = await lists.store.lists(team.id).storage();
    const storage = { used, max: lists.listStorage };
    const hasMore = found.length > LISTS_A_PAGE;
    return { lists: found.slice(0, LISTS_A_PAGE), page, hasMore, storage };
  };
  pages.get('/lists', async (c) => {
    const done = DONE[c.req.query('done') ?? ''];
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
      const take = () =>
        isStep
          ? uploadForReview(lists, identity, toUpload(form))
          : uploadList(lists, identity, toUpload(form));
      const tried = await attempt(() => uploads.inTurn(identity.team.id, take));
      if (tried.ok) return c.redirect(pathBehind(tried.value, isStep), 303);
      return refused(c, named(tried.fault, form), form.text('column'));
    },
    refuse: refused,
  });
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
