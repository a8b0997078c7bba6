import { chmod, stat } from 'node:fs/promises';
import { dirname } from 'node:path';
import { makeDirectory } from '../../lib/new-files.ts';
import type { Context } from '../context.ts';

/** Creates the directory for the user alone (0700), with its parents. */
export function makePrivateDirectory(path: string): void {
  makeDirectory(path, 0o700);
}

/**
 * Sets a file that others may read to 0600 and its directory to 0700. Returns the repaired paths; an
 * absent file needs no repair. Windows has no such modes.
 */
export async function repairModes(
  path: string,
  platform: Context['platform'],
): Promise<readonly string[]> {
  if (platform === 'win32') return [];
  const repaired = await Promise.all([narrow(dirname(path), 0o700), narrow(path, 0o600)]);
  return repaired.filter((each) => each !== undefined);
}

async function narrow(path: string, mode: number): Promise<string | undefined> {
  const found = await stat(path).catch(() => undefined);
  if (!found || (found.mode & 0o077) === 0) return undefined;
  await chmod(path, mode);
  return path;
}
