import { accountJson, accountText, type FoundAccount, findAccount } from '../../connect/account.ts';
import { maskKey } from '../../connect/mask-key.ts';
import { type Origin, resolveService } from '../../connect/resolve.ts';
import type { Action } from '../../invocation.ts';
import { printOne } from '../../io/print.ts';
import { type Fact, factLines } from '../../render/fact-lines.ts';

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
  const from = (origin: Origin) => WORDS[origin] ?? path;
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
const WORDS: Partial<Record<Origin, string>> = { flag: 'the command line', env: 'the environment' };
