import { chmodSync, existsSync, readdirSync, renameSync, rmSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { makeDirectory } from '../../lib/new-files.ts';
import { SPOOL_PREFIX } from '../../service/lists/list-files.ts';

/** Where the lists of a service are: two files each. Nobody but their owner reads them. */
export interface ListFolder {
  readonly path: string;
  /** Whether processes on other machines may have it, too. */
  readonly isShared?: boolean;
}

const OWNER_ONLY = 0o700;

/** Says whose the folder is. */
export const OWNER_FILE = 'owner';
/** Has the files of lists that the database does not know: they are kept. */
export const SET_ASIDE = 'unknown';

/** Makes the folder where it is missing. */
export function openFolder(path: string): ListFolder {
  makeDirectory(path, OWNER_ONLY);
  chmodSync(path, OWNER_ONLY);
  return { path };
}

/** The list itself, as it was uploaded; of a workbook, its sheet as CSV. */
export function rowsPath({ path }: ListFolder, id: string): string {
  return join(path, `${id}.rows`);
}

/** What is known of its addresses. */
export function databasePath({ path }: ListFolder, id: string): string {
  return join(path, `${id}.sqlite`);
}

/** The endings that files of a list have. */
export const COMPANIONS = [
  '.sqlite',
  '.sqlite-wal',
  '.sqlite-shm',
  '.sqlite-journal',
  '.rows',
  '.new',
  '.original',
];

/** The file as it was uploaded, where further sheets of it may be wanted. */
export function originalPath({ path }: ListFolder, id: string): string {
  return join(path, `${id}.original`);
}

/** Bytes that a list takes, with the file as it was uploaded where that is here. */
export function sizeOnDisk({ path }: ListFolder, id: string): number {
  const sizes = COMPANIONS.map(
    (ending) => statSync(join(path, id + ending), { throwIfNoEntry: false })?.size ?? 0,
  );
  return sizes.reduce((sum, size) => sum + size, 0);
}

export function deleteFiles({ path }: ListFolder, id: string): void {
  for (const ending of COMPANIONS) rmSync(join(path, id + ending), { force: true });
}

const LIST_FILE = /^((?:list|import)_[\w-]+)(\.[\w-]+)$/;

/** The id of the list that a file of this name is of; undefined for any other file. */
export function listIdOf(name: string): string | undefined {
  const [, id, ending = ''] = LIST_FILE.exec(name) ?? [];
  return COMPANIONS.includes(ending) ? id : undefined;
}

export function deleteOriginal(folder: ListFolder, id: string): void {
  rmSync(originalPath(folder, id), { force: true });
}

/** Ids of the lists that have files. */
export function listedIds({ path }: ListFolder): string[] {
  const ids = readdirSync(path).flatMap((name) => listIdOf(name) ?? []);
  return [...new Set(ids)];
}

/** As openNameless names them: another file may begin alike. */
export function isSpool(name: string): boolean {
  return name.startsWith(SPOOL_PREFIX) && UUID.test(name.slice(SPOOL_PREFIX.length));
}

const UUID = /^[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}$/;

/** Names of received files: a reader that has one open loses nothing. */
export function deleteSpools({ path }: ListFolder): void {
  const left = readdirSync(path).filter(isSpool);
  for (const name of left) rmSync(join(path, name), { force: true });
}

/** What is known of a list; its rows stay. */
export function deleteDatabase({ path }: ListFolder, id: string): void {
  for (const ending of COMPANIONS.filter((one) => one.startsWith('.sqlite'))) {
    rmSync(join(path, id + ending), { force: true });
  }
}

/** The folder where they are; none where nothing was ever set aside. */
export function setAsideFolder({ path }: ListFolder): ListFolder[] {
  const aside = { path: join(path, SET_ASIDE) };
  return existsSync(aside.path) ? [aside] : [];
}

/** Moves the files of a list there; returns where they are now, undefined if they no longer exist. */
export function setAside(folder: ListFolder, id: string): string | undefined {
  const aside = { path: join(folder.path, SET_ASIDE) };
  makeDirectory(aside.path, 0o700);
  const endings = filesOf(folder, id);
  const name = freeName(aside, id, endings);
  for (const ending of endings)
    move(join(folder.path, id + ending), join(aside.path, name + ending));
  return endings.length > 0 ? join(aside.path, name) : undefined;
}

/** Moves the files of a list back, where none in the folder is in their way. */
export function takeBack(folder: ListFolder, id: string): void {
  const aside = { path: join(folder.path, SET_ASIDE) };
  const endings = filesOf(aside, id);
  if (!existsSync(rowsPath(aside, id)) || hasAny(folder, id, endings)) return;
  for (const ending of endings) move(join(aside.path, id + ending), join(folder.path, id + ending));
}

/** Names that files of lists have there; of a list that was set aside twice, two. */
export function setAsideNames(folder: ListFolder): readonly string[] {
  const names = setAsideFolder(folder).flatMap(({ path }) => readdirSync(path));
  return [...new Set(names.flatMap((name) => listIdOf(name) ?? []))];
}

/** Another process may be quicker. */
function move(from: string, to: string): void {
  try {
    renameSync(from, to);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error;
  }
}

function filesOf({ path }: ListFolder, id: string): readonly string[] {
  return COMPANIONS.filter((ending) => existsSync(join(path, id + ending)));
}

/** What was set aside before is not replaced; after an interruption the files of a list keep together. */
function freeName(aside: ListFolder, id: string, endings: readonly string[]): string {
  for (let number = 1; ; number++) {
    const name = number === 1 ? id : `${id}-${number}`;
    if (!hasAny(aside, name, endings)) return name;
  }
}

function hasAny({ path }: ListFolder, name: string, endings: readonly string[]): boolean {
  return endings.some((ending) => existsSync(join(path, name + ending)));
}
