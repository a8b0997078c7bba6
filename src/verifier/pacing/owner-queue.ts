import { type Link, LinkedList } from '../../lib/linked-list.ts';

/** The team and batch that work is done for. Teams take turns, and within a team its batches. */
export interface Owner {
  readonly team: string;
  readonly batch: string;
  /** A single verification, which goes before all batches. */
  readonly isSingle: boolean;
}

/** What each owner holds already: the one with the least goes first. */
export interface Load {
  team(owner: Owner): number;
  batch(owner: Owner): number;
  /** Whether the owner may go now. */
  admits(owner: Owner): boolean;
}

/** No owner holds anything: teams and batches only take turns. */
const EVEN: Load = { team: () => 0, batch: () => 0, admits: () => true };

/** Which items of a batch go first: each urgent one before all usual ones, each late one after them. */
export type Rank = 'urgent' | 'usual' | 'late';

interface BatchQueue<Item> {
  readonly owner: Owner;
  readonly team: TeamQueue<Item>;
  urgent: LinkedList<Item> | undefined;
  usual: LinkedList<Item> | undefined;
  late: LinkedList<Item> | undefined;
}

interface TeamQueue<Item> {
  readonly owner: Owner;
  readonly turns: OwnerTurns<Item>;
  readonly batches: Map<string, BatchQueue<Item>>;
}

/** An item in a queue. */
export interface QueueEntry<Item> {
  readonly batch: BatchQueue<Item>;
  readonly link: Link<Item>;
}

/** One queue in which teams take turns, then the batches of a team, then items by arrival. */
class OwnerTurns<Item> {
  size = 0;
  readonly #teams = new Map<string, TeamQueue<Item>>();

  /** Teams and batches that wait, counted up to two. */
  get isShared(): boolean {
    if (this.#teams.size !== 1) return this.#teams.size > 1;
    for (const { batches } of this.#teams.values()) return batches.size > 1;
    return false;
  }

  add(item: Item, owner: Owner, rank: Rank): QueueEntry<Item> {
    const batch = this.#batch(owner);
    this.size++;
    const list = batch[rank] ?? new LinkedList<Item>();
    batch[rank] = list;
    return { batch, link: list.push(item) };
  }

  remove({ batch, link }: QueueEntry<Item>): void {
    if (!link.list) return;
    link.list.remove(link);
    this.size--;
    if (firstOf(batch)) return;
    batch.team.batches.delete(batch.owner.batch);
    if (batch.team.batches.size === 0) this.#teams.delete(batch.owner.team);
  }

  next(load: Load): QueueEntry<Item> | undefined {
    const team = findLeast(this.#teams.values(), (one) =>
      load.admits(one.owner) ? load.team(one.owner) : undefined,
    );
    const batch = team && nextBatch(team, load);
    const link = batch && firstOf(batch);
    return link && { batch, link };
  }

  /** Moves the entry, its batch and its team to the end. */
  rotate({ batch, link }: QueueEntry<Item>): void {
    link.list?.moveToEnd(link);
    const { team, owner } = batch;
    moveToEnd(team.batches, owner.batch);
    moveToEnd(this.#teams, owner.team);
  }

  *items(): Generator<Item> {
    for (const { batches } of this.#teams.values())
      for (const { urgent, usual, late } of batches.values())
        for (const list of [urgent, usual, late])
          for (let link = list?.first; link; link = link.after) yield link.item;
  }

  #batch(owner: Owner): BatchQueue<Item> {
    const team = this.#teams.get(owner.team) ?? { owner, turns: this, batches: new Map() };
    this.#teams.set(owner.team, team);
    const batch = team.batches.get(owner.batch) ?? {
      owner,
      team,
      urgent: undefined,
      usual: undefined,
      late: undefined,
    };
    team.batches.set(owner.batch, batch);
    return batch;
  }
}

/**
 * The queue for one resource: single verifications before batches; among each, teams in turn, then
 * the batches of a team, then by rank and the order of arrival.
 */
export class OwnerQueue<Item> {
  // Created when needed: there is a queue for each set of hosts.
  #singles: OwnerTurns<Item> | undefined;
  #batches: OwnerTurns<Item> | undefined;

  get size(): number {
    return this.singles + (this.#batches?.size ?? 0);
  }

  /** Single verifications that wait. */
  get singles(): number {
    return this.#singles?.size ?? 0;
  }

  /** Whether more than one batch, or a single verification, waits. */
  get isShared(): boolean {
    return this.singles > 0 || this.#batches?.isShared === true;
  }

  add(item: Item, owner: Owner, rank: Rank = 'usual'): QueueEntry<Item> {
    return this.#turnsFor(owner).add(item, owner, rank);
  }

  /** No effect on an item that has left the queue. */
  remove(place: QueueEntry<Item>): void {
    place.batch.team.turns.remove(place);
  }

  /** Removes and returns the next item. */
  take(load: Load = EVEN): Item | undefined {
    const place = this.#next(load);
    if (!place) return undefined;
    place.batch.team.turns.rotate(place);
    this.remove(place);
    return place.link.item;
  }

  /** Returns the next item, which moves behind all others. */
  turn(): Item | undefined {
    const place = this.#next(EVEN);
    place?.batch.team.turns.rotate(place);
    return place?.link.item;
  }

  *[Symbol.iterator](): Generator<Item> {
    if (this.#singles) yield* this.#singles.items();
    if (this.#batches) yield* this.#batches.items();
  }

  #turnsFor({ isSingle }: Owner): OwnerTurns<Item> {
    const turns = (isSingle ? this.#singles : this.#batches) ?? new OwnerTurns<Item>();
    if (isSingle) this.#singles = turns;
    else this.#batches = turns;
    return turns;
  }

  #next(load: Load): QueueEntry<Item> | undefined {
    return this.#singles?.next(load) ?? this.#batches?.next(load);
  }
}

/** The batch with the least load; of those with an urgent item, where there are such. */
function nextBatch<Item>({ batches }: TeamQueue<Item>, load: Load): BatchQueue<Item> | undefined {
  const all = batches.values();
  const urgent = findLeast(all, (one) => (one.urgent?.first ? load.batch(one.owner) : undefined));
  return urgent ?? findLeast(batches.values(), (one) => load.batch(one.owner));
}

function firstOf<Item>({ urgent, usual, late }: BatchQueue<Item>): Link<Item> | undefined {
  return urgent?.first ?? usual?.first ?? late?.first;
}

/** The first of those with the lowest number; those without one don't count. */
function findLeast<One>(all: Iterable<One>, of: (one: One) => number | undefined): One | undefined {
  let found: One | undefined;
  let lowest = Number.POSITIVE_INFINITY;
  for (const one of all) {
    const number = of(one);
    if (number === undefined || number >= lowest) continue;
    found = one;
    lowest = number;
  }
  return found;
}

function moveToEnd<Value>(map: Map<string, Value>, key: string): void {
  const value = map.get(key);
  if (value === undefined || map.size === 1) return;
  map.delete(key);
  map.set(key, value);
}
