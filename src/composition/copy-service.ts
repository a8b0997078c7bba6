import { existsSync, readdirSync } from 'node:fs';
import { isPostgresUrl } from '../lib/database-name.ts';
import { copyLists } from '../lists/folder/copy-lists.ts';
import type { SharedLists } from '../service/lists/shared-lists.ts';
import { type CopiedTable, type CopyRequest, copyStore } from '../store/copy/copy-store.ts';
import { folderId } from './list-folder.ts';
import { findListPlace, IN_DATABASE, type ListSettings } from './list-place.ts';

export interface ServiceCopy extends CopyRequest {
  /** Where the uploaded lists are and come to. */
  readonly lists: { readonly from: ListSettings; readonly to: ListSettings };
}

/** Copies a database and, where the other side has none yet, its lists. */
export async function copyService({
  lists,
  ...request
}: ServiceCopy): Promise<readonly CopiedTable[]> {
  const { from, to } = request;
  const beforeFinish = isPostgresUrl(to)
    ? () => withSharedLists(to, (shared) => listsIntoPostgres(shared, lists))
    : () => withSharedLists(from, (shared) => listsFromPostgres(shared, lists));
  return copyStore({ ...request, beforeFinish });
}

/** Into the database, unless a folder is named. What was copied of their place is another database's. */
async function listsIntoPostgres(
  shared: SharedLists,
  { from, to }: ServiceCopy['lists'],
): Promise<void> {
  const source = from.lists ?? from.listFolder;
  if (to.lists === undefined || to.lists === IN_DATABASE) {
    const { copyIntoDatabase } = await import('../lists/shared/move-lists.ts');
    await copyIntoDatabase({ lists: shared, folder: { path: source }, onList: () => {} });
    return setPlace(shared, IN_DATABASE);
  }
  if (to.lists === 'off') return;
  copyWhereEmpty(source, to.lists);
  await setPlace(shared, folderId(to.lists));
}

async function listsFromPostgres(
  shared: SharedLists,
  { from, to }: ServiceCopy['lists'],
): Promise<void> {
  if (from.lists === 'off') return;
  const place = await findListPlace({ sharedLists: shared }, from);
  if (place.kind === 'folder') return copyWhereEmpty(place.path, to.listFolder);
  const { copyIntoFolder } = await import('../lists/shared/move-lists.ts');
  await copyIntoFolder({ lists: shared, folder: { path: to.listFolder }, onList: () => {} });
}

function copyWhereEmpty(from: string, to: string): void {
  const isEmpty = !existsSync(to) || readdirSync(to).length === 0;
  if (from !== to && isEmpty) copyLists(from, to);
}

async function setPlace(shared: SharedLists, place: string): Promise<void> {
  const before = await shared.settlePlace(place);
  if (before !== place) await shared.changePlace(before, place);
}

async function withSharedLists(
  url: string,
  work: (shared: SharedLists) => Promise<void>,
): Promise<void> {
  const { withDirect } = await import('../store/postgres/open-postgres.ts');
  const { sharedLists } = await import('../store/postgres/shared-lists/shared-lists.ts');
  await withDirect(url, (db) => work(sharedLists(db)));
}
