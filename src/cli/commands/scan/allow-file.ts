import { existsSync, readFileSync, statSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { MailvetError } from '../../../lib/errors.ts';
import { ALLOW_NAME, type AllowList, readAllowList } from '../../../scan/allow-list.ts';

interface FoundAllowList {
  readonly folder: string;
  readonly list: AllowList;
}

/** Bytes. */
const LARGEST = 1_000_000;

/** Reads the nearest `.mailvet-allow`: in the folder or above it, up to the folder of its repository. */
export function findAllowList(
  folder: string,
  repository: string | undefined,
): FoundAllowList | undefined {
  const path = join(folder, ALLOW_NAME);
  if (existsSync(path)) return { folder, list: readAllowList(path, readSmall(path)) };
  const above = dirname(folder);
  return folder === repository || above === folder ? undefined : findAllowList(above, repository);
}

function readSmall(path: string): string {
  const found = statSync(path);
  if (found.isFile() && found.size <= LARGEST) return readFileSync(path, 'utf8');
  throw new MailvetError('input', `${path} is no file of at most 1 MB`);
}
