import { readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { SPOOL_PREFIX } from '../../service/lists/list-files.ts';
import { mayBeImport } from '../../service/suppressions/import-suppression-file.ts';
import { listedIds, rowsPath } from './list-folder.ts';

interface FolderProblem {
  readonly text: string;
  readonly mend?: string;
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
  const missing = [...lists].filter((id) => !isThere(rowsPath(folder, id)));
  const lost = missing.map((id) => ({ text: `list ${id} has no file in ${path}` }));
  if (!isThere(path)) return lost;
  const isOver = (name: string) => changedAt(join(path, name)) < now - OVER_MS;
  const surplus = listedIds(folder).filter(
    (id) => !lists.has(id) && !mayBeImport(id, now) && isOver(`${id}.rows`),
  );
  const spools = readdirSync(path).filter((name) => name.startsWith(SPOOL_PREFIX) && isOver(name));
  return [
    ...lost,
    ...left(surplus.length, 'files are of no list'),
    ...left(spools.length, 'uploads were cut off and left a file'),
  ];
}

function left(count: number, what: string): FolderProblem[] {
  return count > 0 ? [{ text: `${count} ${what}`, mend: MEND }] : [];
}

function isThere(path: string): boolean {
  return statSync(path, { throwIfNoEntry: false }) !== undefined;
}

/** 0 where there is no such file. */
function changedAt(path: string): number {
  return statSync(path, { throwIfNoEntry: false })?.mtimeMs ?? 0;
}
