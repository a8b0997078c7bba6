import { existsSync, readdirSync } from 'node:fs';
import { copyLists } from '../lists/folder/copy-lists.ts';
import { IN_DATABASE } from '../service/lists/list-ports.ts';
import type { SharedLists } from '../service/lists/shared-lists.ts';
import { type CopiedTable, type CopyRequest, copyStore } from '../store/copy/copy-store.ts';
import { folderId } from './list-folder.ts';
import type { ListSettings } from './list-place.ts';

export interface ServiceCopy extends Omit<CopyRequest, 'beforeFinish'> {
  /** The folder of the uploaded lists, and where they come to. */
  readonly lists: { readonly from: string; readonly to: CopiedPlace };
}

type CopiedPlace = Omit<ListSettings, 'database'>;

/** Copies a database and, where the other side has none yet, its lists. */
export function copyService({ lists, ...request }: ServiceCopy): Promise<readonly CopiedTable[]> {
  const beforeFinish = () =>
    withSharedLists(request.to, (shared) => listsIntoPostgres(shared, lists));
  return copyStore({ ...request, beforeFinish });
}

/** Into the database, unless a folder is named. What was copied of their place is another database's. */
async function listsIntoPostgres(
  shared: SharedLists,
  { from, to }: ServiceCopy['lists'],
): Promise<void> {
  if (to.lists === undefined || to.lists === IN_DATABASE) {
    const { copyIntoDatabase } = await import('../lists/shared/move-lists.ts');
    await copyIntoDatabase({ lists: shared, folder: { path: from }, onList: () => {} });
    return setPlace(shared, IN_DATABASE);
  }
  if (to.lists === 'off') return;
  copyWhereEmpty(from, to.lists);
  await setPlace(shared, folderId(to.lists));
}

function copyWhereEmpty(from: string, to: string): void {
  const isEmpty = !existsSync(to) || readdirSync(to).length === 0;
  if (from !== to && isEmpty) copyLists(from, to);
}

async function setPlace(shared: SharedLists, place: string): Promise<void> {
  const before = await shared.settlePlace(place);
  if (before !== place) await shared.changePlace(before, place);
}

async function withSharedLists<T>(
  url: string,
  work: (shared: SharedLists) => Promise<T>,
): Promise<T> {
  const { withDirect } = await import('../store/postgres/open-postgres.ts');
  const { sharedLists } = await import('../store/postgres/shared-lists/shared-lists.ts');
  return withDirect(url, (db) => work(sharedLists(db)));
}
