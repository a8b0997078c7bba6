import { checkBaseUrl } from '../../contract/client/base-url.ts';
import { isMailvetError, MailvetError } from '../../lib/errors.ts';
import { type Config, profileOf, saveConfig, withProfile } from '../config-file.ts';
import { accountJson, accountText, type FoundAccount, findAccount } from '../connect/account.ts';
import { createClient } from '../connect/client.ts';
import { storeInKeychain } from '../connect/key-command.ts';
import {
  givenSetting,
  maskKey,
  type Origin,
  readGivenKey,
  resolveBaseUrl,
  resolveProfile,
  resolveService,
} from '../connect/resolve.ts';
import { type Action, type CommandLine, type Invocation, mayAsk } from '../invocation.ts';
import { printOne } from '../io/print.ts';
import { ask, askHidden } from '../io/prompt.ts';
import { readAll } from '../io/read-input.ts';
import { type Fact, factLines } from '../render/table.ts';

/** Stores a key with the base URL that it was tried against. */
export async function runLogin(invocation: Invocation, { flags }: CommandLine): Promise<undefined> {
  const { context, globals } = invocation;
  const { config } = await invocation.config();
  const profile = resolveProfile({ flags: globals, env: context.env, config }).value;
  const url = await baseUrlFor(invocation, config, profile);
  const baseUrl = checkBaseUrl(url, globals.allowInsecureHttp);
  const apiKey = flags.withKey
    ? (await readAll(context.stdin)).trim()
    : await newKey(invocation, baseUrl);
  await tryKey(invocation, { baseUrl, apiKey });
  const kept = flags.keychain
    ? { apiKeyCommand: await storeInKeychain(context, { baseUrl, apiKey }) }
    : { apiKey };
  await saveConfig(context, withProfile(config, profile, { baseUrl, ...kept, apiKeyFor: baseUrl }));
  const name = profile === 'default' ? '' : ` (profile ${profile})`;
  await invocation.notice(
    `The key ${maskKey(apiKey)} for ${baseUrl} is stored${flags.keychain ? ' in the keychain' : ''}${name}`,
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

/** Removes the stored key and its base URL; the embedded service, which needs no key, is left. */
export const runLogout: Action = async (invocation) => {
  const { context, globals } = invocation;
  const { config } = await invocation.config();
  const name = resolveProfile({ flags: globals, env: context.env, config }).value;
  const profile = profileOf(config, name);
  const { apiKey, apiKeyCommand } = profile ?? {};
  if (!apiKey && !apiKeyCommand) {
    await invocation.notice('No key is stored');
    return undefined;
  }
  await saveConfig(context, withProfile(config, name, {}));
  await invocation.notice(
    apiKey
      ? `The key ${maskKey(apiKey)} is removed`
      : 'The command for the key is removed; where it finds the key, the key stays',
  );
  return undefined;
};

/** Prints the key, its source, its service, and the team's plan where the service can be asked. */
export const runWhoami: Action = async (invocation) => {
  const found = await resolveService(invocation);
  const { path } = await invocation.config();
  const profile = found.profile.value;
  if (found.kind === 'embedded') {
    const { database } = found;
    const value = { service: 'embedded', database, profile };
    const text = `embedded service (${database}), no key needed`;
    await printOne(invocation, value, text);
    return undefined;
  }
  const { baseUrl, apiKey } = found;
  const from = (origin: Origin) => ORIGINS[origin] ?? path;
  const asked = await findAccount(invocation, found);
  const value = {
    service: 'remote',
    baseUrl: baseUrl.value,
    baseUrlOrigin: baseUrl.origin,
    apiKey: maskKey(apiKey.value),
    apiKeyOrigin: apiKey.origin,
    profile,
    account: 'account' in asked && asked.account ? accountJson(asked.account) : null,
  };
  const facts: readonly Fact[] = [
    ['service', `${baseUrl.value} (from ${from(baseUrl.origin)})`],
    ['key', `${value.apiKey} (from ${from(apiKey.origin)})`],
    ['profile', profile],
    ...accountFacts(asked),
  ];
  await printOne(invocation, value, factLines(facts, 7));
  if ('error' in asked) await invocation.notice(`The account is not known: ${asked.error.message}`);
  return undefined;
};

function accountFacts(asked: FoundAccount): readonly Fact[] {
  return 'account' in asked && asked.account ? [['account', accountText(asked.account)]] : [];
}

/** The config file is named by its path. */
const ORIGINS: Partial<Record<Origin, string>> = {
  flag: 'the command line',
  env: 'the environment',
};
