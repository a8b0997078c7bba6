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

  /** Resolves when there is room; rejects with the signal's reason when it aborts before. */
  async enter(signal?: AbortSignal): Promise<void> {
    signal?.throwIfAborted();
    if (this.#held < this.#size) {
      this.#held++;
      return;
    }
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
