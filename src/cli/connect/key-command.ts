import { spawn } from 'node:child_process';
import { MailvetError } from '../../errors.ts';
import { setAlarm } from '../../lib/alarm.ts';
import { formatDuration } from '../../lib/duration.ts';
import type { Context } from '../context.ts';

/** A keychain may ask for a password first. */
const LIMIT_MS = 60_000;
/** Bytes: a key has far fewer. */
const MAX_OUTPUT = 10_000;

interface CommandRun {
  readonly command: string;
  readonly input?: string;
}

/**
 * The first line that a command prints, which the user's shell runs as it was typed. Its stderr is the
 * program's own, so that it can ask. Neither its output nor its arguments are shown or logged.
 */
export async function readKeyCommand(
  context: Pick<Context, 'env' | 'cwd' | 'clock' | 'signal'>,
  command: string,
): Promise<string> {
  const output = await runCommand(context, { command });
  const key = output.split('\n')[0]?.trim() ?? '';
  if (key !== '') return key;
  throw failure(command, 'printed no key');
}

/** What a command prints. Throws `config` where it can't be run, fails or takes too long. */
export async function runCommand(
  { env, cwd, clock, signal }: Pick<Context, 'env' | 'cwd' | 'clock' | 'signal'>,
  { command, input = '' }: CommandRun,
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
