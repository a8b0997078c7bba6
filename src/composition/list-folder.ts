import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { MailvetError } from '../errors.ts';
import { makeDirectory } from '../lib/make-directory.ts';
import { secureToken } from '../lib/secure-token.ts';
import type { Store } from '../service/ports.ts';

/**
 * Makes the folder where it is missing, and sees to it that a database has one: a node with another
 * folder would not find the files of the lists and end them. Rejects with MailvetError `config`.
 */
export async function claimListFolder(
  { verifierMemory }: Pick<Store, 'verifierMemory'>,
  folder: string,
): Promise<void> {
  const own = folderId(folder);
  if ((await verifierMemory.secret('list_folder', own)) === own) return;
  throw new MailvetError('config', `The lists of this database are not in ${folder}`, {
    hint: [
      'Start with ',
      { code: 'setting', name: 'lists', takes: 'off' },
      ', or with the folder of the node that has the dashboard',
    ],
  });
}

/** A name that stays with the folder, wherever it is moved to. Makes the folder where it is missing. */
export function folderId(folder: string): string {
  makeDirectory(folder, 0o700);
  const path = join(folder, 'id');
  if (!existsSync(path)) writeNew(path, secureToken(24));
  return readFileSync(path, 'utf8').trim();
}

/** Of two processes that start at once the second finds the first one's. */
function writeNew(path: string, id: string): void {
  try {
    writeFileSync(path, `${id}\n`, { flag: 'wx', mode: 0o600 });
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
  }
}
