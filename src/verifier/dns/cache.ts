import { BoundedMap } from '../../lib/bounded-map.ts';
import type { Clock } from '../../lib/clock.ts';
import { Semaphore } from '../../lib/semaphore.ts';
import type { DnsAnswer, DnsSource, RecordType } from './source.ts';

interface Entry {
  readonly answer: Promise<DnsAnswer<RecordType>>;
  until: number;
}

/** Questions under way at a time: a resolver that is flooded drops what it can't answer. */
const MAX_CONCURRENT = 200;

/**
 * A source that remembers answers for their TTL (within bounds) and lets those who ask for the
 * same name at the same time share one look-up. Failures are forgotten at once.
 */
export function cachedDns(source: DnsSource, clock: Clock, maxEntries = 10_000): DnsSource {
  const entries = new BoundedMap<string, Entry>(maxEntries);
  const slots = new Semaphore(MAX_CONCURRENT);

  async function askQueued<Type extends RecordType>(type: Type, name: string) {
    await slots.enter();
    try {
      return await source.query(type, name);
    } finally {
      slots.leave();
    }
  }

  function startLookup<Type extends RecordType>(type: Type, name: string, key: string) {
    const entry: Entry = { answer: askQueued(type, name), until: Number.POSITIVE_INFINITY };
    entries.set(key, entry);
    void entry.answer.then((answer) => {
      if (answer.kind === 'failure') entries.delete(key);
      else entry.until = clock.monotonic() + lifetime(answer.ttl);
    });
    return entry.answer;
  }

  return {
    query<Type extends RecordType>(type: Type, name: string): Promise<DnsAnswer<Type>> {
      const key = `${type} ${name.toLowerCase()}`;
      const entry = entries.get(key);
      const known =
        entry && entry.until > clock.monotonic() ? entry.answer : startLookup(type, name, key);
      return known as Promise<DnsAnswer<Type>>;
    },
  };
}

/** Milliseconds. Nothing is asked twice within half a minute, nothing believed longer than an hour. */
function lifetime(ttl: number): number {
  return Math.min(Math.max(ttl, 30), 3600) * 1000;
}
