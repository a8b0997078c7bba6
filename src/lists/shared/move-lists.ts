/** Brings lists from a folder into the database and back. Each list is there wholly or not at all. */
import { existsSync, mkdtempSync, renameSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { SharedLists } from '../../service/lists/shared-lists.ts';
import { copyList } from '../folder/copy-lists.ts';
import {
  databasePath,
  deleteFiles,
  type ListFolder,
  listedIds,
  openFolder,
  rowsPath,
} from '../folder/list-folder.ts';
import { ListTasks } from '../thread/list-tasks.ts';
import { deleteTree, emptyFolder } from './copy-folder.ts';
import { ListCopies } from './list-copies.ts';
import { writePieces } from './pieces.ts';

interface ListsToMove {
  readonly lists: SharedLists;
  readonly folder: ListFolder;
  /** Called with each list that is brought over. */
  readonly onList?: ((listId: string) => void) | undefined;
}

/** Brings the lists of a folder into the database, those left out that are there already. */
export async function copyIntoDatabase({ lists, folder, onList }: ListsToMove): Promise<void> {
  const draft = mkdtempSync(join(tmpdir(), 'mailvet-lists-'));
  try {
    for (const id of await lists.withFiles()) {
      // In a copy, all that was written is in the file itself.
      if ((await lists.find(id)) || !copyList(folder, emptyFolder(draft), id)) continue;
      const rows = await writePieces(lists, id, rowsPath({ path: draft }, id));
      const addresses = await writePieces(lists, id, databasePath({ path: draft }, id));
      await lists.publish(id, { rows, addresses }, undefined);
      onList?.(id);
    }
  } finally {
    deleteTree(draft);
  }
}

/** Brings the lists of the database into a folder, those left out that are there already. */
export async function copyIntoFolder({ lists, folder, onList }: ListsToMove): Promise<void> {
  const draft = emptyFolder(join(openFolder(folder.path).path, 'moving'));
  const tasks = new ListTasks(new AbortController().signal);
  const copies = new ListCopies({ lists, tasks, folder: draft, now: () => 0 });
  try {
    for (const { listId } of await lists.all()) {
      if (existsSync(databasePath(folder, listId))) continue;
      await copies.visit(listId, async (copy) => {
        const whole = emptyFolder(join(draft.path, 'whole'));
        copyList(copy.folder, whole, listId);
        // The database last: a list that has one is whole.
        renameSync(rowsPath(whole, listId), rowsPath(folder, listId));
        renameSync(databasePath(whole, listId), databasePath(folder, listId));
      });
      await copies.remove(listId);
      onList?.(listId);
    }
  } finally {
    await tasks.close();
    deleteTree(draft.path);
  }
}

export async function moveIntoDatabase(move: ListsToMove): Promise<void> {
  await copyIntoDatabase(move);
  for (const id of listedIds(move.folder)) deleteFiles(move.folder, id);
}

export async function moveIntoFolder(move: ListsToMove): Promise<void> {
  const { lists } = move;
  await copyIntoFolder(move);
  for (const { listId } of await lists.all()) while (!(await lists.remove(listId)));
}
