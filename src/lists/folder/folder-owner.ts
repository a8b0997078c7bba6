/**
 * Whose a folder of lists is: an id that the database has, too. Files of lists are moved and deleted by what
 * a database knows of them, so a folder is opened only for the database that it belongs to.
 */
import { linkSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { secureToken } from '../../lib/secure-token.ts';
import { type ListFolder, listIdOf, OWNER_FILE, SET_ASIDE } from './list-folder.ts';

export interface FolderOwner {
  readonly id: string;
  /** The database, as a person names it; absent: nobody has opened the folder since it was copied. */
  readonly database?: string | undefined;
}

/** Undefined where the folder has no owner, or there is no such folder. */
export function readOwner({ path }: ListFolder): FolderOwner | undefined {
  try {
    const [id = '', database = ''] = readFileSync(join(path, OWNER_FILE), 'utf8').split('\n');
    return { id, database: database || undefined };
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (code === 'ENOENT' || code === 'ENOTDIR') return undefined;
    throw error;
  }
}

/** Of two processes that write at once one is the first: its owner stays. False for the other. */
export function writeNewOwner(folder: ListFolder, owner: FolderOwner): boolean {
  return withDraft(folder, owner, (draft, path) => {
    try {
      // Nobody reads half of it.
      linkSync(draft, path);
      return true;
    } catch (error) {
      const { code } = error as NodeJS.ErrnoException;
      if (code === 'EEXIST') return false;
      // There are file systems without links.
      writeFileSync(path, textOf(owner), { flag: 'wx', mode: 0o600 });
      return true;
    }
  });
}

/** In the place of the one that the folder has. */
export function replaceOwner(folder: ListFolder, owner: FolderOwner): void {
  withDraft(folder, owner, renameSync);
}

/** Of a folder that nobody has used. */
export function removeOwner({ path }: ListFolder): void {
  rmSync(join(path, OWNER_FILE), { force: true });
}

function withDraft<T>(
  { path }: ListFolder,
  owner: FolderOwner,
  put: (draft: string, path: string) => T,
): T {
  const draft = join(path, `.${OWNER_FILE}-${secureToken(12)}`);
  try {
    writeFileSync(draft, textOf(owner), { flag: 'wx', mode: 0o600 });
    return put(draft, join(path, OWNER_FILE));
  } finally {
    rmSync(draft, { force: true });
  }
}

function textOf({ id, database = '' }: FolderOwner): string {
  return `${id}\n${database}\n`;
}

/** What a folder without an owner has. */
interface FolderContent {
  /** Whether there is a file of a list that the database knows. */
  readonly hasKnown: boolean;
  /** The name of a file that is neither a list's that the database knows nor a file system's own. */
  readonly stranger: string | undefined;
}

/** What a disk or a desktop puts into every folder. */
const OF_THE_SYSTEM = /^(?:lost\+found|\..*)$/;

/** `known`: ids of all lists of the database. Nothing where there is no such folder. */
export function contentOf({ path }: ListFolder, known: ReadonlySet<string>): FolderContent {
  const names = entriesOf(path).filter(
    (name) => name !== SET_ASIDE && name !== OWNER_FILE && !OF_THE_SYSTEM.test(name),
  );
  const isKnown = (name: string) => known.has(listIdOf(name) ?? '');
  return { hasKnown: names.some(isKnown), stranger: names.find((name) => !isKnown(name)) };
}

function entriesOf(path: string): string[] {
  try {
    return readdirSync(path);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error;
    return [];
  }
}
