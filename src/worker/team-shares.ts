/**
 * Which team begins its next batch. What is scarce is memory; sessions with mail hosts are shared
 * out by the verifier. So each team has its share of two things, and always room for one batch:
 *
 * - Slots, as many as there are workers. A batch holds one while it is young and results come.
 *   After its slice it goes on without one: a slow or greylisted batch never keeps another from beginning.
 * - Addresses in hand, which bound the memory and the look-ups of all batches that go on.
 *
 * A share is the whole divided by the teams that have something of it. A team that was alone may
 * hold more than its share until its batches end; the others begin nevertheless.
 */

/** How long a batch may hold a slot, by the monotonic clock. */
export const SLICE_MS = 10_000;
/** After so long without a result a batch only waits (for greylisting, say) and holds no slot. */
export const QUIET_MS = 2000;
/** Some 8 kB each, with the look-ups and sessions of domains of their own. */
export const MAX_ADDRESSES = 20_000;
/** A worker can always be given a full batch. */
const FULL_BATCH = 1000;
/** A person who cancels one batch often cancels the others too: none begins in between. */
export const AFTER_CANCEL_MS = 1000;
/** The least that a batch counts for, in addresses: it costs memory beside them. */
const MIN_SIZE = 50;

/** A batch that is worked on, in milliseconds of the monotonic clock. */
export interface RunningBatch {
  readonly teamId: string;
  readonly startedAt: number;
  readonly lastProgress: number;
  /** Addresses without a result. */
  readonly left: number;
}

interface TeamLoad {
  slots: number;
  addresses: number;
}

const NOTHING: TeamLoad = { slots: 0, addresses: 0 };

export class TeamShares {
  readonly #workers: number;
  /** Grows with each batch that begins. */
  #turn = 0;
  readonly #lastTurns = new Map<string, number>();
  readonly #restsUntil = new Map<string, number>();

  constructor(workers: number) {
    this.#workers = workers;
  }

  /** Of the waiting teams with room, returns the one with the fewest slots, then with the oldest turn. */
  next(waiting: Iterable<string>, inHand: Iterable<RunningBatch>, now: number): string | undefined {
    const held = heldByTeam(inHand, now);
    let best: { teamId: string; slots: number; turn: number } | undefined;
    for (const teamId of waiting) {
      const { slots } = held.get(teamId) ?? NOTHING;
      const turn = this.#lastTurns.get(teamId) ?? 0;
      if (best && (slots > best.slots || (slots === best.slots && turn >= best.turn))) continue;
      if (this.#hasRoom(held, teamId) && !this.#isResting(teamId, now))
        best = { teamId, slots, turn };
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

  #hasRoom(held: ReadonlyMap<string, TeamLoad>, teamId: string): boolean {
    const { slots, addresses } = held.get(teamId) ?? NOTHING;
    const sharers = (kind: keyof TeamLoad) => {
      let count = 1;
      for (const [other, has] of held) if (other !== teamId && has[kind] > 0) count += 1;
      return count;
    };
    // With many workers the bound grows, so that each can have a full batch.
    const limit = Math.max(MAX_ADDRESSES, this.#workers * FULL_BATCH);
    return (
      slots < Math.ceil(this.#workers / sharers('slots')) &&
      (addresses === 0 || addresses < limit / sharers('addresses'))
    );
  }
}

function heldByTeam(inHand: Iterable<RunningBatch>, now: number): Map<string, TeamLoad> {
  const held = new Map<string, TeamLoad>();
  for (const batch of inHand) {
    const has = held.get(batch.teamId) ?? { slots: 0, addresses: 0 };
    if (holdsSlot(batch, now)) has.slots += 1;
    has.addresses += Math.max(batch.left, MIN_SIZE);
    held.set(batch.teamId, has);
  }
  return held;
}

function holdsSlot({ startedAt, lastProgress }: RunningBatch, now: number): boolean {
  return now - startedAt < SLICE_MS && now - lastProgress < QUIET_MS;
}
