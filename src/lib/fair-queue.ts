/** Where a job stands in the queue. */
export interface Turn {
  /** Jobs of one key wait for each other; keys take turns. */
  readonly key: string;
  /** Every other place is for these first. */
  readonly isTrusted: boolean;
}

interface QueueBounds {
  /** Jobs at work side by side. */
  readonly running: number;
  /** Jobs of one key that may wait. */
  readonly waitingOfKey: number;
  /** Jobs that may wait without being trusted. Trusted ones are bound by their key alone. */
  readonly waiting: number;
}

interface Waiting {
  readonly start: () => void;
  readonly refuse: () => void;
}

/**
 * Runs a few jobs at a time and lets keys take turns, so that one key with many jobs does not hold
 * up the others. Where too many wait, a job of the key with the most waiting ones is refused.
 */
export class FairQueue {
  readonly #bounds: QueueBounds;
  readonly #trusted = new Map<string, Waiting[]>();
  readonly #others = new Map<string, Waiting[]>();
  #running = 0;
  #trustedTurn = true;

  constructor(bounds: QueueBounds) {
    this.#bounds = bounds;
  }

  /** Resolves when it is the job's turn: `leave` must follow. False where the job is refused. */
  async enter(turn: Turn): Promise<boolean> {
    if (this.#running < this.#bounds.running) {
      this.#running++;
      return true;
    }
    return new Promise((resolve) => {
      const waiting = { start: () => resolve(true), refuse: () => resolve(false) };
      if (!this.#add(turn, waiting)) resolve(false);
    });
  }

  leave(): void {
    const first = this.#trustedTurn ? this.#trusted : this.#others;
    const second = this.#trustedTurn ? this.#others : this.#trusted;
    this.#trustedTurn = !this.#trustedTurn;
    const next = shiftFirst(first) ?? shiftFirst(second);
    if (next) next.start();
    else this.#running--;
  }

  #add({ key, isTrusted }: Turn, waiting: Waiting): boolean {
    const line = isTrusted ? this.#trusted : this.#others;
    const own = line.get(key) ?? [];
    if (own.length >= this.#bounds.waitingOfKey) return false;
    if (!isTrusted && !this.#makeRoom(own.length)) return false;
    line.set(key, [...own, waiting]);
    return true;
  }

  /** Refuses the latest job of the key with the most, where that has more than the newcomer's. */
  #makeRoom(own: number): boolean {
    const all = [...this.#others.values()];
    if (all.reduce((sum, jobs) => sum + jobs.length, 0) < this.#bounds.waiting) return true;
    const longest = all.reduce((most, jobs) => (jobs.length > most.length ? jobs : most), []);
    if (longest.length <= own + 1) return false;
    longest.pop()?.refuse();
    return true;
  }
}

/** Takes the first key's first job, and puts the key behind all others. */
function shiftFirst(line: Map<string, Waiting[]>): Waiting | undefined {
  for (const [key, jobs] of line) {
    const next = jobs.shift();
    line.delete(key);
    if (jobs.length > 0) line.set(key, jobs);
    if (next) return next;
  }
  return undefined;
}
