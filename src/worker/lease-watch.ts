import type { BatchQueue } from '../service/batch-queue.ts';

/** Long enough for a machine under load, short enough for a death that can't be seen. */
const SILENCE_MS = 30_000;

interface LeaseWatchDeps {
  readonly queue: Pick<BatchQueue, 'otherOwners' | 'release'>;
  readonly owner: string;
  /** False where an owner is surely dead. */
  readonly mayBeAlive: (owner: string) => boolean;
}

interface ObservedLease {
  readonly renewal: number;
  /** Since when, by our monotonic clock, it has been the same. */
  readonly since: number;
}

/**
 * Frees the batches of other processes that died: at once where that can be seen, else when their
 * leases have not been renewed for a while. The while is measured by our own monotonic clock: the
 * clocks of two machines differ, and any of them may be set back.
 */
export class LeaseWatch {
  readonly #deps: LeaseWatchDeps;
  #seen = new Map<string, ObservedLease>();

  constructor(deps: LeaseWatchDeps) {
    this.#deps = deps;
  }

  /** `now` by the monotonic clock. */
  async look(now: number): Promise<void> {
    const { queue, owner: own, mayBeAlive } = this.#deps;
    const seen = new Map<string, ObservedLease>();
    for (const { owner, renewal } of await queue.otherOwners(own)) {
      const known = this.#seen.get(owner);
      const entry = known?.renewal === renewal ? known : { renewal, since: now };
      if (mayBeAlive(owner) && now - entry.since < SILENCE_MS) seen.set(owner, entry);
      else await queue.release(owner);
    }
    this.#seen = seen;
  }
}
