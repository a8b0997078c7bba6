import { listLists, uploadList } from '../../service/lists/lists.ts';
import type { DashboardDeps, PageContext } from '../environment.ts';
import { attempt, PageError } from '../page-error.ts';
import { listsPage } from '../pages/lists-page.ts';
import { parsePage, type SignedInPages, toPageRows } from '../signed-in.ts';
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
  pages.upload('/lists', async (c, form) => {
    const identity = c.get('identity');
    const tried = await attempt(() =>
      uploads.inTurn(identity.team.id, () => uploadList(lists, identity, toUpload(form))),
    );
    if (tried.ok) return c.redirect(listPath(tried.value), 303);
    const { status, text, headers } = tried.fault;
    const view = { ...(await viewOf(c, 1)), column: form.text('column'), fault: text };
    return c.html(listsPage(c, view), status, { ...headers });
  });
}

/** Where somebody goes on with a list: to the question for its column, as long as that is open. */
export function listPath({ id, status }: { readonly id: string; readonly status: string }): string {
  return status === 'choosing_column' ? `/lists/${id}/column` : `/lists/${id}`;
}

export function toUpload(form: ReceivedForm) {
  const { file } = form;
  if (!file || file.size === 0) throw new PageError(422, 'Choose a file that has addresses');
  const { fd, size } = file;
  return { fd, size, name: fileName(file.name), column: form.text('column').trim() };
}

/** The name alone, without what would not be visible. */
function fileName(given: string): string {
  const name = given.replace(/^.*[/\\]/, '').replace(/[\p{C}\p{Zl}\p{Zp}]/gu, '');
  return name.slice(0, LONGEST_NAME).trim() || 'list';
}
