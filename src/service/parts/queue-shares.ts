/**
 * Which queue's next part begins. The queues are the teams, or with PostgreSQL the providers
 * (service/parts/part-queue.ts). What is scarce is memory; sessions with mail hosts are shared out by the
 * verifier. So each queue has its share of two things, and always room for one part:
 *
 * - Slots, as many as there are workers. A part holds one while it is young and results come.
 *   After its slice it goes on without one: a slow or greylisted part never keeps another from beginning.
 * - Addresses in hand, which bound the memory of all parts that go on. Those of one domain share its sessions, so that
 *   more are in hand where they are at few domains: taken one after the other, the parts would visit each domain again.
 *   That holds while results come: parts that share a slow provider would only take longer, each of them.
 *
 * A share is the whole divided by the queues that have something of it. A queue that was alone may
 * hold more than its share until its parts end; the others begin nevertheless.
 */

import { BoundedMap } from '../../lib/bounded-map.ts';

/** How long a part may hold a slot, by the monotonic clock. */
export const SLICE_MS = 10_000;
/** After so long without a result a part only waits (for greylisting, say) and holds no slot. */
export const QUIET_MS = 2000;
/** Addresses that may be in hand at domains of their own: some 10 kB each, with the host's state. */
export const MAX_ADDRESSES = 20_000;
/** With fewer domains in hand, addresses take some 1 kB each: every worker can be given a full batch. */
export const MAX_DOMAINS = 15_000;
const FULL_BATCH = 1000;
/** A person who cancels one batch often cancels the others too: none of the queue begins in between. */
export const AFTER_CANCEL_MS = 1000;
/** Queues whose last turn and rest are remembered: the one forgotten is the first in turn. */
export const MAX_QUEUES = 10_000;
/** The least that a part counts for, in addresses: it costs memory beside them. */
const MIN_SIZE = 50;

/** A part that is worked on, in milliseconds of the monotonic clock. */
export interface RunningPart {
  readonly queue: string;
  readonly startedAt: number;
  readonly lastProgress: number;
  /** Addresses without a result. */
  readonly left: number;
}

export interface WorkInHand {
  readonly parts: Iterable<RunningPart>;
  /** At which their addresses are, as far as is known. */
  readonly domains: number;
  /** By the monotonic clock. */
  readonly now: number;
}

interface QueueLoad {
  slots: number;
  addresses: number;
  parts: number;
  /** Parts without a result for a while. */
  quiet: number;
}

const NOTHING: QueueLoad = { slots: 0, addresses: 0, parts: 0, quiet: 0 };

export class QueueShares {
  readonly #workers: number;
  /** Grows with each part that begins. */
  #turn = 0;
  readonly #lastTurns = new BoundedMap<string, number>(MAX_QUEUES);
  readonly #restsUntil = new BoundedMap<string, number>(MAX_QUEUES);

  constructor(workers: number) {
    this.#workers = workers;
  }

  /** Of the waiting queues with room, returns the one with the fewest slots, then with the oldest turn. */
  next(waiting: Iterable<string>, { parts, domains, now }: WorkInHand): string | undefined {
    const most = Math.max(MAX_ADDRESSES, domains < MAX_DOMAINS ? this.#workers * FULL_BATCH : 0);
    const held = heldByQueue(parts, now);
    let best: { queue: string; slots: number; turn: number } | undefined;
    for (const queue of waiting) {
      const { slots } = held.get(queue) ?? NOTHING;
      const turn = this.#lastTurns.get(queue) ?? 0;
      if (best && (slots > best.slots || (slots === best.slots && turn >= best.turn))) continue;
      if (this.#isResting(queue, now) || !this.#hasRoom(held, queue, most)) continue;
      best = { queue, slots, turn };
    }
    return best?.queue;
  }

  noteTurn(queue: string): void {
    this.#turn += 1;
    this.#lastTurns.set(queue, this.#turn);
  }

  noteCancelled(queue: string, now: number): void {
    this.#restsUntil.set(queue, now + AFTER_CANCEL_MS);
  }

  #isResting(queue: string, now: number): boolean {
    return now < (this.#restsUntil.get(queue) ?? 0);
  }

  #hasRoom(held: ReadonlyMap<string, QueueLoad>, queue: string, most: number): boolean {
    const { slots, addresses, parts, quiet } = held.get(queue) ?? NOTHING;
    const limit = quiet * 2 < parts ? most : MAX_ADDRESSES;
    const sharers = (kind: keyof QueueLoad) => {
      let count = 1;
      for (const [other, has] of held) if (other !== queue && has[kind] > 0) count += 1;
      return count;
    };
    return (
      slots < Math.ceil(this.#workers / sharers('slots')) &&
      (addresses === 0 || addresses < limit / sharers('addresses'))
    );
  }
}

function heldByQueue(inHand: Iterable<RunningPart>, now: number): Map<string, QueueLoad> {
  const held = new Map<string, QueueLoad>();
  for (const part of inHand) {
    const has = held.get(part.queue) ?? { ...NOTHING };
    has.parts += 1;
    if (isQuiet(part, now)) has.quiet += 1;
    if (holdsSlot(part, now)) has.slots += 1;
    has.addresses += Math.max(part.left, MIN_SIZE);
    held.set(part.queue, has);
  }
  return held;
}

function holdsSlot(part: RunningPart, now: number): boolean {
  return now - part.startedAt < SLICE_MS && !isQuiet(part, now);
}

function isQuiet({ lastProgress }: RunningPart, now: number): boolean {
  return now - lastProgress >= QUIET_MS;
}
