import { MailvetError } from '../../errors.ts';
import type { Context } from '../context.ts';
import { shellQuote } from '../shell-quote.ts';
import { runCommand } from './key-command.ts';

interface Keychain {
  /** What stores the secret that it reads from stdin. */
  store(url: string, key: string): { readonly command: string; readonly input: string };
  /** What prints it. */
  lookup(url: string): string;
}

/** The key goes to each by stdin: the arguments of a program can be seen by others. */
const KEYCHAINS: Partial<Record<NodeJS.Platform, Keychain>> = {
  darwin: {
    store: (url, key) => ({
      command: 'security -i',
      input: `add-generic-password -U -s mailvet -a ${JSON.stringify(url)} -w ${JSON.stringify(key)}\n`,
    }),
    lookup: (url) => `security find-generic-password -s mailvet -a ${shellQuote(url)} -w`,
  },
  linux: {
    store: (url, key) => ({
      command: `secret-tool store --label=mailvet service mailvet url ${shellQuote(url)}`,
      input: key,
    }),
    lookup: (url) => `secret-tool lookup service mailvet url ${shellQuote(url)}`,
  },
};

/** Stores a key in the keychain of the system; returns the command that prints it. */
export async function storeInKeychain(
  context: Pick<Context, 'env' | 'cwd' | 'clock' | 'signal' | 'platform'>,
  { baseUrl, apiKey }: { readonly baseUrl: string; readonly apiKey: string },
): Promise<string> {
  const keychain = KEYCHAINS[context.platform];
  if (!keychain) {
    throw new MailvetError('usage', 'There is no keychain that mailvet knows on this system', {
      hint: [
        'Set a command that prints the key: ',
        { code: 'terminal', text: 'mailvet config set apiKeyCommand <command>' },
      ],
    });
  }
  await runCommand(context, keychain.store(baseUrl, apiKey));
  return keychain.lookup(baseUrl);
}
