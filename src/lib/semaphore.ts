import { LinkedList } from './linked-list.ts';

/** Lets `size` holders in at a time, the others in the order they came. */
export class Semaphore {
  readonly #size: number;
  #held = 0;
  readonly #waiting = new LinkedList<() => void>();

  constructor(size: number) {
    this.#size = size;
  }

  /** No holder is in. */
  get isEmpty(): boolean {
    return this.#held === 0;
  }

  /** Enters where there is room now; else returns false. */
  tryEnter(): boolean {
    if (this.#held >= this.#size) return false;
    this.#held++;
    return true;
  }

  /** Resolves when there is room; rejects with the signal's reason when it aborts before. */
  async enter(signal?: AbortSignal): Promise<void> {
    signal?.throwIfAborted();
    if (this.tryEnter()) return;
    await new Promise<void>((resolve, reject) => {
      const enter = () => {
        signal?.removeEventListener('abort', giveUp);
        resolve();
      };
      const giveUp = () => {
        this.#waiting.remove(link);
        reject(signal?.reason);
      };
      const link = this.#waiting.push(enter);
      signal?.addEventListener('abort', giveUp, { once: true });
    });
  }

  /** How many are in. */
  get held(): number {
    return this.#held;
  }

  leave(): void {
    const next = this.#waiting.shift();
    // The slot is handed over directly, so that no newcomer takes it first.
    if (next) next();
    else this.#held--;
  }
}
