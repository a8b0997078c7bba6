/**
 * Every setting of `serve`, said once: its flag, its variable and its key in a file have the same
 * name (`--keep-history`, MAILVET_KEEP_HISTORY, "keep-history"). Strongest first: flag,
 * environment, file.
 */
import { MailvetError } from '../../../errors.ts';
import { parseNetwork } from '../../../lib/client-origin.ts';
import { parseDuration } from '../../../lib/duration.ts';
import type { Env } from '../../context.ts';
import type { RawFlags } from '../../options/values.ts';

interface Rule {
  /** What may be written, for the error: `--port needs a whole number 0 to 65535`. */
  readonly needs: string;
  readonly allows: (text: string) => boolean;
}

export const SERVE_SETTINGS = {
  host: text('an address to listen on'),
  port: whole(0, 65_535),
  database: text('the path of a file'),
  'public-url': {
    needs: 'a URL such as https://verify.example.com, without a path',
    allows: isOrigin,
  },
  'trust-proxy': {
    needs: 'addresses or networks such as 127.0.0.1,10.0.0.0/8',
    allows: (given) => given.split(',').every((each) => parseNetwork(each.trim()) !== undefined),
  },
  workers: whole(0, 256),
  'rate-limit': whole(0, 1_000_000),
  'open-batches': whole(1, 1_000_000),
  metrics: oneOf('off', 'local', 'public'),
  'keep-history': whole(1, 36_500),
  'keep-batches': whole(1, 36_500),
  'log-level': oneOf('error', 'warn', 'info', 'debug'),
  'log-format': oneOf('json', 'text'),
  'log-addresses': oneOf('true', 'false'),
  helo: text('a host name'),
  sender: text('an address, or <>'),
  dns: text('ip[:port],…'),
  'allow-network': text('a network such as 10.0.0.0/8'),
  'provider-connections': whole(1, 99_999),
  'greylist-retries': {
    needs: 'durations such as 1m,5m,15m',
    allows: (given) => given.split(',').every((each) => parseDuration(each) !== undefined),
  },
} satisfies Record<string, Rule>;

export type ServeSetting = keyof typeof SERVE_SETTINGS;
export const SERVE_SETTING_NAMES = Object.keys(SERVE_SETTINGS) as ServeSetting[];

/** What was given for each setting, by the strongest source, checked. */
export type GivenSettings = Readonly<Partial<Record<ServeSetting, string>>>;

/** Somebody who may give settings. */
export interface SettingSource {
  readonly give: (name: ServeSetting) => string | undefined;
  /** How the user writes this setting there. */
  readonly call: (name: ServeSetting) => string;
  /** A wrong flag is a wrong command line, everything else is a wrong configuration. */
  readonly code: 'usage' | 'config';
}

/** Sources come strongest first. Throws for the first value that can't be. */
export function settingsFrom(sources: readonly SettingSource[]): GivenSettings {
  const given: Partial<Record<ServeSetting, string>> = {};
  for (const source of [...sources].reverse()) {
    for (const name of SERVE_SETTING_NAMES) {
      const value = source.give(name);
      if (value === undefined) continue;
      check(source, name, value);
      given[name] = value;
    }
  }
  return given;
}

export function flagSource(flags: RawFlags): SettingSource {
  return {
    give: (name) => flagText(flags[camelCase(name)]),
    call: (name) => `--${name}`,
    code: 'usage',
  };
}

/** An empty variable counts as none. */
export function environmentSource(env: Env): SettingSource {
  const variable = (name: string) => `MAILVET_${name.toUpperCase().replaceAll('-', '_')}`;
  return { give: (name) => env[variable(name)] || undefined, call: variable, code: 'config' };
}

function check({ call, code }: SettingSource, name: ServeSetting, value: string): void {
  const { needs, allows }: Rule = SERVE_SETTINGS[name];
  if (allows(value)) return;
  throw new MailvetError(code, `${call(name)} needs ${needs}, not '${value}'`);
}

function flagText(value: unknown): string | undefined {
  if (value === undefined) return undefined;
  return Array.isArray(value) ? value.join(',') : String(value);
}

function camelCase(name: string): string {
  return name.replace(/-(\w)/g, (_, letter: string) => letter.toUpperCase());
}

function text(needs: string): Rule {
  return { needs, allows: (given) => given !== '' };
}

function whole(least: number, most: number): Rule {
  return {
    needs: `a whole number ${least} to ${most}`,
    allows: (given) => /^\d{1,9}$/.test(given) && Number(given) >= least && Number(given) <= most,
  };
}

function isOrigin(given: string): boolean {
  const url = URL.parse(given);
  return url !== null && /^https?:$/.test(url.protocol) && url.href === `${url.origin}/`;
}

function oneOf(...words: readonly string[]): Rule & { readonly words: readonly string[] } {
  const needs = `${words.slice(0, -1).join(', ')} or ${words.at(-1)}`;
  return { words, needs, allows: (given) => words.includes(given) };
}
