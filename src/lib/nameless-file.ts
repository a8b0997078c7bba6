import { randomUUID } from 'node:crypto';
import { type FileHandle, open, rm } from 'node:fs/promises';
import { join } from 'node:path';

/** Opens a new private file that has no name any more: it vanishes with its descriptor, also after a kill. */
export async function openNameless(folder: string, prefix: string): Promise<FileHandle> {
  const path = join(folder, `${prefix}${randomUUID()}`);
  const file = await open(path, 'wx+', 0o600);
  // A sweep for names left by a kill may be quicker.
  await rm(path, { force: true });
  return file;
}
