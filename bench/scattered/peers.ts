/** A verifier from npm over a part of a list, as many addresses at a time as are allowed. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import type { Job } from '../accuracy/contender.ts';
import type { World } from './open-world.ts';

/** Names of files in `bench/accuracy/contenders`. */
export const PEERS = ['deep-email-validator', 'devmehq', 'emailcheck', 'email-verify'] as const;
export const CONCURRENCIES = [20, 100, 300, 600] as const;

/** Addresses for each one at a time: their rate shows within a few seconds. */
const FOR_EACH = 12;
const ADDRESS_LIMIT = 60_000;
const PROCESS_LIMIT = 120_000;

/** Addresses a second, those that were answered at all. */
export async function measurePeer(
  name: string,
  atOnce: number,
  { emails, world }: { readonly emails: readonly string[]; readonly world: World },
): Promise<number> {
  const part = emails.slice(0, atOnce * FOR_EACH);
  const { port, resolver } = world;
  const resolvers = [resolver];
  const job: Job = { emails: part, resolvers, port, addressLimit: ADDRESS_LIMIT, atOnce };
  const path = fileURLToPath(new URL('../accuracy/contender.ts', import.meta.url));
  const child = spawn(process.execPath, [path, name], {
    stdio: ['pipe', 'pipe', 'inherit'],
    timeout: PROCESS_LIMIT,
    killSignal: 'SIGKILL',
  });
  const closed = once(child, 'close');
  child.stdin.end(JSON.stringify(job));
  let answered = 0;
  let last = Number.POSITIVE_INFINITY;
  for await (const line of createInterface({ input: child.stdout })) {
    // Some verifiers print lines of their own.
    if (!line.startsWith('{"email"')) continue;
    const { answer, seconds } = JSON.parse(line);
    last = seconds;
    if (answer !== 'undecided') answered++;
  }
  await closed;
  return answered / last;
}
