import type { PartQueue } from '../service/batches/part-queue.ts';

/** Long enough for a machine under load, short enough to notice a dead process. */
const SILENCE_MS = 30_000;

interface LeaseWatchDeps {
  readonly parts: Pick<PartQueue, 'otherOwners' | 'release'>;
  readonly owner: string;
  /** False where an owner is certainly dead. */
  readonly mayBeAlive: (owner: string) => boolean;
}

interface ObservedLease {
  readonly renewal: number;
  /** Since when it has been the same, by this process's monotonic clock. */
  readonly since: number;
}

/**
 * Frees the parts of dead processes: at once where the death is visible, else when their leases have
 * not been renewed for a while, by this process's monotonic clock: the clocks of two machines differ,
 * and each may be set back.
 */
export class LeaseWatch {
  readonly #deps: LeaseWatchDeps;
  #seen = new Map<string, ObservedLease>();

  constructor(deps: LeaseWatchDeps) {
    this.#deps = deps;
  }

  /** `now` by the monotonic clock. */
  async look(now: number): Promise<void> {
    const { parts, owner: own, mayBeAlive } = this.#deps;
    const seen = new Map<string, ObservedLease>();
    for (const { owner, renewal } of await parts.otherOwners(own)) {
      const known = this.#seen.get(owner);
      const entry = known?.renewal === renewal ? known : { renewal, since: now };
      if (mayBeAlive(owner) && now - entry.since < SILENCE_MS) seen.set(owner, entry);
      else await parts.release(owner);
    }
    this.#seen = seen;
  }
}
