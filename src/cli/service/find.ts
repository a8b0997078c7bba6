import { resolve } from 'node:path';
import { checkBaseUrl } from '../../client/base-url.ts';
import { MailvetError } from '../../errors.ts';
import type { Invocation } from '../invocation.ts';
import { readAll } from '../io/read-input.ts';
import { readSettingFile } from '../io/setting-file.ts';
import { type ResolvedService, resolveService } from './resolve.ts';

/** Which service flags, environment and config file name, and with which key. */
export async function findService(invocation: Invocation): Promise<ResolvedService> {
  const { context, globals } = invocation;
  const { config } = await invocation.config();
  const apiKey = await givenKey(invocation);
  const flags = { apiKey, baseUrl: globals.baseUrl, profile: globals.profile };
  return resolveService({ flags, env: context.env, config, normalise: normaliser(invocation) });
}

/** Brings base URLs to their one form; refuses those that can't have the key. */
export function normaliser({ globals }: Invocation): (baseUrl: string) => string {
  return (baseUrl) => checkBaseUrl(baseUrl, globals.allowInsecureHttp);
}

/** The key that the flags give. */
export async function givenKey(invocation: Invocation): Promise<string | undefined> {
  return invocation.globals.apiKey ?? (await keyFromFile(invocation));
}

async function keyFromFile({ context, globals }: Invocation): Promise<string | undefined> {
  const path = globals.apiKeyFile;
  if (path === undefined) return undefined;
  const text =
    path === '-'
      ? await readAll(context.stdin)
      : await readSettingFile(resolve(context.cwd, path), 'API key');
  const key = text.trim();
  if (key) return key;
  throw new MailvetError('config', `There is no API key in ${path === '-' ? 'stdin' : path}`);
}
