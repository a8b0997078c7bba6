import { profileOf, saveConfig, withProfile } from '../../config/config-file.ts';
import { maskKey } from '../../connect/mask-key.ts';
import { resolveProfile } from '../../connect/resolve.ts';
import type { Action } from '../../invocation.ts';

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
