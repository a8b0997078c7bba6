import type { Clock } from '../../src/lib/clock.ts';

interface Sleeper {
  readonly ms: number;
  readonly due: number;
  wake(): void;
}

/** A clock that stands still until a test moves it. */
export class ManualClock implements Clock {
  #now = 1_000_000;
  readonly #sleepers = new Set<Sleeper>();
  readonly #waiting: { ms: number; resolve(): void }[] = [];

  now(): number {
    return this.#now;
  }

  monotonic(): number {
    return this.#now;
  }

  async sleep(ms: number, signal?: AbortSignal): Promise<void> {
    signal?.throwIfAborted();
    return new Promise((resolve, reject) => {
      const sleeper: Sleeper = { ms, due: this.#now + ms, wake: resolve };
      this.#sleepers.add(sleeper);
      signal?.addEventListener('abort', () => {
        this.#sleepers.delete(sleeper);
        reject(signal.reason);
      });
      this.#tell();
    });
  }

  /** Resolves as soon as somebody sleeps for exactly this long. */
  sleeping(ms: number): Promise<void> {
    return new Promise((resolve) => {
      this.#waiting.push({ ms, resolve });
      this.#tell();
    });
  }

  advance(ms: number): void {
    this.#now += ms;
    for (const sleeper of [...this.#sleepers]) {
      if (sleeper.due > this.#now) continue;
      this.#sleepers.delete(sleeper);
      sleeper.wake();
    }
  }

  #tell(): void {
    for (const waiter of [...this.#waiting]) {
      if (![...this.#sleepers].some((sleeper) => sleeper.ms === waiter.ms)) continue;
      this.#waiting.splice(this.#waiting.indexOf(waiter), 1);
      waiter.resolve();
    }
  }
}
