/**
 * The batches that one process works on, each under a lease. It polls the store once a second for new
 * batches, cancelled ones, and those of dead processes.
 */
import { setAlarm } from '../lib/alarm.ts';
import type { ClaimedBatch } from '../service/batch-queue.ts';
import type { BatchSignals } from '../service/ports.ts';
import { LeaseWatch } from './lease-watch.ts';
import { type RunDeps, runBatch, StopRun, StuckRun } from './run-batch.ts';
import { AFTER_CANCEL_MS, type RunningBatch, TeamShares } from './team-shares.ts';
import { type WakeableSleep, wakeableSleep } from './wakeable-sleep.ts';
import { WritePace } from './write-pace.ts';

interface BatchPoolSettings {
  /** Batches begun at once; every team may always begin one. 0: no work. */
  readonly workers: number;
  /** The owner of the leases (see process-identity.ts). */
  readonly owner: string;
  /** False where an owner is certainly dead. */
  readonly mayBeAlive: (owner: string) => boolean;
  /** Milliseconds without a result after which a batch counts as stuck. */
  readonly stuckAfter: number;
}

const LOOK_EVERY_MS = 1000;
const RENEW_EVERY_MS = 10_000;
const SWEEP_EVERY_MS = 60_000;
const STOP_WITHIN_MS = 10_000;

interface PoolBatch extends RunningBatch {
  readonly batch: ClaimedBatch;
  readonly control: AbortController;
  lastProgress: number;
  left: number;
}

/** Claims batches, runs them and hands them back. */
export class BatchPool implements BatchSignals {
  readonly #settings: BatchPoolSettings;
  readonly #deps: RunDeps;
  readonly #sleep: WakeableSleep;
  readonly #shares: TeamShares;
  readonly #leases: LeaseWatch;
  readonly #pace: WritePace;
  readonly #running = new Map<string, PoolBatch>();
  /** The ends of all runs under way, stopped ones included. */
  readonly #ends = new Set<Promise<void>>();
  /** Teams that may have a free batch. */
  #waiting = new Set<string>();
  #loop: Promise<void> | undefined;
  #stopping = false;
  #lookAt = Number.NEGATIVE_INFINITY;
  #renewAt = Number.NEGATIVE_INFINITY;
  #sweepAt = Number.NEGATIVE_INFINITY;

  constructor(settings: BatchPoolSettings, deps: RunDeps) {
    this.#settings = settings;
    this.#deps = deps;
    this.#sleep = wakeableSleep(deps.clock);
    this.#pace = new WritePace(deps.clock);
    this.#shares = new TeamShares(settings.workers);
    this.#leases = new LeaseWatch({ ...settings, queue: deps.queue });
  }

