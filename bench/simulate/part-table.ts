import { MAX_PARTS_OF_PROVIDER } from '../../src/service/batches/part-queue.ts';
import { Heap } from './heap.ts';

/** Addresses of one list that one worker verifies together. */
export interface SimulatedPart {
  readonly queue: string;
  readonly team: string;
  readonly list: string;
  readonly size: number;
}

interface WaitingPart extends SimulatedPart {
  readonly turn: number;
}

interface Queue {
  readonly waiting: Heap<WaitingPart>;
  readonly turns: Map<string, number>;
  running: number;
}

const UNBOUND: ReadonlySet<string> = new Set(['resolve', 'part/hosts']);

/** The parts of batches and their turns in memory: who is next as in `store/postgres/parts`. */
export class PartTable {
  readonly #queues = new Map<string, Queue>();
  readonly #bound: number;

  /** `bound`: parts of one provider that are worked on at a time. */
  constructor(bound: number = MAX_PARTS_OF_PROVIDER) {
    this.#bound = bound;
  }

  /** Start-time fair queueing: after the team's last part, and not before the first that waits. */
  add(parts: readonly SimulatedPart[]): void {
    for (const [queue, group] of Map.groupBy(parts, (part) => part.queue)) {
      const { waiting, turns } = this.#queue(queue);
      const { team } = group[0] as SimulatedPart;
      const first = waiting.peek();
      const floor = first ? first.turn - 1 : Math.max(0, ...turns.values());
      let turn = Math.max(turns.get(team) ?? 0, floor);
      for (const part of group) waiting.push({ ...part, turn: ++turn });
      turns.set(team, turn);
    }
  }

  /** Queues with a part that can be claimed. */
  get waitingQueues(): readonly string[] {
    return [...this.#queues].flatMap(([name, queue]) =>
      queue.waiting.size > 0 && !this.#isFull(name, queue) ? name : [],
    );
  }

  claim(name: string): SimulatedPart | undefined {
    const queue = this.#queue(name);
    if (this.#isFull(name, queue)) return undefined;
    const part = queue.waiting.pop();
    if (part) queue.running++;
    return part;
  }

  complete({ queue }: SimulatedPart): void {
    this.#queue(queue).running--;
  }

  /** Parts of a queue that are worked on. */
  running(queue: string): number {
    return this.#queue(queue).running;
  }

  #isFull(name: string, { running }: Queue): boolean {
    return !UNBOUND.has(name) && running >= this.#bound;
  }

  #queue(name: string): Queue {
    const known = this.#queues.get(name);
    if (known) return known;
    const order = (one: WaitingPart, other: WaitingPart) => one.turn - other.turn;
    const queue: Queue = { waiting: new Heap(order), turns: new Map(), running: 0 };
    this.#queues.set(name, queue);
    return queue;
  }
}
