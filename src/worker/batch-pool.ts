/**
 * The workers of one process. Some batches are worked on side by side, each under a lease; a look
 * at the store once a second finds new batches, cancelled ones, and those of dead processes.
 */
import type { ClaimedBatch } from '../service/batch-queue.ts';
import type { BatchSignals } from '../service/ports.ts';
import { type Napper, napper } from './nap.ts';
import { type RunDeps, runBatch, StopRun } from './run-batch.ts';

export interface BatchPoolSettings {
  /** Batches worked on side by side. */
  readonly workers: number;
  /** Who holds the leases (see process-identity.ts). */
  readonly owner: string;
  /** False where an owner is surely dead. */
  readonly mayBeAlive: (owner: string) => boolean;
}

const LOOK_EVERY_MS = 1000;
/** Long enough for a machine under load, short enough for a death that can't be seen. */
const LEASE_MS = 30_000;
const RENEW_EVERY_MS = LEASE_MS / 3;
const SWEEP_EVERY_MS = 60_000;
/** Without a result for so long a batch only waits (for greylisting, say) and lends its place. */
const QUIET_MS = 20_000;
/** Places in all, lent ones included, for each worker. */
const MOST_PLACES = 16;
const STOP_WITHIN_MS = 10_000;

interface Running {
  readonly batch: ClaimedBatch;
  readonly control: AbortController;
  readonly ended: Promise<void>;
  lastProgress: number;
}

export class BatchPool implements BatchSignals {
  readonly #settings: BatchPoolSettings;
  readonly #deps: RunDeps;
  readonly #napper: Napper;
  readonly #running = new Map<string, Running>();
  #loop: Promise<void> | undefined;
  #stopping = false;
  #renewAt = 0;
  #sweepAt = 0;

  constructor(settings: BatchPoolSettings, deps: RunDeps) {
    this.#settings = settings;
    this.#deps = deps;
    this.#napper = napper(deps.clock);
  }

  start(): void {
    if (this.#settings.workers > 0) this.#loop ??= this.#work();
  }

  /** Stops what is under way, writes what was found and hands the batches back. */
  async stop(): Promise<void> {
    this.#stopping = true;
    this.#napper.wake();
    await this.#loop;
    if (this.#loop) await this.#handBack();
  }

  created(): void {
    this.#napper.wake();
  }

  cancelled(batchId: string): void {
    this.#running.get(batchId)?.control.abort(new StopRun());
  }

  async #work(): Promise<void> {
    while (!this.#stopping) {
      try {
        await this.#look();
        await this.#claimFree();
      } catch (error) {
        this.#tellTrouble(error);
      }
      if (!this.#stopping) await this.#napper.nap(LOOK_EVERY_MS);
    }
  }

  async #look(): Promise<void> {
    const now = this.#deps.clock.now();
    await this.#compareWithStore(now);
    await this.#renewLeases(now);
    await this.#releaseDead();
    await this.#sweep(now);
  }

  /** What we no longer hold is stopped; what we hold without working on it goes back. */
  async #compareWithStore(now: number): Promise<void> {
    const { queue } = this.#deps;
    const { owner } = this.#settings;
    const ours = [...this.#running.values()];
    const held = await queue.held(owner);
    for (const { batch, control } of ours) {
      if (!held.has(batch.batchId)) control.abort(new StopRun());
    }
    for (const batchId of held) {
      if (!this.#running.has(batchId)) await queue.retry({ batchId, owner }, now);
    }
  }

  async #renewLeases(now: number): Promise<void> {
    if (this.#running.size === 0 || now < this.#renewAt) return;
    this.#renewAt = now + RENEW_EVERY_MS;
    await this.#deps.queue.renew(this.#settings.owner, now + LEASE_MS);
  }

  async #releaseDead(): Promise<void> {
    const { owner, mayBeAlive } = this.#settings;
    for (const other of await this.#deps.queue.otherOwners(owner)) {
      if (!mayBeAlive(other)) await this.#deps.queue.release(other);
    }
  }

  async #sweep(now: number): Promise<void> {
    if (now < this.#sweepAt) return;
    this.#sweepAt = now + SWEEP_EVERY_MS;
    await this.#deps.cache.sweep(now);
    await this.#deps.queue.giveBackExpired(now);
  }

  async #claimFree(): Promise<void> {
    while (!this.#stopping && this.#hasPlace()) {
      const now = this.#deps.clock.now();
      const batch = await this.#deps.queue.claim(this.#settings.owner, now, now + LEASE_MS);
      if (!batch) return;
      this.#begin(batch);
    }
  }

  #hasPlace(): boolean {
    const { workers } = this.#settings;
    const since = this.#deps.clock.now() - QUIET_MS;
    const busy = [...this.#running.values()].filter(({ lastProgress }) => lastProgress > since);
    return busy.length < workers && this.#running.size < workers * MOST_PLACES;
  }

  #begin(batch: ClaimedBatch): void {
    const { clock, observe } = this.#deps;
    const control = new AbortController();
    const onProgress = () => {
      run.lastProgress = clock.now();
    };
    const ended = runBatch(this.#deps, { batch, control, onProgress })
      .catch((error) => this.#tellTrouble(error))
      .finally(() => {
        this.#running.delete(batch.batchId);
        this.#napper.wake();
      });
    const run: Running = { batch, control, ended, lastProgress: clock.now() };
    this.#running.set(batch.batchId, run);
    observe({ event: 'batch_started', batchId: batch.batchId });
  }

  #tellTrouble(error: unknown): void {
    this.#deps.observe({ event: 'worker_trouble', error });
  }

  async #handBack(): Promise<void> {
    const { clock, queue } = this.#deps;
    const runs = [...this.#running.values()];
    for (const { control } of runs) control.abort(new StopRun());
    const late = new AbortController();
    const ended = Promise.all(runs.map((run) => run.ended));
    await Promise.race([ended, clock.sleep(STOP_WITHIN_MS, late.signal).catch(() => {})]);
    late.abort();
    // Where that can't be written (a full disk), the leases end with this process.
    await queue.release(this.#settings.owner).catch((error) => this.#tellTrouble(error));
  }
}
