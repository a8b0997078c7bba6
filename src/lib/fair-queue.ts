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
  /** Those of one key among them; absent: all. */
  readonly runningOfKey?: number;
  /** Jobs of one key that may wait. */
  readonly waitingOfKey: number;
  /** Jobs that may wait without being trusted. Only their key bounds trusted ones. */
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
  readonly #runningOfKey = new Map<string, number>();
  #running = 0;
  #trustedTurn = true;

  constructor(bounds: QueueBounds) {
    this.#bounds = bounds;
  }

  /** Resolves when it is the job's turn: `leave` with its key must follow. False where the job is refused. */
  async enter(turn: Turn): Promise<boolean> {
    if (this.#running < this.#bounds.running && this.#mayRun(turn.key)) {
      this.#start(turn.key);
      return true;
    }
    return new Promise((resolve) => {
      const waiting = { start: () => resolve(true), refuse: () => resolve(false) };
      if (!this.#add(turn, waiting)) resolve(false);
    });
  }

  leave(key: string): void {
    this.#running--;
    const left = (this.#runningOfKey.get(key) ?? 1) - 1;
    if (left > 0) this.#runningOfKey.set(key, left);
    else this.#runningOfKey.delete(key);
    const first = this.#trustedTurn ? this.#trusted : this.#others;
    const second = this.#trustedTurn ? this.#others : this.#trusted;
    this.#trustedTurn = !this.#trustedTurn;
    const mayRun = (one: string) => this.#mayRun(one);
    const next = shiftFirst(first, mayRun) ?? shiftFirst(second, mayRun);
    if (!next) return;
    this.#start(next.key);
    next.waiting.start();
  }

  #mayRun(key: string): boolean {
    const { running, runningOfKey = running } = this.#bounds;
    return (this.#runningOfKey.get(key) ?? 0) < runningOfKey;
  }

  #start(key: string): void {
    this.#running++;
    this.#runningOfKey.set(key, (this.#runningOfKey.get(key) ?? 0) + 1);
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

interface NextJob {
  readonly key: string;
  readonly waiting: Waiting;
}

/** Takes the first job of the first key that may run, and puts the key behind all others. */
function shiftFirst(
  line: Map<string, Waiting[]>,
  mayRun: (key: string) => boolean,
): NextJob | undefined {
  for (const [key, jobs] of line) {
    if (!mayRun(key)) continue;
    const waiting = jobs.shift();
    line.delete(key);
    if (jobs.length > 0) line.set(key, jobs);
    if (waiting) return { key, waiting };
  }
  return undefined;
}
