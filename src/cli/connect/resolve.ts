import { resolve } from 'node:path';
import { checkBaseUrl, shownUrl } from '../../contract/client/base-url.ts';
import { knownWordsHint } from '../../lib/did-you-mean.ts';
import { MailvetError } from '../../lib/errors.ts';
import { ACCESS_SETTINGS } from '../../settings/access.ts';
import { environmentSource, readSettings } from '../../settings/read.ts';
import type { Options } from '../../settings/setting.ts';
import {
  type Config,
  DEFAULT_PROFILE,
  keyBelongsTo,
  type Profile,
  profileOf,
  withProfile,
} from '../config-file.ts';
import type { Env } from '../context.ts';
import { embeddedDatabase } from '../directories.ts';
import type { Invocation } from '../invocation.ts';
import { readAll } from '../io/read-input.ts';
import { readSettingFile } from '../io/setting-file.ts';

/** Where a setting was found. */
export type Origin = 'flag' | 'env' | 'config' | 'default';

export interface Sourced<T> {
  readonly value: T;
  readonly origin: Origin;
}

type ServiceFlags = {
  readonly [Name in keyof Options<typeof ACCESS_SETTINGS>]?: string | undefined;
};

/** Where a setting may be given for one run. */
interface GivenSources {
  readonly flags: ServiceFlags;
  readonly env: Env;
}

interface ProfileSources extends GivenSources {
  readonly config: Config;
}

interface ServiceSources extends ProfileSources {
  /** Path of the embedded service's database. */
  readonly database: string;
  /** Normalises a base URL for comparison; throws for an invalid one. */
  readonly normalise: (baseUrl: string) => string;
}

/** The service that a command works with, before anything is opened. */
export type ResolvedService = RemoteService | EmbeddedService;

interface ServiceFacts {
  /** Identifies a service from run to run: the base URL, or `embedded:<database path>`. */
  readonly identity: string;
  readonly profile: Sourced<string>;
}

export interface RemoteService extends ServiceFacts {
  readonly kind: 'remote';
  readonly baseUrl: Sourced<string>;
  readonly apiKey: Sourced<string>;
}

export interface EmbeddedService extends ServiceFacts {
  readonly kind: 'embedded';
  readonly database: string;
}

/**
 * Resolves the service from flags, environment and config file. Called once a run and handed on:
 * a key on stdin can be read only once.
 */
export async function resolveService(invocation: Invocation): Promise<ResolvedService> {
  const { context, globals } = invocation;
  const { config } = await invocation.config();
  const apiKey = await readGivenKey(invocation);
  const sources = {
    flags: { apiKey, baseUrl: globals.baseUrl, profile: globals.profile },
    env: context.env,
    config,
    database: embeddedDatabase(context),
    normalise: (baseUrl: string) => checkBaseUrl(baseUrl, globals.allowInsecureHttp),
  };
  return chooseService({ ...sources, config: await withCommandKey(invocation, sources) });
}

/** The embedded service, whatever service is set up: for work that may cost nothing. */
export async function resolveEmbedded(invocation: Invocation): Promise<EmbeddedService> {
  const { context, globals } = invocation;
  const { config } = await invocation.config();
  const flags = { profile: globals.profile };
  const profile = resolveProfile({ flags, env: context.env, config });
  return embedded(embeddedDatabase(context), profile);
}

function embedded(database: string, profile: Sourced<string>): EmbeddedService {
  return { kind: 'embedded', identity: `embedded:${database}`, profile, database };
}

/** The config with the key that a command prints, where no other is given, and its service is in use. */
async function withCommandKey({ context }: Invocation, sources: ServiceSources): Promise<Config> {
  const { config, normalise } = sources;
  const { value: profile } = resolveProfile(sources);
  const stored = profileOf(config, profile) ?? {};
  const { apiKeyCommand, apiKey } = stored;
  if (!apiKeyCommand || apiKey || givenSetting(sources, 'apiKey')) return config;
  const home = keyBelongsTo(stored);
  const baseUrl = resolveBaseUrl(sources, stored)?.value;
  if (!home || !baseUrl || normalise(home) !== normalise(baseUrl)) return config;
  const { readKeyCommand } = await import('./key-command.ts');
  const key = await readKeyCommand(context, apiKeyCommand);
  return withProfile(config, profile, { ...stored, apiKey: key });
}

