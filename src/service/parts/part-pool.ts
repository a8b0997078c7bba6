/**
 * The parts of batches that one process works on, each under a claim. It polls the store for new
 * parts, cancelled ones, and those of dead processes.
 */

import { awakeTime, type Clock } from '../../lib/clock.ts';
import { type WakeableSleep, wakeableSleep } from '../../lib/wakeable-sleep.ts';
import type { BatchSignals, CacheStore } from '../ports.ts';
import type { Observe } from '../service-event.ts';
import type { RetentionStore } from '../upkeep/records.ts';
import { WritePace } from './outcome-writer.ts';
import type { ClaimedPart, PartQueue } from './part-queue.ts';
import { AFTER_CANCEL_MS, QueueShares, type RunningPart, type WorkInHand } from './queue-shares.ts';
import { type RunDeps, runPart, StopRun, StuckRun } from './run-part.ts';

interface PartPoolSettings {
  /** Parts begun at once; every queue may always begin one. 0: no work. */
  readonly workers: number;
  /** The owner of the claims (see process-identity.ts). */
  readonly owner: string;
  /** False where an owner is certainly dead. */
  readonly mayBeAlive: (owner: string) => boolean;
  /** Milliseconds without a result after which a part counts as stuck. */
  readonly stuckAfter: number;
  /** Milliseconds until the next look at the store. */
  readonly lookEvery?: () => number;
}

interface PoolDeps extends RunDeps {
  readonly retention: Pick<RetentionStore, 'giveBackExpired'>;
}

/** Between two looks at the store, where the settings don't say otherwise. */
const LOOK_EVERY_MS = 1000;
const RENEW_EVERY_MS = 10_000;
const STOP_WITHIN_MS = 10_000;

interface PoolPart extends RunningPart {
  readonly part: ClaimedPart;
  readonly control: AbortController;
  lastProgress: number;
  /** The same by the time that the process runs. */
  awakeAtProgress: number;
  left: number;
}

/** Claims parts, runs them and hands them back. */
export class PartPool implements BatchSignals {
  readonly #settings: PartPoolSettings;
  readonly #deps: PoolDeps;
  readonly #sleep: WakeableSleep;
  readonly #shares: QueueShares;
  readonly #leases: LeaseWatch;
  readonly #upkeep: Upkeep;
  readonly #pace: WritePace;
  readonly #running = new Map<string, PoolPart>();
  /** The ends of all runs under way, stopped ones included. */
  readonly #ends = new Set<Promise<void>>();
  /** Queues that may have a free part. */
  #waiting = new Set<string>();
  #loop: Promise<void> | undefined;
  readonly #stopping = new AbortController();
  #lookAt = Number.NEGATIVE_INFINITY;
  #renewAt = Number.NEGATIVE_INFINITY;
  #askedForOthersAt = Number.NEGATIVE_INFINITY;

  constructor(settings: PartPoolSettings, deps: PoolDeps) {
    this.#settings = settings;
    this.#deps = deps;
    this.#sleep = wakeableSleep(deps.clock);
    this.#pace = new WritePace(deps.clock);
    this.#shares = new QueueShares(settings.workers);
    this.#leases = new LeaseWatch({ ...settings, parts: deps.parts });
    this.#upkeep = new Upkeep(deps);
  }

