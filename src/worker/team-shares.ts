/**
 * Which team begins its next batch. What is scarce is memory; sessions with mail hosts are shared
 * out by the verifier. So each team has its share of two things, and always room for one batch:
 *
 * - Places, as many as there are workers. A batch holds one while it is young and results come.
 *   After its slice it goes on without: a slow or greylisted batch never keeps another from beginning.
 * - Addresses in hand, which bound the memory and the look-ups of all batches that go on.
 *
 * A share is the whole divided by the teams that have something of it. A team that was alone may
 * hold more than its share until its batches end; the others begin nevertheless.
 */

/** For so long, by the monotonic clock, a batch holds a place at most. */
export const SLICE_MS = 10_000;
/** Without a result for so long it only waits (for greylisting, say), and holds none. */
export const QUIET_MS = 2000;
/** Some 8 kB each, with the look-ups and sessions of domains of their own. */
export const MOST_ADDRESSES = 20_000;
/** A worker can always be given a full batch. */
const FULL_BATCH = 1000;
/** Who cancels a batch often cancels the others, too: they are not begun in between. */
export const AFTER_CANCEL_MS = 1000;
/** What a batch costs beside its addresses, in addresses. */
const LEAST_SIZE = 50;

/** A batch that is worked on, in milliseconds of the monotonic clock. */
export interface BatchInHand {
  readonly teamId: string;
  readonly startedAt: number;
  readonly lastProgress: number;
  /** Addresses without a result. */
  readonly left: number;
}

interface Held {
  places: number;
  addresses: number;
}

const NOTHING: Held = { places: 0, addresses: 0 };

export class TeamShares {
  readonly #workers: number;
  /** Grows with each batch that begins. */
  #turn = 0;
  readonly #lastTurns = new Map<string, number>();
  readonly #restsUntil = new Map<string, number>();

  constructor(workers: number) {
    this.#workers = workers;
  }

  /** Of the waiting teams that have room the one with the fewest places, then with the oldest turn. */
  next(waiting: Iterable<string>, inHand: Iterable<BatchInHand>, now: number): string | undefined {
    const held = heldByTeam(inHand, now);
    let best: { teamId: string; places: number; turn: number } | undefined;
    for (const teamId of waiting) {
      const { places } = held.get(teamId) ?? NOTHING;
      const turn = this.#lastTurns.get(teamId) ?? 0;
      if (best && (places > best.places || (places === best.places && turn >= best.turn))) continue;
      if (this.#hasRoom(held, teamId) && !this.#isResting(teamId, now))
        best = { teamId, places, turn };
    }
    return best?.teamId;
  }

  noteTurn(teamId: string): void {
    this.#turn += 1;
    this.#lastTurns.set(teamId, this.#turn);
  }

  noteCancelled(teamId: string, now: number): void {
    this.#restsUntil.set(teamId, now + AFTER_CANCEL_MS);
  }

  #isResting(teamId: string, now: number): boolean {
    const until = this.#restsUntil.get(teamId);
    if (until === undefined || now < until) return until !== undefined;
    this.#restsUntil.delete(teamId);
    return false;
  }

  #hasRoom(held: ReadonlyMap<string, Held>, teamId: string): boolean {
    const { places, addresses } = held.get(teamId) ?? NOTHING;
    const sharers = (kind: keyof Held) => {
      let count = 1;
      for (const [other, has] of held) if (other !== teamId && has[kind] > 0) count += 1;
      return count;
    };
    // A setting of many workers is meant.
    const most = Math.max(MOST_ADDRESSES, this.#workers * FULL_BATCH);
    return (
      places < Math.ceil(this.#workers / sharers('places')) &&
      (addresses === 0 || addresses < most / sharers('addresses'))
    );
  }
}

function heldByTeam(inHand: Iterable<BatchInHand>, now: number): Map<string, Held> {
  const held = new Map<string, Held>();
  for (const batch of inHand) {
    const has = held.get(batch.teamId) ?? { places: 0, addresses: 0 };
    if (holdsPlace(batch, now)) has.places += 1;
    has.addresses += Math.max(batch.left, LEAST_SIZE);
    held.set(batch.teamId, has);
  }
  return held;
}

function holdsPlace({ startedAt, lastProgress }: BatchInHand, now: number): boolean {
  return now - startedAt < SLICE_MS && now - lastProgress < QUIET_MS;
}