/** The key that the flags give. */
export async function readGivenKey({ context, globals }: Invocation): Promise<string | undefined> {
  const { apiKey, apiKeyFile: path } = globals;
  if (apiKey !== undefined || path === undefined) return apiKey;
  const text =
    path === '-'
      ? await readAll(context.stdin)
      : await readSettingFile(resolve(context.cwd, path), 'API key');
  const key = text.trim();
  if (key) return key;
  throw new MailvetError('config', `There is no API key in ${path === '-' ? 'stdin' : path}`);
}

/** Chooses service and key. Pure; strongest first: flag, environment, config file. */
export function chooseService(sources: ServiceSources): ResolvedService {
  const { config, database, normalise } = sources;
  const profile = resolveProfile(sources);
  const stored = profileOf(config, profile.value) ?? {};
  const found = resolveBaseUrl(sources, stored);
  const baseUrl = found && { ...found, value: normalise(found.value) };
  const given = givenSetting(sources, 'apiKey');
  const apiKey = given ?? storedKey(stored, baseUrl, normalise);
  if (baseUrl && apiKey) {
    return { kind: 'remote', identity: baseUrl.value, profile, baseUrl, apiKey };
  }
  if (baseUrl) throw keyMissing(stored, baseUrl.value);
  if (apiKey) throw baseUrlMissing(apiKey.origin);
  refuseUnknownProfile(config, profile);
  return embedded(database, profile);
}

export function resolveProfile({ config, ...given }: ProfileSources): Sourced<string> {
  const named = givenSetting(given, 'profile');
  if (named) return named;
  if (config.profile) return { value: config.profile, origin: 'config' };
  return { value: DEFAULT_PROFILE, origin: 'default' };
}

/** The base URL in force for a profile, if any. */
export function resolveBaseUrl(
  sources: GivenSources,
  stored: Profile,
): Sourced<string> | undefined {
  const given = givenSetting(sources, 'baseUrl');
  if (given) return given;
  return stored.baseUrl ? { value: stored.baseUrl, origin: 'config' } : undefined;
}

/** What flag or variable say. An empty variable counts as unset. */
export function givenSetting(
  { flags, env }: GivenSources,
  name: keyof ServiceFlags,
): Sourced<string> | undefined {
  const flag = flags[name];
  if (flag !== undefined) return { value: flag, origin: 'flag' };
  const value = readSettings(ACCESS_SETTINGS, [environmentSource(env)])[name];
  return value === undefined ? undefined : { value, origin: 'env' };
}

function storedKey(
  stored: Profile,
  baseUrl: Sourced<string> | undefined,
  normalise: ServiceSources['normalise'],
): Sourced<string> | undefined {
  if (!stored.apiKey) return undefined;
  const key = { value: stored.apiKey, origin: 'config' as const };
  const home = keyBelongsTo(stored);
  if (!baseUrl) return key;
  return home && normalise(home) === baseUrl.value ? key : undefined;
}

const HOW_TO_GIVE_A_KEY = {
  code: 'terminal',
  text: 'mailvet login stores one; or use --api-key-file <path>, or set MAILVET_API_KEY',
} as const;

function keyMissing(stored: Profile, baseUrl: string): MailvetError {
  const other = stored.apiKey ? keyBelongsTo(stored) : undefined;
  const why = other
    ? `; the stored key belongs to ${shownUrl(other)} and is sent nowhere else`
    : '';
  return new MailvetError('config', `There is no API key for ${baseUrl}${why}`, {
    hint: [HOW_TO_GIVE_A_KEY],
  });
}

function baseUrlMissing(origin: Origin): MailvetError {
  return new MailvetError('config', `You gave an API key (${origin}) but no service`, {
    hint: [
      {
        code: 'terminal',
        text: 'Add --base-url <url>, or set MAILVET_BASE_URL; without a key the embedded service works',
      },
    ],
  });
}

function refuseUnknownProfile(config: Config, { value, origin }: Sourced<string>): void {
  if (origin === 'default' || profileOf(config, value)) return;
  const names = [DEFAULT_PROFILE, ...Object.keys(config.profiles ?? {})];
  throw new MailvetError('config', `Unknown profile '${value}'`, {
    hint: [knownWordsHint(value, 'Profiles', names), { code: 'login_profile', profile: value }],
  });
}

/** Enough of a key to distinguish it from another, and no more. */
export function maskKey(key: string): string {
  return key.length < 12 ? '…' : `…${key.slice(-4)}`;
}
