import { maskKey } from '../../connect/mask-key.ts';
import { type Origin, resolveService } from '../../connect/resolve.ts';
import type { Action } from '../../invocation.ts';
import { printOne } from '../../io/print.ts';

/** Prints the key, its source and its service. Sends no request. */
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
  const value = {
    service: 'remote',
    baseUrl: baseUrl.value,
    baseUrlOrigin: baseUrl.origin,
    apiKey: maskKey(apiKey.value),
    apiKeyOrigin: apiKey.origin,
    profile,
  };
  const text = [
    `service  ${baseUrl.value} (from ${from(baseUrl.origin)})`,
    `key      ${value.apiKey} (from ${from(apiKey.origin)})`,
    `profile  ${profile}`,
  ];
  await printOne(invocation, value, `${text.join('\n')}\n`);
  return undefined;
};

/** The config file is named by its path. */
const WORDS: Partial<Record<Origin, string>> = { flag: 'the command line', env: 'the environment' };
