import type { ProbeContext } from '../engine/probe-context.ts';
import type { HostFailure } from '../pacing/host-failure.ts';
import type { Owner } from '../pacing/owner-queue.ts';
import type { HostMemory } from './active-session.ts';
import type { DomainJob } from './domain-job.ts';
import { IdleSessions } from './idle-sessions.ts';
import { JobQueue } from './job-queue.ts';
import { isOpenElsewhere, openHost } from './open-host.ts';
import { SessionWorker } from './session-worker.ts';
import type { StuckWork } from './stuck.ts';

/** A further session for fewer addresses is not worth its greeting. */
const WORTH_A_SESSION = 50;

interface SessionPoolParts {
  readonly context: ProbeContext;
  /** In the order to try. */
  readonly hosts: readonly string[];
  readonly memory: HostMemory;
  /** No job is in a round and no session is open. */
  onIdle(): void;
  onStuck(stuck: StuckWork): void;
}

/**
 * The sessions with one set of hosts, shared by all jobs that have addresses there.
 *
 *   worker:  waiting ──place──▶ opening ──greeted──▶ serving ──▶ closing
 *               ▲                  │                    │
 *               │                  └─ failed            │
 *               └──────── a job is queued ──────────────┘
 *
 * Whenever a job is queued there is a worker that is waiting, opening or serving:
 * - `add` starts one if there isn't one, and so does the end of each worker;
 * - a worker whose opening failed ends without effect if another one is opening or serving, and
 *   otherwise shuts out all queued jobs. It removes itself before it looks, so that two that fail
 *   in the same turn can't rely on each other.
 */
export class SessionPool {
  readonly #parts: SessionPoolParts;
  /** Of the first host. */
  readonly #provider: string;
  readonly #jobs = new JobQueue();
  readonly #idle: IdleSessions;
  readonly #workers = new WorkerSet(() => this.#noteClosed());
  #fruitless = 0;
  /** Fewer once the host refused a further session, until one of those it took has ended. */
  #maxWorkers = Number.POSITIVE_INFINITY;

  constructor(parts: SessionPoolParts) {
    this.#parts = parts;
    this.#provider = parts.context.providers.find(parts.hosts[0] ?? '').key;
    this.#idle = new IdleSessions(parts.context);
  }

  get isAtWork(): boolean {
    return this.#workers.size > 0;
  }

  get isActive(): boolean {
    return this.#workers.placed > 0;
  }

  /** A description for a log. */
  get state(): string {
    return `${this.#jobs.size} jobs, workers: ${this.#workers.phases || 'none'}`;
  }

  /** Asks for all queued addresses. Calls `endRound` when none is queued or being asked. */
  add(job: DomainJob): void {
    if (job.recipients.queued === 0) {
      job.endRound();
      return;
    }
    this.#jobs.add(job);
    this.#callWorkers();
    this.#ensureWorkerFor(job.owner);
  }

