import { readdir } from 'node:fs/promises';
import { basename, dirname, sep } from 'node:path';
import { MailvetError } from '../../errors.ts';

const REPLACEMENT = '\ufffd';

/**
 * The path as system calls need it. Arguments are decoded as UTF-8, and each byte that is none becomes
 * U+FFFD: such a name stands for the one file of its directory that is decoded to it. Throws `input`
 * where several are.
 */
export async function existingPath(path: string): Promise<string | Buffer> {
  return path.includes(REPLACEMENT) ? ((await findUndecoded(path)) ?? path) : path;
}

async function findUndecoded(path: string): Promise<Buffer | undefined> {
  const parent = await existingPath(dirname(path));
  const names = await readdir(parent, { encoding: 'buffer' }).catch(() => []);
  const wanted = basename(path);
  const [name, another] = names.filter((bytes) => bytes.toString() === wanted);
  if (another) {
    const message = `Several files of ${dirname(path)} have a name that is not UTF-8 and is shown as ${wanted}`;
    throw new MailvetError('input', message, { hint: 'Rename the one that you mean' });
  }
  return name && Buffer.concat([Buffer.from(parent), Buffer.from(sep), name]);
}
