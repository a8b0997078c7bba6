import type { Clock } from '../lib/clock.ts';
import type { PartQueue } from '../service/batches/part-queue.ts';
import type { CacheStore } from '../service/ports.ts';
import type { Observe } from '../service/service-event.ts';
import type { RetentionStore } from '../service/upkeep/upkeep-ports.ts';

const EVERY_MS = 60_000;

interface UpkeepDeps {
  readonly parts: Pick<PartQueue, 'tidy'>;
  readonly store: { readonly cache: Pick<CacheStore, 'sweep'> };
  readonly retention: Pick<RetentionStore, 'giveBackExpired'>;
  readonly clock: Pick<Clock, 'now'>;
  readonly observe: Observe;
}

/** What a pool does for the whole database, once a minute. */
export class Upkeep {
  readonly #deps: UpkeepDeps;
  #sweepAt = Number.NEGATIVE_INFINITY;
  #tidyAt = Number.NEGATIVE_INFINITY;

  constructor(deps: UpkeepDeps) {
    this.#deps = deps;
  }

  /** `now` by the monotonic clock. */
  async look(now: number): Promise<void> {
    await this.#sweep(now);
    if (now < this.#tidyAt) return;
    this.#tidyAt = now + EVERY_MS;
    const { parts, retention, clock, observe } = this.#deps;
    await retention.giveBackExpired(clock.now());
    for (const batchId of (await parts.tidy?.()) ?? [])
      observe({ event: 'batch_restored', batchId });
  }

  /** What one sweep leaves is deleted at the next look: others have the database in between. */
  async #sweep(now: number): Promise<void> {
    if (now < this.#sweepAt) return;
    this.#sweepAt = now + EVERY_MS;
    const isDone = await this.#deps.store.cache.sweep(this.#deps.clock.now());
    if (!isDone) this.#sweepAt = now;
  }
}