  /** The job has ended: stops workers that are no longer needed. */
  remove(job: DomainJob): void {
    if (!this.#jobs.remove(job)) return;
    if (this.#jobs.size === 0) for (const worker of this.#workers) this.#workers.stop(worker);
    else this.#dropSurplus();
  }

  /** The sockets are freed at once. */
  async close(): Promise<void> {
    await this.#workers.close();
  }

  /** Ends sessions that take longer than their own limits allow. */
  check(): void {
    for (const worker of this.#workers) {
      const stuck = worker.stuck;
      if (!stuck) continue;
      this.#parts.onStuck({ work: 'session', state: stuck });
      this.#workers.stop(worker);
      this.#fail(worker);
      this.#startWorkers();
    }
  }

  /** A job is queued. */
  #callWorkers(): void {
    this.#idle.resume();
    this.#startWorkers();
  }

  #startWorkers(): void {
    const max = Math.min(this.#maxSessions, this.#maxWorkers);
    if (this.#workers.size >= max) return;
    const addresses = this.#jobs.countAddresses(max * WORTH_A_SESSION);
    const wanted = Math.ceil(addresses / WORTH_A_SESSION);
    while (this.#workers.size < wanted) this.#startWorker(this.#jobs.nextOwner());
  }

  /**
   * Starts a worker for this owner where all others wait for a place for another team, or for
   * batches while this is a single verification.
   */
  #ensureWorkerFor(owner: Owner): void {
    for (const worker of this.#workers)
      if (worker.phase !== 'waiting' || worker.representsOwner(owner)) return;
    this.#startWorker(owner);
  }

  #startWorker(owner: Owner | undefined): void {
    if (!owner) return;
    const { context, hosts } = this.#parts;
    const isLate = hosts[0] !== undefined && context.hostStates.wasSilent(hosts[0]);
    const worker = new SessionWorker(context, { owner, isLate });
    this.#workers.add(worker);
    void this.#work(worker)
      .catch((error: unknown) => this.#failAll(worker, error))
      .then(() => {
        worker.finish();
        this.#workers.remove(worker);
        // A job may have come since the last look at the queue.
        this.#startWorkers();
      });
  }

  #noteClosed(): void {
    if (this.#jobs.size === 0 && this.#workers.isEmpty) this.#parts.onIdle();
  }

  /** One session after the other while a job is queued. */
  async #work(worker: SessionWorker): Promise<void> {
    const { context, hosts } = this.#parts;
    for (let next = this.#jobs.nextOwner(); next; next = this.#jobs.nextOwner()) {
      worker.owner = next;
      const opened = await openHost(context, hosts, worker);
      const failure = opened.ok ? await this.#useSession(worker, opened) : opened;
      if (worker.isStopped) return;
      if (failure !== undefined && !isOpenElsewhere(context, failure))
        return this.#giveUp(worker, failure);
    }
  }

  async #useSession(
    worker: SessionWorker,
    opened: Parameters<SessionWorker['serve']>[0],
  ): Promise<HostFailure | undefined> {
    const { isServed, isSurplus, isFruitful, ending } = await worker.serve(opened, {
      ...this.#parts.memory,
      next: (current, hadItsTurn) => this.#jobs.next(current, hadItsTurn),
      withSameDomain: (job) => this.#jobs.withSameDomain(job),
      queued: () => this.#jobs.countQueued,
      release: (job) => this.#release(job),
      workers: () => this.#workers.placed,
      idle: this.#idle,
    });
    this.#maxWorkers = Number.POSITIVE_INFINITY;
    // A job that came while it was closed is asked about in another one.
    if (isSurplus && this.#jobs.hasQueued) return undefined;
    this.#fruitless = isFruitful ? 0 : this.#fruitless + 1;
    if (opened.lost?.aborted) return undefined;
    const { host, egress, provider } = opened.session;
    const { pacing } = this.#parts.context;
    // Another session spent the provider's budget: the next attempt finds it resting.
    if (!isServed && pacing.backoff(provider, egress.name).isResting) return undefined;
    // A host that greets and then gives no answers counts as failed, or it would be connected to endlessly.
    if (isServed && this.#fruitless < this.#parts.context.maxFruitless) return undefined;
    const hostReply = { mxHost: host, egress: egress.name };
    return { reason: ending === 'out_of_step' ? 'out_of_step' : 'no_answer', hostReply };
  }

  /** A host may refuse a second session while the first goes well: the last one decides. */
  #giveUp(worker: SessionWorker, failure: HostFailure): void {
    this.#workers.remove(worker);
    this.#maxWorkers = Math.max(1, this.#workers.placed);
    if (this.#workers.placed > 0) return;
    for (const job of this.#jobs.queued) {
      job.noteHostFailure(failure);
      this.#release(job);
    }
    this.#dropSurplus();
  }

  /** Some of the job's addresses were asked, or settled. */
  #release(job: DomainJob): void {
    const state = this.#jobs.update(job);
    if (state === 'queued') this.#callWorkers();
    if (state === 'ended') job.endRound();
  }

  /** Stops workers that wait for a place where no job is queued: their sessions would be empty. */
  #dropSurplus(): void {
    if (this.#jobs.hasQueued) return;
    for (const worker of this.#workers) if (worker.phase === 'waiting') this.#workers.stop(worker);
  }

  /** A bug in mailvet, unless the worker was stopped. */
  #failAll(worker: SessionWorker, error: unknown): void {
    if (worker.isStopped) return;
    this.#parts.onStuck({ work: 'session', state: worker.state, error });
    this.#workers.remove(worker);
    this.#fail(worker);
  }

  /** Fails the worker's job, or all where it had no session yet and no other worker has one. */
  #fail({ job }: SessionWorker): void {
    job?.fail();
    if (!job && this.#workers.placed === 0) for (const one of this.#jobs.all) one.fail();
  }

  /** Sessions that the provider takes at a time. */
  get #maxSessions(): number {
    return this.#parts.context.pacing.maxSessions(this.#provider);
  }
}

/** The workers of a pool: those at work, and those that have ended while their session is being closed. */
class WorkerSet {
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
