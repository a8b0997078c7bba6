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

/** Settings that the config file may hold as they are, where flags and variables name a file. */
const INLINE_SETTINGS = ['egress', 'providers'] as const;

/** A value of the config file. */
interface InlineValue {
  readonly value: unknown;
  /** The config file. */
  readonly file: string;
}

export type InlineSettings = { readonly [name in (typeof INLINE_SETTINGS)[number]]?: InlineValue };

/** What a config file holds: texts as flags have them, and documents. */
interface ConfigFile {
  readonly source: SettingSource;
  readonly inline: InlineSettings;
}

/** The settings of `--config` or MAILVET_CONFIG; none where neither is given. */
export async function readConfigFile(
  flags: RawFlags,
  { env, cwd }: ConfigEnvironment,
): Promise<ConfigFile> {
  const given = flags.config ?? (env.MAILVET_CONFIG || undefined);
  if (given === undefined) return { source: toSource('', new Map()), inline: {} };
  const path = resolve(cwd, String(given));
  const object = parseConfigObject(await readSettingFile(path, 'config'), path);
  const inline = INLINE_SETTINGS.filter((name) => typeof object[name] === 'object');
  const texts = Object.entries(object).filter(([key]) => !inline.some((name) => name === key));
  const values = inline.map((name) => [name, { value: object[name], file: path }]);
  return {
    source: toSource(path, toTexts(texts, path)),
    inline: Object.fromEntries(values) as InlineSettings,
  };
}

/** Each value becomes the text that its flag would have. */
function toTexts(
  entries: readonly (readonly [string, unknown])[],
  path: string,
): Map<ServeSetting, string> {
  const settings = new Map<ServeSetting, string>();
  for (const [key, value] of entries) {
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
