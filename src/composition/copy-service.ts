import { existsSync } from 'node:fs';
import { copyLists } from '../lists/folder/copy-lists.ts';
import { listedIds } from '../lists/folder/list-folder.ts';
import { type CopiedTable, type CopyRequest, copyStore } from '../store/copy-store.ts';
import { adoptListFolder, type ListSettings, placeOf, refuseOtherFiles } from './list-folder.ts';

interface ServiceCopy extends Omit<CopyRequest, 'beforeFinish'> {
  /** The folder of the uploaded lists, and where they come to. */
  readonly lists: { readonly from: string; readonly to: Omit<ListSettings, 'database'> };
}

/** Copies a database with its lists. What was copied of their place is another database's. */
export async function copyService({
  lists: { from, to },
  ...request
}: ServiceCopy): Promise<readonly CopiedTable[]> {
  if (to.lists === 'off') return copyStore(request);
  const target = placeOf({ ...to, database: request.to });
  refuseOtherFiles(target, new Set(existsSync(from) ? listedIds({ path: from }) : []));
  return copyStore({
    ...request,
    async beforeFinish() {
      if (from !== target.path) copyLists(from, target.path);
      const { withDirect } = await import('../store/postgres/open-postgres.ts');
      const { listFolderIds } = await import('../store/lists/list-queue.ts');
      await withDirect(request.to, (db) => adoptListFolder(listFolderIds(db), target));
    },
  });
}
