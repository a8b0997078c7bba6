import { mkdirSync, statSync } from 'node:fs';
import { link, rename, unlink } from 'node:fs/promises';
import { dirname } from 'node:path';

/**
 * Makes a directory with its parents. Node's own recursive `mkdir` never returns where a parent is
 * there and yet nothing can be made in it (a link to an unmounted disk, /proc), and says of a full
 * disk that there is no such directory. Throws the system's error, with the path that it is about.
 */
export function makeDirectory(path: string, mode = 0o777): void {
  if (isDirectory(path)) return;
  if (dirname(path) !== path) makeDirectory(dirname(path), mode);
  try {
    mkdirSync(path, mode);
  } catch (error) {
    // Somebody else may have made it meanwhile.
    if (!isDirectory(path)) throw error;
  }
}

function isDirectory(path: string): boolean {
  return statSync(path, { throwIfNoEntry: false })?.isDirectory() === true;
}

/** Renames a file and never replaces another: rejects with EEXIST where the new name is taken. */
export async function renameToNew(from: string, to: string): Promise<void> {
  try {
    // Unlike a rename, a link never replaces a file.
    await link(from, to);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'EEXIST') throw error;
    // File systems without hard links.
    return await rename(from, to);
  }
  await unlink(from);
}
