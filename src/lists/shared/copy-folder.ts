import { existsSync, mkdirSync, readdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { isMailvetError } from '../../errors.ts';
import type { PublishedFiles } from '../../service/lists/shared-lists.ts';
import { lockFile } from '../file/file-lock.ts';
import { type ListFolder, openFolder } from '../folder/list-folder.ts';

/** Processes that share a folder on one machine. */
const MAX_PROCESSES = 100;

/** The part of a folder that one process has to itself. */
export interface CopyFolder extends ListFolder {
  unlock(): void;
}

/**
 * Takes a part of a folder for this process. What processes have left who run no more is deleted: nobody
 * would erase an address in it.
 */
export function lockCopyFolder(path: string): CopyFolder {
  openFolder(path);
  for (let number = 1; number <= MAX_PROCESSES; number++) {
    const own = openFolder(join(path, `node-${number}`));
    const lock = tryLock(own.path);
    if (!lock) continue;
    deleteCopies(own);
    deleteUnused(path);
    return { ...own, unlock: () => lock[Symbol.dispose]() };
  }
  throw new Error(`${path} is used by ${MAX_PROCESSES} processes`);
}

function tryLock(path: string): Disposable | undefined {
  try {
    return lockFile(join(path, 'copies'));
  } catch (error) {
    if (isMailvetError(error, 'locked')) return undefined;
    throw error;
  }
}

/** In the parts of processes that have ended. */
function deleteUnused(path: string): void {
  for (const name of readdirSync(path).filter((each) => each.startsWith('node-'))) {
    // While it is locked nobody else begins with it.
    using lock = tryLock(join(path, name));
    if (lock) deleteCopies({ path: join(path, name) });
  }
}

function deleteCopies(folder: ListFolder): void {
  for (const { path } of copiesIn(folder)) deleteTree(path);
}

/** A copy of a list on the disk: a folder with its two files. */
interface CopyOnDisk {
  readonly listId: string;
  readonly path: string;
}

/** Where the copy is of a list with these files. */
export function copyPath(
  { path }: ListFolder,
  listId: string,
  { rows, addresses }: PublishedFiles,
): string {
  return join(path, `${listId}.${rows}.${addresses}`);
}

/** An empty folder for a copy that is made. */
export function beginCopy({ path }: ListFolder, listId: string): ListFolder {
  return emptyFolder(join(path, `${listId}.draft`));
}

/** A file that is imported: it is read and deleted at once, and never published. */
export function importFolder({ path }: ListFolder, id: string): ListFolder {
  return { path: join(path, `${id}.import`) };
}

export function emptyFolder(path: string): ListFolder {
  deleteTree(path);
  mkdirSync(path, 0o700);
  return { path };
}

export function copiesIn({ path }: ListFolder): CopyOnDisk[] {
  return readdirSync(path).flatMap((name) => {
    const listId = /^((?:list|import)_[\w-]+)\./.exec(name)?.[1];
    return listId === undefined ? [] : [{ listId, path: join(path, name) }];
  });
}

export function deleteTree(path: string): void {
  if (existsSync(path)) rmSync(path, { recursive: true, force: true });
}
