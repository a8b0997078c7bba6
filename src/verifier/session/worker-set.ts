import type { SessionWorker } from './session-worker.ts';

/** The workers of a pool: those at work, and those that have ended while their session is being closed. */
export class WorkerSet {
  readonly #active = new Set<SessionWorker>();
  readonly #closing = new Set<SessionWorker>();
  readonly #onClosed: () => void;

  /** `onClosed` is called whenever the session of a worker that has ended is closed. */
  constructor(onClosed: () => void) {
    this.#onClosed = onClosed;
  }

  /** Workers at work. */
  get size(): number {
    return this.#active.size;
  }

  /** Workers at work that have a place at the provider. */
  get placed(): number {
    let placed = 0;
    for (const { phase } of this.#active) if (phase !== 'waiting') placed++;
    return placed;
  }

  /** No worker is at work, and no session is being closed. */
  get isEmpty(): boolean {
    return this.#active.size + this.#closing.size === 0;
  }

  /** For a log. */
  get phases(): string {
    return [...this.#active].map(({ phase }) => phase).join(', ');
  }

  /** Workers at work. */
  [Symbol.iterator](): Iterator<SessionWorker> {
    return this.#active.values();
  }

  add(worker: SessionWorker): void {
    this.#active.add(worker);
  }

  stop(worker: SessionWorker): void {
    worker.stop();
    this.remove(worker);
  }

  /** The worker has ended, or ends by itself. */
  remove(worker: SessionWorker): void {
    if (!this.#active.delete(worker)) return;
    this.#closing.add(worker);
    void worker.closed.then(() => {
      this.#closing.delete(worker);
      this.#onClosed();
    });
  }

  /** Stops all workers; resolves once their sessions are closed. */
  async close(): Promise<void> {
    const all = [...this.#active, ...this.#closing];
    for (const worker of all) this.stop(worker);
    await Promise.all(all.map((worker) => worker.closed));
  }
}
