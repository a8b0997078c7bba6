import {
  accessSync,
  chmodSync,
  closeSync,
  copyFileSync,
  existsSync,
  openSync,
  readdirSync,
  renameSync,
  rmSync,
} from 'node:fs';
import { join } from 'node:path';
import { MailvetError } from '../../lib/errors.ts';
import { BUSY_TIMEOUT, openDatabase } from '../file/database.ts';
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

/**
 * Copies the files of all lists, also while the service runs; returns how many lists there were. What an
 * interrupted copy has brought over stays.
 */
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

/** The database last: a list that has one is whole. A list may be deleted meanwhile. */
function copyList(from: ListFolder, to: ListFolder, id: string): void {
  if (existsSync(databasePath(to, id))) return;
  try {
    copyFile(rowsPath(from, id), rowsPath(to, id));
    if (existsSync(originalPath(from, id))) copyFile(originalPath(from, id), originalPath(to, id));
    const draft = join(to.path, `${id}.new`);
    rmSync(draft, { force: true });
    copyDatabase(databasePath(from, id), draft);
    renameSync(draft, databasePath(to, id));
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error;
  }
}

function copyFile(from: string, to: string): void {
  copyFileSync(from, to);
  chmodSync(to, 0o600);
}

function copyDatabase(from: string, path: string): void {
  accessSync(from);
  // As it is: the service that has it open may be of an earlier version, or keep another journal.
  using database = openDatabase(from, BUSY_TIMEOUT);
  // Created before SQLite fills it, for its owner alone.
  closeSync(openSync(path, 'wx', 0o600));
  database.prepare('VACUUM INTO ?').run(path);
}
