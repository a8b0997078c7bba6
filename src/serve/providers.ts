import { readFile } from 'node:fs/promises';
import { MailvetError } from '../errors.ts';
import { parseProviders } from '../verifier/providers/parse-providers.ts';
import type { Provider } from '../verifier/providers/provider.ts';
import { withOverrides } from '../verifier/providers/provider-table.ts';

/**
 * The providers of a JSON file.
 *
 * @throws MailvetError `config` for a file that can't be read, or is no table of providers.
 */
export async function readProviders(path: string): Promise<readonly Provider[]> {
  return parseProviders(parseJson(await readText(path), path), path);
}

/** The whole table, with the entries of a file where one is named. */
export async function listProviders(path?: string): Promise<readonly Provider[]> {
  return withOverrides(path === undefined ? [] : await readProviders(path));
}

async function readText(path: string): Promise<string> {
  try {
    return await readFile(path, 'utf8');
  } catch (cause) {
    const { code } = cause as NodeJS.ErrnoException;
    const why = code === 'ENOENT' ? 'there is no such file' : `it can't be read (${code})`;
    throw new MailvetError('config', `The provider table ${path} can't be used: ${why}`, { cause });
  }
}

function parseJson(text: string, path: string): unknown {
  try {
    return JSON.parse(text.replace(/^\ufeff/, ''));
  } catch (cause) {
    const why = (cause as Error).message;
    throw new MailvetError('config', `The provider table ${path} is no JSON: ${why}`, { cause });
  }
}
