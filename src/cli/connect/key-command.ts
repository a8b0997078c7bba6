import { spawn } from 'node:child_process';
import { setAlarm } from '../../lib/alarm.ts';
import { formatDuration } from '../../lib/duration.ts';
import { MailvetError } from '../../lib/errors.ts';
import type { Context } from '../context.ts';
import { shellQuote } from '../shell-quote.ts';

/** A keychain may ask for a password first. */
const LIMIT_MS = 60_000;
/** Bytes: a key has far fewer. */
const MAX_OUTPUT = 10_000;

/**
 * The first line that a command prints, which the user's shell runs as it was typed. Its stderr is the
 * program's own, so that it can ask. Neither its output nor its arguments are shown or logged.
 */
export async function readKeyCommand(context: Context, command: string): Promise<string> {
  const output = await runCommand(context, command);
  const key = output.split('\n')[0]?.trim() ?? '';
  if (key !== '') return key;
  throw failure(command, 'printed no key');
}

/** What a command prints. Throws `config` where it can't be run, fails or takes too long. */
async function runCommand(
  { env, cwd, clock, signal }: Context,
  command: string,
  input = '',
): Promise<string> {
  const child = spawn(command, {
    ...{ shell: true, cwd, env: { ...env }, signal },
    stdio: ['pipe', 'pipe', 'inherit'],
  });
  let isLate = false;
  const stop = setAlarm(clock, LIMIT_MS, () => {
    isLate = true;
    child.kill();
  });
  child.stdin.on('error', () => {});
  child.stdin.end(input);
  let output = '';
  child.stdout.on('data', (chunk: Buffer) => {
    if (output.length < MAX_OUTPUT) output += chunk.toString();
  });
  try {
    const code = await ended(child);
    if (isLate) throw failure(command, `took more than ${formatDuration(LIMIT_MS)}`);
    if (code !== 0) throw failure(command, `failed (${code ?? 'ended by a signal'})`);
    return output;
  } finally {
    stop();
  }
}

function ended(child: ReturnType<typeof spawn>): Promise<number | null> {
  return new Promise((resolve, reject) => {
    child.once('error', reject);
    child.once('close', resolve);
  });
}

/** Only the program is named: an argument may be a secret. */
function failure(command: string, how: string): MailvetError {
  const [program = ''] = command.trim().split(/\s+/);
  return new MailvetError('config', `The command for the API key, ${program} …, ${how}`, {
    hint: [
      'It is apiKeyCommand of the config file: ',
      { code: 'terminal', text: 'mailvet config get apiKeyCommand' },
    ],
  });
}

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
  context: Context,
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
  const { command, input } = keychain.store(baseUrl, apiKey);
  await runCommand(context, command, input);
  return keychain.lookup(baseUrl);
}
