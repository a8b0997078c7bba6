import { sep } from 'node:path';

/** Whether a name of an output is that of a folder. */
export function isFolderName(path: string): boolean {
  return path.endsWith('/') || path.endsWith(sep);
}
