/** Files of lists that the database does not know: they are kept, under `unknown/` in the folder. */
import { existsSync, readdirSync, renameSync } from 'node:fs';
import { join } from 'node:path';
import { makeDirectory } from '../../lib/new-files.ts';
import { COMPANIONS, type ListFolder, listIdOf, rowsPath, SET_ASIDE } from './list-folder.ts';

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
