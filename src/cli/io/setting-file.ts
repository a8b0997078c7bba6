import { readFile } from 'node:fs/promises';
import { MailvetError } from '../../errors.ts';
import { reasonOf } from '../../lib/system-reason.ts';

/** The text of a file that a setting names. `what` names it in the error. */
export async function readSettingFile(path: string, what: string): Promise<string> {
  return await readFile(path, 'utf8').catch((error: NodeJS.ErrnoException) => {
    throw new MailvetError('config', `The ${what} file ${path} can't be read: ${reasonOf(error)}`);
  });
}
