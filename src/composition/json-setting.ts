import { readFile } from 'node:fs/promises';
import { dirname, resolve } from 'node:path';
import { MailvetError } from '../errors.ts';
import { reasonOf } from '../lib/system-reason.ts';
import type { InlineSetting, JsonSetting } from '../settings/setting.ts';

/**
 * The value of a setting. `what` names it in errors, such as `provider table`.
 *
 * @throws MailvetError `config` for a file that can't be read, or is no JSON.
 */
export async function readJsonSetting(setting: JsonSetting, what: string): Promise<InlineSetting> {
  if (typeof setting !== 'string') return setting;
  return { value: parseJson(await readText(setting, what), setting, what), file: setting };
}

/** A path as it is written in the setting. */
export function pathBeside(file: string, path: string): string {
  return resolve(dirname(file), path);
}

async function readText(path: string, what: string): Promise<string> {
  try {
    return await readFile(path, 'utf8');
  } catch (cause) {
    const why = reasonOf(cause);
    throw new MailvetError('config', `The ${what} ${path} can't be read: ${why}`, { cause });
  }
}

function parseJson(text: string, path: string, what: string): unknown {
  try {
    return JSON.parse(text.replace(/^\ufeff/, ''));
  } catch (cause) {
    const why = (cause as Error).message;
    throw new MailvetError('config', `The ${what} ${path} is no JSON: ${why}`, { cause });
  }
}
