import { readFile } from 'node:fs/promises';
import { MailvetError } from '../../lib/errors.ts';
import { isObject, type JsonObject } from '../../lib/json.ts';
import { reasonOf } from '../../lib/system-reason.ts';

/** The text of a file that a setting names. `what` names it in the error. */
export async function readSettingFile(path: string, what: string): Promise<string> {
  return await readFile(path, 'utf8').catch((error: NodeJS.ErrnoException) => {
    throw new MailvetError('config', `The ${what} file ${path} can't be read: ${reasonOf(error)}`);
  });
}

/** The JSON object that a config file holds. Throws `config` where it holds anything else. */
export function parseConfigObject(text: string, path: string, hint?: string): JsonObject {
  const value = parse(text, path, hint);
  if (isObject(value)) return value;
  throw new MailvetError(
    'config',
    `The config file ${path} is not a JSON object`,
    hint ? { hint } : {},
  );
}

function parse(text: string, path: string, hint: string | undefined): unknown {
  try {
    return JSON.parse(text);
  } catch (cause) {
    const message = `The config file ${path} is not JSON: ${(cause as Error).message}`;
    throw new MailvetError('config', message, { cause, ...(hint && { hint }) });
  }
}
