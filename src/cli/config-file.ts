import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { MailvetError } from '../lib/errors.ts';
import { isObject } from '../lib/json.ts';
import { reasonOf } from '../lib/system-reason.ts';
import type { UserEnvironment } from './context.ts';
import { directoriesOf, makePrivateDirectory, repairModes } from './directories.ts';
import { parseConfigObject } from './io/setting-file.ts';

/** A key with the service that it was stored for: it is sent to no other. */
export interface Profile {
  readonly apiKey?: string;
  /** A command that prints the key, in place of it. */
  readonly apiKeyCommand?: string;
  readonly baseUrl?: string;
  /** The base URL that the key was stored with; absent in a file written by hand. */
  readonly apiKeyFor?: string;
}

/** The config file. Its top level is the profile `default`. */
export interface Config extends Profile {
  /** Name of the profile in use when no flag or variable names one. */
  readonly profile?: string;
  /** Whether role addresses count as risky; true by default. */
  readonly riskyRole?: boolean;
  readonly profiles?: Readonly<Record<string, Profile>>;
}

/** Settings that the config file may hold, by the names that users know. */
export const CONFIG_KEYS = ['apiKey', 'apiKeyCommand', 'baseUrl', 'profile', 'riskyRole'] as const;
export type ConfigKey = (typeof CONFIG_KEYS)[number];

export interface LoadedConfig {
  readonly path: string;
  readonly config: Config;
  /** Paths that others could read, whose permissions were repaired. */
  readonly repaired: readonly string[];
}

export const DEFAULT_PROFILE = 'default';

export function configPath(environment: UserEnvironment): string {
  return join(directoriesOf(environment).config, 'config.json');
}

/** Reads the config file without a library, since every command does. An absent file is empty. */
export async function loadConfig(environment: UserEnvironment): Promise<LoadedConfig> {
  const path = configPath(environment);
  const text = await readFile(path, 'utf8').catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return undefined;
    throw new MailvetError('config', `The config file ${path} can't be read: ${reasonOf(error)}`);
  });
  if (text === undefined) return { path, config: {}, repaired: [] };
  const repaired = await repairModes(path, environment.platform);
  return { path, config: parseConfig(text, path), repaired };
}

/** Replaces the config file atomically; only the user can read it. */
export async function saveConfig(environment: UserEnvironment, config: Config): Promise<void> {
  const directory = directoriesOf(environment).config;
  makePrivateDirectory(directory);
  const { default: Conf } = await import('conf');
  const file = new Conf<Record<string, unknown>>({
    cwd: directory,
    configName: 'config',
    configFileMode: 0o600,
    accessPropertiesByDotNotation: false,
  });
  file.store = { ...config };
  await repairModes(configPath(environment), environment.platform);
}

function parseConfig(text: string, path: string): Config {
  const config = parseConfigObject(text, path, 'Mend it, or remove it and log in again');
  const profiles = config.profiles ?? {};
  if (!isObject(profiles)) throw wrong(path, 'profiles', 'an object');
  checkProfile(config, path, '');
  for (const [name, profile] of Object.entries(profiles)) {
    if (!isObject(profile)) throw wrong(path, `profiles.${name}`, 'an object');
    checkProfile(profile, path, `profiles.${name}.`);
  }
  checkType(config, 'profile', 'string', path);
  checkType(config, 'riskyRole', 'boolean', path);
  return config;
}

/** The named profile; undefined when the file has none of that name. */
export function profileOf(config: Config, name: string): Profile | undefined {
  if (name === DEFAULT_PROFILE) return config;
  return Object.hasOwn(config.profiles ?? {}, name) ? config.profiles?.[name] : undefined;
}

/** The config with the profile's own settings replaced. */
export function withProfile(config: Config, name: string, profile: Profile): Config {
  if (name !== DEFAULT_PROFILE) {
    return { ...config, profiles: { ...config.profiles, [name]: profile } };
  }
  const { apiKey: _key, apiKeyCommand: _command, baseUrl: _url, apiKeyFor: _for, ...rest } = config;
  return { ...rest, ...profile };
}

/** The base URL that a stored key may be sent to. */
export function keyBelongsTo(profile: Profile): string | undefined {
  return profile.apiKeyFor ?? profile.baseUrl;
}

function checkProfile(profile: Record<string, unknown>, path: string, prefix: string): void {
  for (const key of ['apiKey', 'apiKeyCommand', 'baseUrl', 'apiKeyFor']) {
    checkType(profile, key, 'string', path, prefix);
  }
}

type StoredObject = Record<string, unknown>;
type JsonType = 'string' | 'boolean';

const NEEDS: Readonly<Record<JsonType, string>> = { string: 'a string', boolean: 'true or false' };

function checkType(
  from: StoredObject,
  key: string,
  kind: JsonType,
  path: string,
  prefix = '',
): void {
  const value = from[key];
  const found: string = typeof value;
  if (value !== undefined && found !== kind) throw wrong(path, prefix + key, NEEDS[kind]);
}

function wrong(path: string, key: string, expected: string): MailvetError {
  return new MailvetError('config', `In the config file ${path}, ${key} is not ${expected}`, {
    hint: ['Repair it by hand, or with ', { code: 'terminal', text: 'mailvet config unset' }],
  });
}
