import { resolve } from 'node:path';
import { MailvetError } from '../../../errors.ts';
import { knownWordsHint } from '../../../lib/did-you-mean.ts';
import type { Context } from '../../context.ts';
import { parseConfigObject } from '../../io/json-object.ts';
import { readSettingFile } from '../../io/setting-file.ts';
import type { SettingSource } from '../../options/settings.ts';
import type { RawFlags } from '../../options/values.ts';
import { SERVE_SETTING_NAMES, type ServeSetting } from './settings.ts';

type ConfigEnvironment = Pick<Context, 'env' | 'cwd'>;

/** The settings of `--config` or MAILVET_CONFIG; an empty source where neither is given. */
export async function fileSource(
  flags: RawFlags,
  { env, cwd }: ConfigEnvironment,
): Promise<SettingSource> {
  const given = flags.config ?? (env.MAILVET_CONFIG || undefined);
  if (given === undefined) return toSource('', new Map());
  const path = resolve(cwd, String(given));
  return toSource(path, parseServeConfig(await readSettingFile(path, 'config'), path));
}

/** Parses a JSON object of settings. Each value becomes the text that its flag would have. */
function parseServeConfig(text: string, path: string): Map<ServeSetting, string> {
  const settings = new Map<ServeSetting, string>();
  for (const [key, value] of Object.entries(parseConfigObject(text, path))) {
    const name = SERVE_SETTING_NAMES.find((each) => each === key);
    if (name === undefined) throw unknownKey(path, key);
    settings.set(name, toText(value, `"${key}" in ${path}`));
  }
  return settings;
}

function toSource(path: string, settings: ReadonlyMap<string, string>): SettingSource {
  return {
    give: (name) => settings.get(name),
    call: (name) => `"${name}" in ${path}`,
    code: 'config',
  };
}

/** Numbers, booleans and lists may be written as JSON values. */
function toText(value: unknown, place: string): string {
  if (typeof value === 'string') return value;
  if (typeof value === 'number' || typeof value === 'boolean') return String(value);
  if (Array.isArray(value) && value.every((each) => typeof each === 'string')) {
    return value.join(',');
  }
  throw new MailvetError(
    'config',
    `${place} is ${JSON.stringify(value)}: a text, a number, true, false or a list of texts is needed`,
  );
}

function unknownKey(path: string, key: string): MailvetError {
  return new MailvetError('config', `Unknown setting "${key}" in ${path}`, {
    hint: knownWordsHint(key, 'Settings', SERVE_SETTING_NAMES),
  });
}
