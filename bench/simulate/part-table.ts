import { MAX_PARTS_OF_PROVIDER } from '../../src/service/part-queue.ts';
import { Heap } from './heap.ts';

/** Addresses of one list that one worker verifies together. */
export interface SimulatedPart {
  readonly lane: string;
  readonly team: string;
  readonly list: string;
  readonly size: number;
}

interface WaitingPart extends SimulatedPart {
  readonly turn: number;
}

interface Lane {
  readonly waiting: Heap<WaitingPart>;
  readonly turns: Map<string, number>;
  running: number;
}

const UNBOUND: ReadonlySet<string> = new Set(['resolve', 'probe/hosts']);

/** `batch_parts` and `lane_turns` in memory: who is next as in `store/postgres/parts`. */
export class PartTable {
  readonly #lanes = new Map<string, Lane>();
  readonly #bound: number;

  /** `bound`: parts of one provider that are worked on at a time. */
  constructor(bound: number = MAX_PARTS_OF_PROVIDER) {
    this.#bound = bound;
  }

  /** Start-time fair queueing: after the team's last part, and not before the first that waits. */
  add(parts: readonly SimulatedPart[]): void {
    for (const [lane, group] of Map.groupBy(parts, (part) => part.lane)) {
      const { waiting, turns } = this.#lane(lane);
      const { team } = group[0] as SimulatedPart;
      const first = waiting.peek();
      const floor = first ? first.turn - 1 : Math.max(0, ...turns.values());
      let turn = Math.max(turns.get(team) ?? 0, floor);
      for (const part of group) waiting.push({ ...part, turn: ++turn });
      turns.set(team, turn);
    }
  }

  /** Lanes with a part that can be claimed. */
  get waitingLanes(): readonly string[] {
    return [...this.#lanes].flatMap(([name, lane]) =>
      lane.waiting.size > 0 && !this.#isFull(name, lane) ? name : [],
    );
  }

  claim(name: string): SimulatedPart | undefined {
    const lane = this.#lane(name);
    if (this.#isFull(name, lane)) return undefined;
    const part = lane.waiting.pop();
    if (part) lane.running++;
    return part;
  }

  complete({ lane }: SimulatedPart): void {
    this.#lane(lane).running--;
  }

  /** Parts of a lane that are worked on. */
  running(lane: string): number {
    return this.#lane(lane).running;
  }

  #isFull(name: string, { running }: Lane): boolean {
    return !UNBOUND.has(name) && running >= this.#bound;
  }

  #lane(name: string): Lane {
    const known = this.#lanes.get(name);
    if (known) return known;
    const order = (one: WaitingPart, other: WaitingPart) => one.turn - other.turn;
    const lane: Lane = { waiting: new Heap(order), turns: new Map(), running: 0 };
    this.#lanes.set(name, lane);
    return lane;
  }
}
