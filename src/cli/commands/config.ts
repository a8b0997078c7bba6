import { checkBaseUrl, shownUrl } from '../../contract/client/base-url.ts';
import { knownWordsHint } from '../../lib/did-you-mean.ts';
import { MailvetError } from '../../lib/errors.ts';
import {
  CONFIG_KEYS,
  type Config,
  type ConfigKey,
  configPath,
  type Profile,
  profileOf,
  saveConfig,
  withProfile,
} from '../config-file.ts';
import {
  givenSetting,
  maskKey,
  type Origin,
  resolveBaseUrl,
  resolveProfile,
  type Sourced,
} from '../connect/resolve.ts';
import type { CommandLine, Invocation } from '../invocation.ts';
import { printList } from '../io/print.ts';
import { readAll } from '../io/read-input.ts';

export async function runConfigList(
  invocation: Invocation,
  { flags }: CommandLine,
): Promise<undefined> {
  const shown = flags.showOrigin === true;
  const { path } = await invocation.config();
  const rows = await settingsInForce(invocation);
  const place = (origin: Origin) => (origin === 'config' ? path : origin);
  await printList(invocation, {
    rows: rows.map(({ origin, ...row }) => (shown ? { ...row, origin: place(origin) } : row)),
    columns: [
      { title: 'SETTING', text: ({ key }) => key },
      { title: 'VALUE', text: ({ value }) => value },
      ...(shown
        ? [{ title: 'ORIGIN', text: (row: object) => (row as { origin: string }).origin }]
        : []),
    ],
  });
}

async function settingsInForce({ context, globals, config: load }: Invocation) {
  const { config } = await load();
  const { env } = context;
  const profile = resolveProfile({ flags: globals, env, config });
  const stored = profileOf(config, profile.value) ?? {};
  const apiKey = givenSetting({ flags: globals, env }, 'apiKey') ?? storedKey(stored);
  const baseUrl = resolveBaseUrl({ flags: globals, env }, stored);
  const riskyRole: Sourced<string> = {
    value: String(config.riskyRole ?? true),
    origin: config.riskyRole === undefined ? 'default' : 'config',
  };
  const row = (key: ConfigKey, found: Sourced<string> | undefined) =>
    found ? [{ key, value: found.value, origin: found.origin }] : [];
  return [
    ...row('apiKey', apiKey && { ...apiKey, value: maskKey(apiKey.value) }),
    ...row('baseUrl', baseUrl && { ...baseUrl, value: shownUrl(baseUrl.value) }),
    ...row('profile', profile),
    ...row('riskyRole', riskyRole),
  ];
}

function storedKey({ apiKey }: Profile): Sourced<string> | undefined {
  return apiKey ? { value: apiKey, origin: 'config' } : undefined;
}

export async function runConfigGet(
  invocation: Invocation,
  { args }: CommandLine,
): Promise<undefined> {
  const key = parseConfigKey(args[0]);
  const { config, profile } = await loadForEdit(invocation);
  const value = storedValue(config, profile, key);
  if (value === undefined) throw new MailvetError('input', `${key} is not set`);
  await invocation.context.stdout.write(`${value}\n`);
}

export async function runConfigSet(
  invocation: Invocation,
  { args: [name, given = ''] }: CommandLine,
): Promise<undefined> {
  const key = parseConfigKey(name);
  const { context } = invocation;
  const { config, profile } = await loadForEdit(invocation);
  const value = given === '-' ? (await readAll(context.stdin)).trim() : given;
  await saveConfig(context, withSetting(config, profile, key, value));
}

export async function runConfigUnset(
  invocation: Invocation,
  { args }: CommandLine,
): Promise<undefined> {
  const key = parseConfigKey(args[0]);
  const { config, profile } = await loadForEdit(invocation);
  await saveConfig(invocation.context, withoutSetting(config, profile, key));
}

/** Works with a broken file too: the user needs its path to repair it. */
export async function runConfigPath({ context }: Invocation): Promise<undefined> {
  await context.stdout.write(`${configPath(context)}\n`);
}

/** The config file, and the profile of `--profile`. */
async function loadForEdit(
  invocation: Invocation,
): Promise<{ readonly config: Config; readonly profile: string }> {
  const { config } = await invocation.config();
  const { context, globals } = invocation;
  return { config, profile: resolveProfile({ flags: globals, env: context.env, config }).value };
}

function parseConfigKey(text = ''): ConfigKey {
  const key = CONFIG_KEYS.find((each) => each === text);
  if (key) return key;
  throw new MailvetError('usage', `Unknown setting '${text}'`, {
    hint: knownWordsHint(text, 'Settings', CONFIG_KEYS),
  });
}

/** The stored value as text, of the named profile where it is the profile's own. */
function storedValue(config: Config, profile: string, key: ConfigKey): string | undefined {
  if (isOfProfile(key)) return profileOf(config, profile)?.[key];
  const value = config[key];
  return value === undefined ? undefined : String(value);
}

/** Each profile has its own; of the others there is one for all. */
function isOfProfile(key: ConfigKey): key is 'apiKey' | 'apiKeyCommand' | 'baseUrl' {
  return key === 'apiKey' || key === 'apiKeyCommand' || key === 'baseUrl';
}

/** The config with one setting changed. A key stays bound to the base URL that it was stored with. */
function withSetting(config: Config, profile: string, key: ConfigKey, value: string): Config {
  if (key === 'profile') return { ...config, profile: value };
  if (key === 'riskyRole') return { ...config, riskyRole: parseBoolean(key, value) };
  const own = ownSettings(config, profile);
  if (key === 'baseUrl') {
    // http to another machine is refused when it is used, where --allow-insecure-http is known.
    return withProfile(config, profile, { ...own, baseUrl: checkBaseUrl(value, true) });
  }
  if (own.baseUrl === undefined) {
    throw new MailvetError('config', 'A key is stored together with its base URL', {
      hint: [
        { code: 'terminal', text: 'mailvet config set baseUrl <url> first, or mailvet login' },
      ],
    });
  }
  // One or the other: a stored key would hide the command.
  const { apiKey: _key, apiKeyCommand: _command, ...rest } = own;
  return withProfile(config, profile, { ...rest, [key]: value, apiKeyFor: own.baseUrl });
}

function withoutSetting(config: Config, profile: string, key: ConfigKey): Config {
  if (!isOfProfile(key)) {
    const { [key]: _gone, ...rest } = config;
    return rest;
  }
  const { [key]: _gone, ...own } = ownSettings(config, profile);
  const { apiKeyFor: _bond, ...unbound } = own;
  return withProfile(config, profile, key === 'baseUrl' ? own : unbound);
}

function ownSettings(config: Config, profile: string) {
  const { apiKey, apiKeyCommand, baseUrl, apiKeyFor } = profileOf(config, profile) ?? {};
  const hasKey = (apiKey ?? apiKeyCommand) !== undefined;
  const bond = hasKey ? (apiKeyFor ?? baseUrl) : undefined;
  return {
    ...(apiKeyCommand === undefined ? {} : { apiKeyCommand }),
    ...(apiKey === undefined ? {} : { apiKey }),
    ...(baseUrl === undefined ? {} : { baseUrl }),
    ...(bond === undefined ? {} : { apiKeyFor: bond }),
  };
}

function parseBoolean(key: ConfigKey, text: string): boolean {
  if (text === 'true' || text === 'false') return text === 'true';
  throw new MailvetError('usage', `${key} is true or false, not '${text}'`);
}
