import { BoundedMap } from '../../lib/bounded-map.ts';
import type { Clock } from '../../lib/clock.ts';
import { Semaphore } from '../../lib/semaphore.ts';
import { DAY_MS, MINUTE_MS } from '../../lib/time-units.ts';
import type { AbsentRecords, DnsAnswer, DnsSource, RecordType } from './source.ts';

interface StoredAnswer {
  readonly answer: Promise<DnsAnswer<RecordType>>;
  /** It was asked for a second time. */
  readonly isSecond: boolean;
  until: number;
}

interface NewAnswer {
  readonly key: string;
  readonly answer: StoredAnswer['answer'];
  readonly isSecond?: boolean;
}

/**
 * Questions under way at a time: a resolver that is flooded drops what it can't answer. Some more than lists have look-ups
 * (route-lookups.ts): those of single verifications and of hosts wait for no dead name server.
 */
const MAX_CONCURRENT = 250;

/**
 * A source that remembers answers for their TTL (within bounds) and lets those who ask for the
 * same name at the same time share one look-up. Failures are forgotten at once (`lifetime`), and what was
 * confirmed takes the place of what was denied once.
 */
export function cachedDns(source: DnsSource, clock: Clock, maxEntries = 10_000): DnsSource {
  const entries = new BoundedMap<string, StoredAnswer>(maxEntries);
  const slots = new Semaphore(MAX_CONCURRENT);
  // Separate, so that unanswered opt-outs delay no other question.
  const optOutSlots = new Semaphore(MAX_CONCURRENT);

  async function askQueued<Type extends RecordType>(type: Type, name: string) {
    const own = type === 'TXT' ? optOutSlots : slots;
    if (!own.tryEnter()) await own.enter();
    try {
      return await source.query(type, name);
    } finally {
      own.leave();
    }
  }

  function keep(
    type: RecordType,
    { key, answer, isSecond = false }: NewAnswer,
  ): StoredAnswer['answer'] {
    const entry: StoredAnswer = { answer, isSecond, until: Number.POSITIVE_INFINITY };
    entries.set(key, entry);
    void answer.then((settled) => {
      const ms = lifetime(type, settled);
      if (ms === 0) entries.delete(key);
      else entry.until = clock.monotonic() + ms;
    });
    return answer;
  }

  function findFresh(key: string): StoredAnswer | undefined {
    const entry = entries.get(key);
    return entry && entry.until > clock.monotonic() ? entry : undefined;
  }

  const { confirm } = source;
  return {
    query<Type extends RecordType>(type: Type, name: string): Promise<DnsAnswer<Type>> {
      const key = toKey(type, name);
      const answer = findFresh(key)?.answer ?? keep(type, { key, answer: askQueued(type, name) });
      return answer as Promise<DnsAnswer<Type>>;
    },
    confirm:
      confirm &&
      (<Type extends RecordType>(type: Type, name: string, denial: AbsentRecords) => {
        const key = toKey(type, name);
        const entry = findFresh(key);
        const known = entry?.isSecond ? entry.answer : undefined;
        const answer =
          known ?? keep(type, { key, answer: confirm(type, name, denial), isSecond: true });
        return answer as Promise<DnsAnswer<Type>>;
      }),
  };
}

function toKey(type: RecordType, name: string): string {
  return `${type} ${name.toLowerCase()}`;
}

/**
 * Milliseconds; 0: it is not remembered. Nothing is asked twice within half a minute, nothing believed longer than
 * an hour, but for opt-outs: each is asked once a day, and a failure opts nobody out.
 */
function lifetime(type: RecordType, answer: DnsAnswer<RecordType>): number {
  if (answer.kind === 'failure') return type === 'TXT' ? OPT_OUT_FAILURE_MS : 0;
  return type === 'TXT' ? OPT_OUT_MS : Math.min(Math.max(answer.ttl, 30), 3600) * 1000;
}

const OPT_OUT_MS = DAY_MS;
const OPT_OUT_FAILURE_MS = 10 * MINUTE_MS;
