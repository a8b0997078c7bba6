/** A verifier from npm over a part of a list, as many addresses at a time as are allowed. */
import { fileURLToPath } from 'node:url';
import { ask } from '../accuracy/measure.ts';
import type { World } from './open-world.ts';

/** Names of files in `bench/accuracy/adapters`. */
export const PEERS = ['deep-email-validator', 'devmehq', 'emailcheck', 'email-verify'] as const;
export const CONCURRENCIES = [20, 100, 300, 600] as const;

/** Addresses for each one at a time: their rate shows within a few seconds. */
const FOR_EACH = 12;
const ADDRESS_LIMIT = 60_000;

const path = (name: string) => fileURLToPath(new URL(name, import.meta.url));

/** Addresses a second, those that were answered at all. */
export async function measurePeer(
  name: string,
  atOnce: number,
  { emails, world }: { readonly emails: readonly string[]; readonly world: World },
): Promise<number> {
  const part = emails.slice(0, atOnce * FOR_EACH);
  const job = { emails: part, addressLimit: ADDRESS_LIMIT, atOnce };
  const setup = {
    flags: ['--import', path('redirect.ts')],
    env: { WORLD_PORT: String(world.port), WORLD_RESOLVER: world.resolver },
  };
  let answered = 0;
  let last = Number.POSITIVE_INFINITY;
  for await (const { answer, seconds } of ask(
    path(`../accuracy/adapters/${name}.ts`),
    job,
    setup,
  )) {
    last = seconds;
    if (answer !== 'unknown') answered++;
  }
  return answered / last;
}
