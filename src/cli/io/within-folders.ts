import { isAbsolute, relative, sep } from 'node:path';

/** Why a file may not be opened that has to lie below some folders. */
export type Breach = 'outside' | 'hidden' | 'system';

/** Judges a file by its name and by where its links lead. The folders are real paths. */
export function findBreach(
  [named, real]: readonly [named: string, real: string],
  folders: readonly string[],
): Breach | undefined {
  if (waysTo(real, folders).length === 0) return 'outside';
  if (isHidden(named, folders) || isHidden(real, folders)) return 'hidden';
  return OF_THE_SYSTEM.test(real) ? 'system' : undefined;
}

/** Where the folder is `/`. A file there is no file of somebody: `/proc/self/environ` has the keys of this process. */
const OF_THE_SYSTEM = /^\/(?:proc|sys)\//;

function isBelow(way: string): boolean {
  return way !== '' && way !== '..' && !way.startsWith(`..${sep}`) && !isAbsolute(way);
}

function waysTo(path: string, folders: readonly string[]): string[] {
  return folders.map((folder) => relative(folder, path)).filter(isBelow);
}

/** Below a folder that is hidden itself nothing is hidden for that. */
function isHidden(path: string, folders: readonly string[]): boolean {
  const ways = waysTo(path, folders);
  const hasDot = (way: string) => way.split(sep).some((name) => name.startsWith('.'));
  return ways.length > 0 && ways.every(hasDot);
}
