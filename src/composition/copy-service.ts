import { existsSync, readdirSync } from 'node:fs';
import { isPostgresUrl } from '../lib/database-name.ts';
import { copyLists } from '../lists/folder/copy-lists.ts';
import { IN_DATABASE } from '../service/lists/list-ports.ts';
import type { SharedLists } from '../service/lists/shared-lists.ts';
import { type CopiedTable, type CopyRequest, copyStore } from '../store/copy/copy-store.ts';
import { folderId } from './list-folder.ts';
import { type ListPlace, type ListSettings, namedPlace } from './list-place.ts';

export interface ServiceCopy extends CopyRequest {
  /** Where the uploaded lists are and come to. */
  readonly lists: { readonly from: CopiedPlace; readonly to: CopiedPlace };
}

type CopiedPlace = Omit<ListSettings, 'database'>;

/** Copies a database and, where the other side has none yet, its lists. */
export function copyService({ lists, ...request }: ServiceCopy): Promise<readonly CopiedTable[]> {
  const { from, to } = request;
  if (isPostgresUrl(to)) {
    const beforeFinish = () => withSharedLists(to, (shared) => listsIntoPostgres(shared, lists));
    return copyStore({ ...request, beforeFinish });
  }
  const withLists = <T>(work: (shared: SharedLists) => Promise<T>) => withSharedLists(from, work);
  return copyStore({
    ...request,
    beforeBegin: () => withLists(async (shared) => void (await placeToCopy(shared, lists.from))),
    beforeFinish: () => withLists((shared) => listsFromPostgres(shared, lists)),
  });
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
  const place = await placeToCopy(shared, from);
  if (!place) return;
  if (place.kind === 'folder') return copyWhereEmpty(place.path, to.listFolder);
  const { copyIntoFolder } = await import('../lists/shared/move-lists.ts');
  await copyIntoFolder({ lists: shared, folder: { path: to.listFolder }, onList: () => {} });
}

/** Undefined where lists are not copied. */
async function placeToCopy(
  sharedLists: SharedLists,
  from: CopiedPlace,
): Promise<ListPlace | undefined> {
  return from.lists === 'off' ? undefined : namedPlace({ sharedLists }, from);
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
