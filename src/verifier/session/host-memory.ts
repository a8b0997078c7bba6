import { BoundedMap } from '../../lib/bounded-map.ts';
import type { Facts } from '../pacing/fleet/facts.ts';
import { RefusalTolerance } from '../pacing/refusal-tolerance.ts';
import { Tolerance } from '../pacing/tolerance.ts';
import type { HostMemory } from './active-session.ts';
import { SendersByEgress } from './recipients/dialogue.ts';

/** Milliseconds for which other processes keep what hosts tolerate. */
const SHARED_FOR = 12 * 60 * 60_000;

/** Domains at a set of hosts whose last accepted address is known. */
const MAX_ACCEPTED = 1000;

/** What is learnt of a set of hosts, and published for other processes when it changes. */
export function createMemory(key: string, facts: Facts | undefined): HostMemory {
  const tolerance = new Tolerance();
  const refusals = new RefusalTolerance();
  const accepted = new BoundedMap<string, string>(MAX_ACCEPTED);
  const memory = { senders: new SendersByEgress(), tolerance, refusals, accepted };
  if (!facts) return memory;
  const learnt = () => JSON.stringify([tolerance.learnt, refusals.learnt]);
  let published = learnt();
  return {
    ...memory,
    noteLearnt() {
      if (learnt() === published) return;
      published = learnt();
      const value = { session: tolerance.learnt, refusals: refusals.learnt };
      facts.publish('host', key, { value, left: SHARED_FOR });
    },
  };
}

/** Takes on what another process published. */
export function adoptMemory({ tolerance, refusals }: HostMemory, value: unknown): void {
  const { session, refusals: refused } = (value ?? {}) as Partial<Record<string, unknown[]>>;
  const [recipients, command] = session ?? [];
  const [max, ceiling] = refused ?? [];
  if (typeof recipients === 'number' && (command === 'quit' || command === 'hello'))
    tolerance.adopt(recipients, command);
  if (typeof max === 'number' && typeof ceiling === 'number') refusals.adopt(max, ceiling);
}
