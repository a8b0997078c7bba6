import { resolve } from 'node:path';
import { MailvetError } from '../../../errors.ts';
import { knownWordsHint } from '../../../lib/did-you-mean.ts';
import {
  environmentSource,
  flagSource,
  readSettings,
  type SettingSource,
} from '../../../settings/read.ts';
import { CONFIG_SETTING, SERVE_SETTINGS } from '../../../settings/service.ts';
import type { InlineSetting } from '../../../settings/setting.ts';
import type { Context } from '../../context.ts';
import { parseConfigObject } from '../../io/json-object.ts';
import { readSettingFile } from '../../io/setting-file.ts';
import type { RawFlags } from '../../options/values.ts';

type ConfigEnvironment = Pick<Context, 'env' | 'cwd'>;

/** The path of `--config` or MAILVET_CONFIG. */
export function configPath(flags: RawFlags, { env, cwd }: ConfigEnvironment): string | undefined {
  const { config } = readSettings(CONFIG_SETTING, [flagSource(flags), environmentSource(env)]);
  return config === undefined ? undefined : resolve(cwd, config);
}

/** The settings of the config file; none where none is given. */
export async function readConfigFile(
  flags: RawFlags,
  environment: ConfigEnvironment,
): Promise<SettingSource> {
  const path = configPath(flags, environment);
  if (path === undefined) return toSource('', new Map());
  const object = parseConfigObject(await readSettingFile(path, 'config'), path);
  const values = Object.entries(object).map(([key, value]) => [key, toGiven(key, value, path)]);
  return toSource(path, new Map(values as [string, Given][]));
}

/** A text as a flag has it, or a document. */
type Given = string | InlineSetting;

function toGiven(key: string, value: unknown, path: string): Given {
  const setting = Object.hasOwn(SERVE_SETTINGS, key) ? SERVE_SETTINGS[key] : undefined;
  if (setting === undefined) throw unknownKey(path, key);
  const isInline = setting.type.isDocument && typeof value === 'object';
  return isInline ? { value, file: path } : toText(value, `"${key}" in ${path}`);
}

function toSource(path: string, settings: ReadonlyMap<string, Given>): SettingSource {
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
    hint: knownWordsHint(key, 'Settings', Object.keys(SERVE_SETTINGS)),
  });
}
