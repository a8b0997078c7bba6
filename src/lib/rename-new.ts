import { link, rename, unlink } from 'node:fs/promises';

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
