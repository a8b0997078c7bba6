import { MailvetError } from '../../errors.ts';
import {
  type Config,
  DEFAULT_PROFILE,
  keyBelongsTo,
  type Profile,
  profileOf,
} from '../config/config-file.ts';
import type { Env } from '../context.ts';

/** Where a setting was found. */
export type Origin = 'flag' | 'env' | 'config' | 'default';

export interface Sourced<T> {
  readonly value: T;
  readonly origin: Origin;
}

export interface ServiceFlags {
  readonly apiKey?: string | undefined;
  readonly baseUrl?: string | undefined;
  readonly profile?: string | undefined;
}

export interface ServiceSources {
  readonly flags: ServiceFlags;
  readonly env: Env;
  readonly config: Config;
  /** The base URL in its one form, for comparing; throws for what is none. */
  readonly normalise: (baseUrl: string) => string;
}

export type ResolvedService =
  | { readonly kind: 'embedded'; readonly profile: Sourced<string> }
  | {
      readonly kind: 'remote';
      readonly profile: Sourced<string>;
      readonly baseUrl: Sourced<string>;
      readonly apiKey: Sourced<string>;
    };

/** Which service is meant, and with which key. Pure: flag, then environment, then config file. */
export function resolveService(sources: ServiceSources): ResolvedService {
  const profile = resolveProfile(sources);
  const stored = profileOf(sources.config, profile.value) ?? {};
  const baseUrl = resolveBaseUrl(sources, stored);
  const given = first(sources.flags.apiKey, sources.env.MAILVET_API_KEY);
  const apiKey = given ?? storedKey(stored, baseUrl, sources.normalise);
  if (baseUrl && apiKey) return { kind: 'remote', profile, baseUrl, apiKey };
  if (baseUrl) throw keyMissing(stored, baseUrl.value);
  if (apiKey) throw baseUrlMissing(apiKey.origin);
  refuseUnknownProfile(sources.config, profile);
  return { kind: 'embedded', profile };
}

export function resolveProfile({
  flags,
  env,
  config,
}: Omit<ServiceSources, 'normalise'>): Sourced<string> {
  const given = first(flags.profile, env.MAILVET_PROFILE);
  if (given) return given;
  if (config.profile) return { value: config.profile, origin: 'config' };
  return { value: DEFAULT_PROFILE, origin: 'default' };
}

/** The base URL in force for a profile, if any. */
export function resolveBaseUrl(
  { flags, env }: Pick<ServiceSources, 'flags' | 'env'>,
  stored: Profile,
): Sourced<string> | undefined {
  const given = first(flags.baseUrl, env.MAILVET_BASE_URL);
  if (given) return given;
  return stored.baseUrl ? { value: stored.baseUrl, origin: 'config' } : undefined;
}

/** An empty variable counts as none. */
function first(flag: string | undefined, variable: string | undefined) {
  if (flag !== undefined) return { value: flag, origin: 'flag' as const };
  return variable ? { value: variable, origin: 'env' as const } : undefined;
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
  return home && normalise(home) === normalise(baseUrl.value) ? key : undefined;
}

const HOW_TO_GIVE_A_KEY =
  'mailvet login stores one; or use --api-key-file <path>, or set MAILVET_API_KEY';

function keyMissing(stored: Profile, baseUrl: string): MailvetError {
  const other = stored.apiKey ? keyBelongsTo(stored) : undefined;
  const why = other ? `; the stored key belongs to ${other} and is sent nowhere else` : '';
  return new MailvetError('config', `There is no API key for ${baseUrl}${why}`, {
    hint: HOW_TO_GIVE_A_KEY,
  });
}

function baseUrlMissing(origin: Origin): MailvetError {
  return new MailvetError(
    'config',
    `There is an API key (${origin}) but no base URL to use it at`,
    {
      hint: 'Give --base-url <url>, or set MAILVET_BASE_URL; without a key the embedded service works',
    },
  );
}

function refuseUnknownProfile(config: Config, { value, origin }: Sourced<string>): void {
  if (origin === 'default' || profileOf(config, value)) return;
  const names = [DEFAULT_PROFILE, ...Object.keys(config.profiles ?? {})].join(', ');
  throw new MailvetError('config', `There is no profile '${value}'`, {
    hint: `Profiles are ${names}; mailvet login --profile ${value} makes one`,
  });
}
