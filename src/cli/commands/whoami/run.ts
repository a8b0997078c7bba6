import { accountJson, accountText, type FoundAccount, findAccount } from '../../connect/account.ts';
import { maskKey } from '../../connect/mask-key.ts';
import { type Origin, resolveService } from '../../connect/resolve.ts';
import type { Action } from '../../invocation.ts';
import { printOne } from '../../io/print.ts';

/** Prints the key, its source, its service, and the team's plan where the service can be asked. */
export const runWhoami: Action = async (invocation) => {
  const found = await resolveService(invocation);
  const { path } = await invocation.config();
  const profile = found.profile.value;
  if (found.kind === 'embedded') {
    const { database } = found;
    const value = { service: 'embedded', database, profile };
    await printOne(invocation, value, `embedded service (${database}), no key needed\n`);
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
  const text = [
    `service  ${baseUrl.value} (from ${from(baseUrl.origin)})`,
    `key      ${value.apiKey} (from ${from(apiKey.origin)})`,
    `profile  ${profile}`,
    ...accountLines(asked),
  ];
  await printOne(invocation, value, `${text.join('\n')}\n`);
  if ('error' in asked) await invocation.notice(`The account is not known: ${asked.error.message}`);
  return undefined;
};

function accountLines(asked: FoundAccount): readonly string[] {
  return 'account' in asked && asked.account ? [`account  ${accountText(asked.account)}`] : [];
}

/** The config file is named by its path. */
const WORDS: Partial<Record<Origin, string>> = { flag: 'the command line', env: 'the environment' };