  start(): void {
    if (this.#settings.workers > 0) this.#loop ??= this.#work();
  }

  /** Stops all runs, writes their results so far and frees the parts. */
  async stop(): Promise<void> {
    this.#stopping.abort();
    this.#sleep.wake();
    await this.#loop;
    if (this.#loop) await this.#handBack();
    this.#pace.stop();
  }

  created(teamId: string): void {
    this.#waiting.add(this.#deps.parts.queueOf(teamId));
    this.#sleep.wake();
  }

  cancelled(batchId: string, teamId: string): void {
    for (const running of [...this.#running.values()])
      if (running.part.batchId === batchId) this.#abandon(running);
    // Queues of providers are for all teams: there the verifier alone holds the team back.
    if (this.#deps.parts.divide) return;
    this.#shares.noteCancelled(this.#deps.parts.queueOf(teamId), this.#now());
    this.#deps.clock.sleep(AFTER_CANCEL_MS, this.#stopping.signal).then(
      () => this.#sleep.wake(),
      () => {},
    );
  }

  async #work(): Promise<void> {
    while (!this.#stopping.signal.aborted) {
      try {
        await this.#look();
        await this.#claimFree();
      } catch (error) {
        this.#reportError(error);
      }
      if (!this.#stopping.signal.aborted) await this.#sleep.sleep(this.#untilNextLook());
    }
  }

  #untilNextLook(): number {
    const left = this.#lookAt - this.#now();
    return left > 0 ? left : LOOK_EVERY_MS;
  }

  async #look(): Promise<void> {
    const now = this.#now();
    if (now < this.#lookAt) return;
    this.#lookAt = now + (this.#settings.lookEvery?.() ?? LOOK_EVERY_MS);
    await this.#compareWithStore();
    await this.#renewLeases(now);
    await this.#leases.look(now);
    await this.#upkeep.look(now);
    this.#endStuck();
    // Emptied before the query, so that a part created meanwhile is not forgotten.
    this.#waiting = new Set();
    for (const queue of await this.#deps.parts.waitingQueues()) this.#waiting.add(queue);
  }

  /** Stops runs whose claim is lost, and frees parts that are claimed but not running. */
  async #compareWithStore(): Promise<void> {
    const { parts } = this.#deps;
    const { owner } = this.#settings;
    const own = [...this.#running.values()];
    const held = await parts.held(owner);
    for (const running of own) {
      if (!held.has(running.part.claim)) this.#abandon(running);
    }
    for (const claim of held) if (!this.#running.has(claim)) await parts.free(claim, owner);
  }

  async #renewLeases(now: number): Promise<void> {
    if (this.#running.size === 0 || now < this.#renewAt) return;
    this.#renewAt = now + RENEW_EVERY_MS;
    await this.#deps.parts.renew(this.#settings.owner);
  }

  #endStuck(): void {
    const now = awakeTime(this.#deps.clock);
    for (const { control, awakeAtProgress } of this.#running.values()) {
      const silence = now - awakeAtProgress;
      if (silence >= this.#settings.stuckAfter) control.abort(new StuckRun(silence));
    }
  }

  async #claimFree(): Promise<void> {
    const { owner } = this.#settings;
    while (!this.#stopping.signal.aborted) {
      const queue = this.#shares.next(this.#claimable(), this.#inHand());
      if (queue === undefined) break;
      const part = await this.#deps.parts.claim({ owner, queue });
      if (part) this.#begin(part);
      else this.#waiting.delete(queue);
    }
    await this.#claimOfOthers();
  }

  /** Without room: those of teams that have nothing in hand here must not wait for a slow part to end. */
  async #claimOfOthers(): Promise<void> {
    const { parts } = this.#deps;
    const now = this.#now();
    const isOff = this.#stopping.signal.aborted || !parts.divide;
    if (isOff || !mayTakeOthers(this.#probed(), this.#askedForOthersAt, now)) return;
    this.#askedForOthersAt = now;
    const notOf = [...this.#running.values()].map(({ part }) => part.teamId);
    const waiting = await parts.waitingQueues(notOf);
    const queue = this.#shares.next(waiting, this.#inHand());
    if (queue === undefined) return;
    const part = await parts.claim({ owner: this.#settings.owner, queue, notOf });
    if (part) this.#begin(part);
  }

  /** Of a queue that others share, nothing is taken that only waits here. */
  #claimable(): Iterable<string> {
    const { parts, verifier } = this.#deps;
    if (!parts.divide) return this.#waiting;
    if (hasRoom(this.#probed(), verifier.room(), this.#now())) return this.#waiting;
    return [...this.#waiting].filter((queue) => queue === parts.queueOf(''));
  }

  /** The domains of a young part may not be looked up yet: each of its addresses counts for one. */
  #inHand(): WorkInHand {
    const now = this.#now();
    const parts = [...this.#running.values()];
    const unknown = asking(parts.map(withSize), now);
    return { parts, domains: this.#deps.verifier.domains() + unknown, now };
  }

  #probed(): readonly ProbedPart[] {
    const probed = [...this.#running.values()].filter(({ part }) => part.work === 'verify');
    return probed.map(withSize);
  }

  #begin(part: ClaimedPart): void {
    const { claim, batchId, queue, size } = part;
    const now = this.#now();
    const control = new AbortController();
    const { clock } = this.#deps;
    const times = { startedAt: now, lastProgress: now, awakeAtProgress: awakeTime(clock) };
    const running: PoolPart = { part, queue, control, left: size, ...times };
    const onProgress = (count: number) => {
      running.lastProgress = this.#now();
      running.awakeAtProgress = awakeTime(clock);
      running.left -= count;
    };
    this.#running.set(claim, running);
    this.#shares.noteTurn(queue);
    const end = runPart(this.#deps, { part, control, onProgress, pace: this.#pace })
      .then((queues) => this.#note(queues))
      .catch((error) => this.#reportError(error))
      .finally(() => {
        this.#ends.delete(end);
        if (this.#running.get(claim) !== running) return;
        this.#running.delete(claim);
        this.#sleep.wake();
      });
    this.#ends.add(end);
    if (isFirstPart(this.#deps.parts, part))
      this.#deps.observe({ event: 'batch_started', batchId });
  }

  /** The queues have a new part. */
  #note(queues: readonly string[]): void {
    for (const queue of queues) this.#waiting.add(queue);
    this.#sleep.wake();
  }

  /** Stops a run. Its share is free at once, however long its end takes. */
  #abandon({ part, control }: PoolPart): void {
    this.#running.delete(part.claim);
    control.abort(new StopRun());
  }

  #now(): number {
    return this.#deps.clock.monotonic();
  }

  #reportError(error: unknown): void {
    this.#deps.observe({ event: 'worker_error', error });
  }

  async #handBack(): Promise<void> {
    const { clock, parts } = this.#deps;
    for (const { control } of this.#running.values()) control.abort(new StopRun());
    const late = new AbortController();
    const ended = Promise.all(this.#ends);
    await Promise.race([ended, clock.sleep(STOP_WITHIN_MS, late.signal).catch(() => {})]);
    late.abort();
    // Where that can't be written (a full disk), the claims end with this process.
    await parts.release(this.#settings.owner).catch((error) => this.#reportError(error));
  }
}

function isFirstPart({ divide }: PartQueue, { work }: ClaimedPart): boolean {
  return work === 'resolve' || !divide;
}

/**
 * When a process takes another part from a queue that it shares with other processes. Parts that it
 * has no sessions for would wait here while another process has nothing to do.
 */

/** Milliseconds after which the addresses of a part have asked for their sessions. */
const SETTLED_AFTER_MS = 1000;
/**
 * Without sessions to spare a process asks for another team's part this often: it must not wait for a
 * slow one to end. Longer than the longest time between two looks of a process that has nothing to do.
 */
const FULL_EVERY_MS = 3000;

/** A part whose addresses are verified, with the sessions of this process. */
interface ProbedPart extends Pick<RunningPart, 'startedAt'> {
  /** Addresses when it began. */
  readonly size: number;
}

function withSize({ part: { size }, startedAt }: PoolPart): ProbedPart {
  return { size, startedAt };
}

/** Whether another part would get sessions. `room`: those that could begin now. */
export function hasRoom(inHand: Iterable<ProbedPart>, room: number, now: number): boolean {
  return room > asking(inHand, now);
}

/** Whether it is time to ask for another team's part although all sessions are taken. */
export function mayTakeOthers(inHand: Iterable<ProbedPart>, askedAt: number, now: number): boolean {
  return asking(inHand, now) === 0 && now - askedAt >= FULL_EVERY_MS;
}

function asking(inHand: Iterable<ProbedPart>, now: number): number {
  let addresses = 0;
  for (const { startedAt, size } of inHand)
    if (now - startedAt < SETTLED_AFTER_MS) addresses += size;
  return addresses;
}

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

const EVERY_MS = 60_000;

interface UpkeepDeps {
  readonly parts: Pick<PartQueue, 'tidy'>;
  readonly store: { readonly cache: Pick<CacheStore, 'sweep'> };
  readonly retention: Pick<RetentionStore, 'giveBackExpired'>;
  readonly clock: Clock;
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
