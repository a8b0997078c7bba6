import { checkBaseUrl } from '../../contract/client/base-url.ts';
import { MailvetError } from '../../errors.ts';
import { knownWordsHint } from '../../lib/did-you-mean.ts';
import { type Config, profileOf, withProfile } from './config-file.ts';

/** Settings that the config file may hold, by the names that users know. */
export const CONFIG_KEYS = ['apiKey', 'apiKeyCommand', 'baseUrl', 'profile', 'riskyRole'] as const;
export type ConfigKey = (typeof CONFIG_KEYS)[number];

export function parseConfigKey(text: string): ConfigKey {
  const key = CONFIG_KEYS.find((each) => each === text);
  if (key) return key;
  throw new MailvetError('usage', `Unknown setting '${text}'`, {
    hint: knownWordsHint(text, 'Settings', CONFIG_KEYS),
  });
}

/** The stored value as text, of the named profile where it is the profile's own. */
export function storedValue(config: Config, profile: string, key: ConfigKey): string | undefined {
  if (isOfProfile(key)) return profileOf(config, profile)?.[key];
  const value = config[key];
  return value === undefined ? undefined : String(value);
}

/** Each profile has its own; of the others there is one for all. */
function isOfProfile(key: ConfigKey): key is 'apiKey' | 'apiKeyCommand' | 'baseUrl' {
  return key === 'apiKey' || key === 'apiKeyCommand' || key === 'baseUrl';
}

interface Setting {
  readonly key: ConfigKey;
  readonly value: string;
}

/** The config with one setting changed. A key stays bound to the base URL that it was stored with. */
export function withSetting(config: Config, profile: string, { key, value }: Setting): Config {
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

export function withoutSetting(config: Config, profile: string, key: ConfigKey): Config {
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
