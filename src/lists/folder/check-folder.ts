import { readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { plural } from '../../lib/wording.ts';
import { mayBeImport } from '../../service/suppressions/suppressions.ts';
import {
  isSpool,
  type ListFolder,
  listedIds,
  rowsPath,
  setAsideFolder,
  setAsideNames,
} from './list-folder.ts';

interface FolderProblem {
  readonly text: string;
  readonly mend?: string;
  readonly isNote?: true;
}

/** Longer than an upload has a name, and than a list is read. */
const OVER_MS = 15 * 60_000;
const MEND = 'within five minutes';

/** What is wrong with the files of these lists, which have some. Times are milliseconds since the epoch. */
export function checkListFolder(
  path: string,
  lists: ReadonlySet<string>,
  now: number,
): readonly FolderProblem[] {
  const folder = { path };
  if (!isThere(path))
    return lists.size > 0 ? [{ text: `the folder of the lists, ${path}, is missing` }] : [];
  const missing = [...lists].filter((id) => !isThere(rowsPath(folder, id)));
  const lost = missing.map((id) => ({ text: `list ${id} has no file in ${path}` }));
  const isOver = (name: string) => changedAt(join(path, name)) < now - OVER_MS;
  const surplus = listedIds(folder).filter(
    (id) => !lists.has(id) && !mayBeImport(id, now) && isOver(`${id}.rows`),
  );
  const spools = readdirSync(path).filter((name) => isSpool(name) && isOver(name));
  return [
    ...lost,
    ...left(surplus.length, 'files are of no list that the database knows'),
    ...left(spools.length, 'uploads were cut off and left a file'),
    ...kept(folder),
  ];
}

function left(count: number, what: string): FolderProblem[] {
  return count > 0 ? [{ text: `${count} ${what}`, mend: MEND }] : [];
}

function kept(folder: ListFolder): FolderProblem[] {
  const count = setAsideNames(folder).length;
  if (count === 0) return [];
  const [{ path } = folder] = setAsideFolder(folder);
  const text = `${plural(count, 'list')} that the database does not know: the files are kept in ${path}`;
  return [{ text, isNote: true }];
}

function isThere(path: string): boolean {
  return statSync(path, { throwIfNoEntry: false }) !== undefined;
}

/** 0 where there is no such file. */
function changedAt(path: string): number {
  return statSync(path, { throwIfNoEntry: false })?.mtimeMs ?? 0;
}
