import { getList } from '../../service/lists/lists.ts';
import { moveList, renameList } from '../../service/lists/organise-lists.ts';
import { revokeShare, shareReport } from '../../service/lists/share-report.ts';
import type { DashboardDeps, PageContext } from '../environment.ts';
import { attempt, type PageError } from '../page-error.ts';
import { editListPage } from '../pages/edit-list-page.ts';
import type { SecretLink } from '../pages/parts.ts';
import { linkBase } from '../request-origin.ts';
import { doneOf, pathId, type SignedInPages } from '../signed-in.ts';

const DONE = {
  renamed: 'editList.renamed',
  moved: 'editList.moved',
  revoked: 'editList.revoked',
} as const;

interface More {
  readonly link?: SecretLink;
  readonly fault?: PageError;
  readonly done?: string | undefined;
}

/** Name, folder and links of a list. */
export function editListRoutes(pages: SignedInPages, deps: DashboardDeps): void {
  const { lists, clock } = deps;
  const shown = async (c: PageContext, more: More = {}) => {
    const { team } = c.get('identity');
    const list = await getList(lists, team, pathId(c));
    const own = lists.store.lists(team.id);
    const [folders, shares] = await Promise.all([own.folders(), own.shares(list.id, clock.now())]);
    return editListPage(c, { list, folders, shares, ...more });
  };
  const change = async (c: PageContext, work: () => Promise<void>, done: string) => {
    const tried = await attempt(work);
    if (tried.ok) return c.redirect(`/lists/${pathId(c)}/edit?done=${done}`, 303);
    return c.html(await shown(c, { fault: tried.fault }), tried.fault.status);
  };
  pages.get('/lists/:id/edit', async (c) => c.html(await shown(c, { done: doneOf(c, DONE) })));
  pages.post('/lists/:id/rename', (c, form) => {
    const renamed = { id: pathId(c), name: form.text('name') };
    return change(c, () => renameList(lists, c.get('identity'), renamed), 'renamed');
  });
  pages.post('/lists/:id/folder', (c, form) => {
    const moved = { id: pathId(c), folder: form.text('folder') };
    return change(c, () => moveList(lists, c.get('identity'), moved), 'moved');
  });
  pages.post('/lists/:id/share', async (c, form) => {
    const wanted = { id: pathId(c), days: Number(form.text('days')) };
    const tried = await attempt(() => shareReport(lists, c.get('identity'), wanted));
    if (!tried.ok) return c.html(await shown(c, { fault: tried.fault }), tried.fault.status);
    const path = `/shared/${tried.value}`;
    return c.html(await shown(c, { link: { path, url: linkBase(deps) + path } }));
  });
  pages.post('/lists/:id/shares/:share/revoke', (c) => {
    const revoked = { id: pathId(c), shareId: c.req.param('share') ?? '' };
    return change(c, () => revokeShare(lists, c.get('identity'), revoked), 'revoked');
  });
}
