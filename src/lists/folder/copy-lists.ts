import { chmodSync, closeSync, copyFileSync, existsSync, openSync, readdirSync } from 'node:fs';
import { MailvetError } from '../../errors.ts';
import { openUploaded } from '../file/uploaded-list.ts';
import { readOwner, writeNewOwner } from './folder-owner.ts';
import {
  databasePath,
  type ListFolder,
  listedIds,
  openFolder,
  originalPath,
  rowsPath,
} from './list-folder.ts';

/** Throws `input` where a copy would meet other lists. */
export function checkCopyPlace(to: string): void {
  if (!existsSync(to) || readdirSync(to).length === 0) return;
  throw new MailvetError('input', `${to} exists already`, {
    hint: 'Give the name of a new file: a backup never replaces one',
  });
}

/** Copies the files of all lists, also while the service runs; returns how many lists there were. */
export function copyLists(from: string, to: string): number {
  const ids = existsSync(from) ? listedIds({ path: from }) : [];
  if (ids.length === 0) return 0;
  const target = openFolder(to);
  const owner = readOwner({ path: from });
  // The copy of the database has the same id. Its name is another.
  if (owner) writeNewOwner(target, { id: owner.id });
  for (const id of ids) copyList({ path: from }, target, id);
  return ids.length;
}

/** False where it is deleted meanwhile. */
export function copyList(from: ListFolder, to: ListFolder, id: string): boolean {
  try {
    copyFile(rowsPath(from, id), rowsPath(to, id));
    if (existsSync(originalPath(from, id))) copyFile(originalPath(from, id), originalPath(to, id));
    copyDatabase(from, databasePath(to, id), id);
    return true;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error;
    return false;
  }
}

function copyFile(from: string, to: string): void {
  copyFileSync(from, to);
  chmodSync(to, 0o600);
}

function copyDatabase(from: ListFolder, path: string, id: string): void {
  // As it is: the service that has it open may be of an earlier version.
  using database = openUploaded(databasePath(from, id));
  // Created before SQLite fills it, for its owner alone.
  closeSync(openSync(path, 'wx', 0o600));
  database.prepare('VACUUM INTO ?').run(path);
}