  start(): void {
    if (this.#settings.workers > 0) this.#loop ??= this.#work();
  }

  /** Stops all runs, writes their results so far and frees the batches. */
  async stop(): Promise<void> {
    this.#stopping = true;
    this.#sleep.wake();
    await this.#loop;
    if (this.#loop) await this.#handBack();
  }

  created(teamId: string): void {
    this.#waiting.add(teamId);
    this.#sleep.wake();
  }

  cancelled(batchId: string, teamId: string): void {
    this.#shares.noteCancelled(teamId, this.#now());
    const running = this.#running.get(batchId);
    if (running) this.#abandon(running);
    setAlarm(this.#deps.clock, AFTER_CANCEL_MS, () => this.#sleep.wake());
  }

  async #work(): Promise<void> {
    while (!this.#stopping) {
      try {
        await this.#look();
        await this.#claimFree();
      } catch (error) {
        this.#reportError(error);
      }
      if (!this.#stopping) await this.#sleep.sleep(this.#untilNextLook());
    }
  }

  #untilNextLook(): number {
    const left = this.#lookAt - this.#now();
    return left > 0 ? Math.min(left, LOOK_EVERY_MS) : LOOK_EVERY_MS;
  }

  async #look(): Promise<void> {
    const now = this.#now();
    if (now < this.#lookAt) return;
    this.#lookAt = now + LOOK_EVERY_MS;
    await this.#compareWithStore();
    await this.#renewLeases(now);
    await this.#leases.look(now);
    await this.#sweep(now);
    this.#endStuck(now);
    // Emptied before the query, so that a batch created meanwhile is not forgotten.
    this.#waiting = new Set();
    for (const teamId of await this.#deps.queue.waitingTeams()) this.#waiting.add(teamId);
  }

  /** Stops runs whose lease is lost, and frees batches that are leased but not running. */
  async #compareWithStore(): Promise<void> {
    const { queue, clock } = this.#deps;
    const { owner } = this.#settings;
    const own = [...this.#running.values()];
    const held = await queue.held(owner);
    for (const running of own) {
      if (!held.has(running.batch.batchId)) this.#abandon(running);
    }
    for (const batchId of held) {
      if (!this.#running.has(batchId)) await queue.retry({ batchId, owner }, clock.now());
    }
  }

  async #renewLeases(now: number): Promise<void> {
    if (this.#running.size === 0 || now < this.#renewAt) return;
    this.#renewAt = now + RENEW_EVERY_MS;
    await this.#deps.queue.renew(this.#settings.owner, this.#deps.clock.now());
  }

  async #sweep(now: number): Promise<void> {
    if (now < this.#sweepAt) return;
    this.#sweepAt = now + SWEEP_EVERY_MS;
    const today = this.#deps.clock.now();
    await this.#deps.cache.sweep(today);
    await this.#deps.queue.giveBackExpired(today);
  }

  #endStuck(now: number): void {
    for (const { control, lastProgress } of this.#running.values()) {
      const silence = now - lastProgress;
      if (silence >= this.#settings.stuckAfter) control.abort(new StuckRun(silence));
    }
  }

  async #claimFree(): Promise<void> {
    const { queue, clock } = this.#deps;
    const { owner } = this.#settings;
    while (!this.#stopping) {
      const teamId = this.#shares.next(this.#waiting, this.#running.values(), this.#now());
      if (teamId === undefined) return;
      const batch = await queue.claim({ owner, teamId }, clock.now());
      if (batch) this.#begin(batch);
      else this.#waiting.delete(teamId);
    }
  }

  #begin(batch: ClaimedBatch): void {
    const { batchId, teamId, size } = batch;
    const now = this.#now();
    const control = new AbortController();
    const times = { startedAt: now, lastProgress: now };
    const running: PoolBatch = { batch, teamId, control, left: size, ...times };
    const onProgress = (count: number) => {
      running.lastProgress = this.#now();
      running.left -= count;
    };
    this.#running.set(batchId, running);
    this.#shares.noteTurn(teamId);
    const end = runBatch(this.#deps, { batch, control, onProgress, pace: this.#pace })
      .catch((error) => this.#reportError(error))
      .finally(() => {
        this.#ends.delete(end);
        if (this.#running.get(batchId) !== running) return;
        this.#running.delete(batchId);
        this.#sleep.wake();
      });
    this.#ends.add(end);
    this.#deps.observe({ event: 'batch_started', batchId });
  }

  /** Stops a run. Its share is free at once, however long its end takes. */
  #abandon({ batch, control }: PoolBatch): void {
    this.#running.delete(batch.batchId);
    control.abort(new StopRun());
  }

  #now(): number {
    return this.#deps.clock.monotonic();
  }

  #reportError(error: unknown): void {
    this.#deps.observe({ event: 'worker_error', error });
  }

  async #handBack(): Promise<void> {
    const { clock, queue } = this.#deps;
    for (const { control } of this.#running.values()) control.abort(new StopRun());
    const late = new AbortController();
    const ended = Promise.all(this.#ends);
    await Promise.race([ended, clock.sleep(STOP_WITHIN_MS, late.signal).catch(() => {})]);
    late.abort();
    // Where that can't be written (a full disk), the leases expire with this process.
    await queue.release(this.#settings.owner).catch((error) => this.#reportError(error));
  }
}
