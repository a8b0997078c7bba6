import { checkBaseUrl } from '../../../contract/client/base-url.ts';
import { isMailvetError, MailvetError } from '../../../errors.ts';
import { type Config, profileOf, saveConfig, withProfile } from '../../config/config-file.ts';
import { storeInKeychain } from '../../connect/keychain.ts';
import { maskKey } from '../../connect/mask-key.ts';
import { createClient } from '../../connect/remote.ts';
import {
  givenSetting,
  readGivenKey,
  resolveBaseUrl,
  resolveProfile,
} from '../../connect/resolve.ts';
import { type CommandLine, type Invocation, mayAsk } from '../../invocation.ts';
import { ask, askHidden } from '../../io/prompt.ts';
import { readAll } from '../../io/read-input.ts';

interface LoginOptions {
  /** The key is on stdin. */
  readonly withKey: boolean;
  /** The key goes to the keychain of the system, not into the config file. */
  readonly keychain: boolean;
}

export function parseLoginOptions({ flags }: CommandLine): LoginOptions {
  return { withKey: flags.withKey === true, keychain: flags.keychain === true };
}

/** Stores a key with the base URL that it was tried against. */
export async function runLogin(
  invocation: Invocation,
  { withKey, keychain }: LoginOptions,
): Promise<undefined> {
  const { context, globals } = invocation;
  const { config } = await invocation.config();
  const profile = resolveProfile({ flags: globals, env: context.env, config }).value;
  const url = await baseUrlFor(invocation, config, profile);
  const baseUrl = checkBaseUrl(url, globals.allowInsecureHttp);
  const apiKey = withKey
    ? (await readAll(context.stdin)).trim()
    : await newKey(invocation, baseUrl);
  await tryKey(invocation, { baseUrl, apiKey });
  const kept = keychain
    ? { apiKeyCommand: await storeInKeychain(context, { baseUrl, apiKey }) }
    : { apiKey };
  await saveConfig(context, withProfile(config, profile, { baseUrl, ...kept, apiKeyFor: baseUrl }));
  const name = profile === 'default' ? '' : ` (profile ${profile})`;
  await invocation.notice(
    `The key ${maskKey(apiKey)} for ${baseUrl} is stored${keychain ? ' in the keychain' : ''}${name}`,
  );
  if (givenSetting({ flags: {}, env: context.env }, 'apiKey')) {
    await invocation.notice('MAILVET_API_KEY is set, too, and overrides the stored key');
  }
}

async function baseUrlFor(
  invocation: Invocation,
  config: Config,
  profile: string,
): Promise<string> {
  const { context, globals } = invocation;
  const stored = profileOf(config, profile) ?? {};
  const known = resolveBaseUrl({ flags: globals, env: context.env }, stored);
  if (known) return known.value;
  if (mayAsk(invocation)) return await ask(context, 'Base URL of the service: ');
  throw new MailvetError('usage', 'There is no base URL to log in at', {
    hint: 'Give --base-url <url>',
  });
}

async function newKey(invocation: Invocation, baseUrl: string): Promise<string> {
  const given = await readGivenKey(invocation);
  if (given !== undefined) return given;
  if (mayAsk(invocation)) return await askHidden(invocation.context, `API key for ${baseUrl}: `);
  throw new MailvetError('usage', 'There is no terminal to ask for the API key', {
    hint: 'mailvet login --with-key reads it from stdin',
  });
}

/** The cheapest request that needs a key. */
async function tryKey(
  invocation: Invocation,
  credentials: { readonly baseUrl: string; readonly apiKey: string },
): Promise<void> {
  const client = await createClient(invocation, credentials);
  try {
    await client.listVerifications({ limit: 1 }, { signal: invocation.context.signal });
  } catch (error) {
    if (!isMailvetError(error, 'refused') || error.status !== 403) throw error;
    // The service knows the key, which may be limited to other operations.
    await invocation.notice(
      `The service accepts the key, but not for everything: ${error.message}`,
    );
  } finally {
    await client.close();
  }
}
