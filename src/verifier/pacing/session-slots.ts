import { type Load, type Owner, OwnerQueue, type QueueEntry, type Rank } from './owner-queue.ts';

/** A request for a session. `grant` is called once, when there is room. */
export interface QueuedSession {
  readonly owner: Owner;
  readonly rank: Rank;
  grant(): void;
}

/** Sessions at a time. */
interface Limit {
  readonly size: number;
  /** Called as sessions come and go. */
  look?(): void;
}

/** This part of all sessions is kept for teams that hold few, and a third of it for single verifications. */
const RESERVED = 0.2;
const RESERVED_FOR_SINGLES = RESERVED / 3;
/** Sessions that a team may hold although the others hold all but the kept ones. */
const FEW = 8;

interface TeamHeld {
  sessions: number;
  readonly batches: Map<string, number>;
}

/**
 * The sessions of the process, shared out by team, then by batch: the owner with the fewest goes first.
 * A team alone may hold all but those that are kept, so that one with thousands of hanging hosts
 * never keeps another waiting for them.
 */
export class SessionSlots {
  readonly #limit: Limit;
  readonly #queue = new OwnerQueue<QueuedSession>();
  readonly #entries = new Map<QueuedSession, QueueEntry<QueuedSession>>();
  readonly #teams = new Map<string, TeamHeld>();
  /** Teams whose batches are given no session for now. */
  readonly #paused = new Set<string>();
  #held = 0;
  #heldBySingles = 0;
  #isDistributing = false;
  readonly #load: Load = {
    team: ({ team }) => this.#teams.get(team)?.sessions ?? 0,
    batch: ({ team, batch }) => this.#teams.get(team)?.batches.get(batch) ?? 0,
    admits: (owner) => this.admits(owner),
  };

  constructor(limit: Limit) {
    this.#limit = limit;
  }

  get held(): number {
    return this.#held;
  }

  /** Sessions of single verifications, and those that they wait for. */
  get singles(): number {
    return this.#heldBySingles + this.#queue.singles;
  }

  /** Single verifications that find no room even in the slots kept for them. */
  get singlesWaiting(): number {
    return this.#queue.singles;
  }

  /** Claims that wait. */
  get waiting(): number {
    return this.#queue.size;
  }

  /** Sessions for batches that could begin now; below 0: so many wait for one. */
  get room(): number {
    return this.#allBut(RESERVED) - this.#held - this.#queue.size;
  }

  /** Whether a request of this owner would be granted now. */
  admits(owner: Owner): boolean {
    if (this.#paused.has(owner.team) && !owner.isSingle) return false;
    if (this.#held < this.#allBut(RESERVED)) return true;
    const hasFew = this.#load.team(owner) < FEW;
    if (owner.isSingle && hasFew) return this.#held < this.#limit.size;
    return (owner.isSingle || hasFew) && this.#held < this.#allBut(RESERVED_FOR_SINGLES);
  }

  #allBut(part: number): number {
    const { size } = this.#limit;
    return size - Math.floor(size * part);
  }

  /** Grants the request now or later. */
  enter(request: QueuedSession): void {
    if (this.#queue.size === 0 && this.admits(request.owner)) {
      this.#hold(request.owner);
      request.grant();
      return;
    }
    this.#entries.set(request, this.#queue.add(request, request.owner, request.rank));
    this.#distribute();
  }

  /** The request is given up before it was granted. */
  withdraw(request: QueuedSession): void {
    const place = this.#entries.get(request);
    if (!place) return;
    this.#entries.delete(request);
    this.#queue.remove(place);
  }

  /** The team's batches keep what they hold, and are given no further session until `resume`. */
  pause(team: string): void {
    this.#paused.add(team);
  }

  resume(team: string): void {
    if (this.#paused.delete(team)) this.#distributeSoon();
  }

  leave(owner: Owner): void {
    this.#limit.look?.();
    this.#held--;
    if (owner.isSingle) this.#heldBySingles--;
    const team = this.#teams.get(owner.team);
    if (team) {
      team.sessions--;
      const left = (team.batches.get(owner.batch) ?? 0) - 1;
      if (left > 0) team.batches.set(owner.batch, left);
      else team.batches.delete(owner.batch);
      if (team.sessions === 0) this.#teams.delete(owner.team);
    }
    this.#distributeSoon();
  }

  /** There is room for more: requests that wait are granted. */
  widen(): void {
    this.#distributeSoon();
  }

  /** After all slots of this turn were given up: a freed one must not go to a request about to be cancelled. */
  #distributeSoon(): void {
    if (this.#isDistributing || this.#queue.size === 0) return;
    this.#isDistributing = true;
    queueMicrotask(() => {
      this.#isDistributing = false;
      this.#distribute();
    });
  }

  #distribute(): void {
    for (let next = this.#queue.take(this.#load); next; next = this.#queue.take(this.#load)) {
      this.#entries.delete(next);
      this.#hold(next.owner);
      next.grant();
    }
  }

  #hold({ team, batch, isSingle }: Owner): void {
    this.#held++;
    if (isSingle) this.#heldBySingles++;
    const held = this.#teams.get(team) ?? { sessions: 0, batches: new Map<string, number>() };
    held.sessions++;
    held.batches.set(batch, (held.batches.get(batch) ?? 0) + 1);
    this.#teams.set(team, held);
  }
}
