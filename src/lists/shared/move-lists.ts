/** Brings lists from a folder into the database and back. Each list is there wholly or not at all. */
import { createReadStream, existsSync, mkdtempSync, renameSync } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import type { SharedLists } from '../../service/lists/shared-lists.ts';
import { copyList } from '../folder/copy-lists.ts';
import {
  databasePath,
  deleteFiles,
  type ListFolder,
  listedIds,
  openFolder,
  originalPath,
  rowsPath,
} from '../folder/list-folder.ts';
import { ListTasks } from '../thread/list-tasks.ts';
import { deleteTree, emptyFolder } from './copy-folder.ts';
import { ListCopies } from './list-copies.ts';
import { writePieces } from './pieces.ts';
import { sharedParts } from './shared-parts.ts';

interface ListsToMove {
  readonly lists: SharedLists;
  readonly folder: ListFolder;
  /** Called with each list that is brought over. */
  readonly onList?: ((listId: string) => void) | undefined;
}

/** Brings the lists of a folder into the database, those left out that are there already. */
export async function copyIntoDatabase({ lists, folder, onList }: ListsToMove): Promise<void> {
  const draft = mkdtempSync(join(tmpdir(), 'mailvet-lists-'));
  const parts = sharedParts(lists, draft);
  try {
    for (const id of await lists.withFiles()) {
      // In a copy, all that was written is in the file itself.
      if ((await lists.find(id)) || !copyList(folder, emptyFolder(draft), id)) continue;
      const rows = await writePieces(lists, id, rowsPath({ path: draft }, id));
      const addresses = await writePieces(lists, id, databasePath({ path: draft }, id));
      const original = originalPath({ path: draft }, id);
      if (existsSync(original)) await parts.write(id, 0, createReadStream(original));
      await lists.publish(id, { rows, addresses }, undefined);
      onList?.(id);
    }
  } finally {
    deleteTree(draft);
  }
}

/** Brings the lists of the database into a folder, those left out that are there already. */
async function copyIntoFolder({ lists, folder, onList }: ListsToMove): Promise<void> {
  const draft = emptyFolder(join(openFolder(folder.path).path, 'moving'));
  const tasks = new ListTasks(new AbortController().signal);
  const copies = new ListCopies({ lists, tasks, folder: draft, now: () => 0 });
  try {
    for (const { listId } of await lists.all()) {
      if (existsSync(databasePath(folder, listId))) continue;
      await copies.visit(listId, async (copy) => {
        const whole = emptyFolder(join(draft.path, 'whole'));
        copyList(copy.folder, whole, listId);
        await fetchOriginal(lists, draft, originalPath(folder, listId));
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

/** The workbook that a list is a sheet of, where it is kept. */
async function fetchOriginal(lists: SharedLists, draft: ListFolder, path: string): Promise<void> {
  const id = basename(path, '.original');
  const part = await sharedParts(lists, draft.path).open(id);
  if (!part) return;
  try {
    const bytes = createReadStream('', { fd: part.fd, start: 0, autoClose: false });
    await writeFile(path, bytes, { mode: 0o600 });
  } finally {
    await part.close();
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
