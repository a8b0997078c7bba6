import { openHost, type ShutNews } from '../hosts/open-host.ts';
import type { RefusalTolerance } from '../hosts/refusal-tolerance.ts';
import type { Tolerance } from '../hosts/tolerance.ts';
import type { World } from '../probe-context.ts';
import type { Senders } from '../recipients/conversation.ts';
import type { DomainJob } from './domain-job.ts';
import { FairLine, type Owner, type Place } from './fair-line.ts';
import { SessionWorker } from './session-worker.ts';
import type { StuckWork } from './stuck.ts';

/** A further session for fewer addresses is not worth its greeting. */
const WORTH_A_SESSION = 24;

/** What was learnt of a set of hosts. */
export interface HostMemory {
  readonly senders: Senders;
  readonly tolerance: Tolerance;
  readonly refusals: RefusalTolerance;
}

interface PoolParts {
  readonly world: World;
  /** In the order to try. */
  readonly hosts: readonly string[];
  readonly memory: HostMemory;
  /** Nobody is asked for and no session is open any more. */
  onIdle(): void;
  onStuck(stuck: StuckWork): void;
}

/**
 * The sessions with one set of hosts, for all who ask for addresses there, whoever they are.
 *
 *   worker:  waiting ──place──▶ opening ──greeted──▶ serving ──▶ closing
 *               ▲                  │                    │
 *               │                  └─ failed            │
 *               └─────── somebody is queued ────────────┘
 *
 * Whenever somebody is queued there is a worker that is waiting, opening or serving:
 * - `add` starts one where there is none, and so does the end of each worker;
 * - a worker whose opening failed leaves the others to go on if one of them is opening or serving,
 *   and otherwise shuts everybody out who is queued. It has left before it looks, so that two that
 *   fail in the same turn can't both count on each other.
 */
export class SessionPool {
  readonly #parts: PoolParts;
  /** In a round: queued or being asked; with the place in the line of those who are queued. */
  readonly #jobs = new Map<DomainJob, Place<DomainJob> | undefined>();
  readonly #line = new FairLine<DomainJob>();
  readonly #workers = new Set<SessionWorker>();
  /** Workers that have ended while a session still says QUIT. */
  readonly #leaving = new Set<SessionWorker>();
  #fruitless = 0;
  /** Fewer once the host refused a further session, until one of those it took has ended. */
  #mostWorkers = Number.POSITIVE_INFINITY;

  constructor(parts: PoolParts) {
    this.#parts = parts;
  }

  get isAtWork(): boolean {
    return this.#workers.size > 0;
  }

  get isActive(): boolean {
    return this.#placed > 0;
  }

  /** In words for a log. */
  get state(): string {
    const phases = [...this.#workers].map(({ phase }) => phase).join(', ');
    return `${this.#jobs.size} jobs, workers: ${phases || 'none'}`;
  }

  /** Asks for all who are queued. The job hears when nobody of them is queued or being asked. */
  add(job: DomainJob): void {
    if (job.recipients.queued === 0) {
      job.endRound();
      return;
    }
    this.#jobs.set(job, this.#line.add(job, job.owner));
    this.#startWorkers();
    this.#representOwner(job.owner);
  }

  /** Nobody waits for the job any more. */
  remove(job: DomainJob): void {
    const place = this.#jobs.get(job);
    if (!this.#jobs.delete(job)) return;
    if (place) this.#line.remove(place);
    if (this.#jobs.size === 0) for (const worker of this.#workers) this.#stop(worker);
    else this.#dropSurplus();
  }

  /** The sockets are freed at once. */
  async close(): Promise<void> {
    const all = [...this.#workers, ...this.#leaving];
    for (const worker of all) this.#stop(worker);
    await Promise.all(all.map((worker) => worker.gone));
  }

  /** Ends sessions that take longer than their own limits allow. */
  check(): void {
    for (const worker of this.#workers) {
      const stuck = worker.stuck;
      if (!stuck) continue;
      this.#parts.onStuck({ work: 'session', state: stuck });
      this.#stop(worker);
      this.#fail(worker);
      this.#startWorkers();
    }
  }

  #startWorkers(): void {
    if (this.#workers.size >= this.#mostWorkers) return;
    const sessions = this.#mostSessions;
    if (this.#workers.size >= sessions) return;
    const wanted = Math.ceil(this.#queued(sessions * WORTH_A_SESSION) / WORTH_A_SESSION);
    const most = Math.min(wanted, this.#mostWorkers);
    while (this.#workers.size < most) this.#startWorker(this.#line.turn()?.owner);
  }

  /** Where all wait for a place, those of another team or of lower rank do not wait for this owner as well. */
  #representOwner(owner: Owner): void {
    for (const worker of this.#workers)
      if (worker.phase !== 'waiting' || worker.standsFor(owner)) return;
    this.#startWorker(owner);
  }

  #startWorker(owner: Owner | undefined): void {
    if (!owner) return;
    const { world, hosts } = this.#parts;
    const isLate = hosts[0] !== undefined && world.hostStates.wasSilent(hosts[0]);
    const worker = new SessionWorker(world, { owner, isLate });
    this.#workers.add(worker);
    void this.#work(worker)
      .catch((error: unknown) => this.#failAll(worker, error))
      .then(() => {
        worker.finish();
        this.#remove(worker);
        // Somebody may have come since the last look at the queue.
        this.#startWorkers();
      });
  }

  #stop(worker: SessionWorker): void {
    worker.stop();
    this.#remove(worker);
  }

  #remove(worker: SessionWorker): void {
    if (!this.#workers.delete(worker)) return;
    this.#leaving.add(worker);
    void worker.gone.then(() => {
      this.#leaving.delete(worker);
      if (this.#jobs.size + this.#workers.size + this.#leaving.size === 0) this.#parts.onIdle();
    });
  }

  /** One session after the other while somebody is queued. */
  async #work(worker: SessionWorker): Promise<void> {
    const { world, hosts } = this.#parts;
    for (let next = this.#line.turn(); next; next = this.#line.turn()) {
      worker.owner = next.owner;
      const opened = await openHost(world, hosts, worker);
      const shut = opened.ok ? await this.#useSession(worker, opened) : opened;
      if (worker.isStopped) return;
      if (shut !== undefined) return this.#giveUp(worker, shut);
    }
  }

  async #useSession(
    worker: SessionWorker,
    opened: Parameters<SessionWorker['serve']>[0],
  ): Promise<ShutNews | undefined> {
    const { senders, tolerance, refusals } = this.#parts.memory;
    const { isServed, isFruitful, ending } = await worker.serve(opened, {
      senders,
      tolerance,
      refusals,
      next: (current) => this.#next(worker, current),
      release: (job) => this.#release(job),
      workers: () => this.#placed,
    });
    this.#mostWorkers = Number.POSITIVE_INFINITY;
    this.#fruitless = isFruitful ? 0 : this.#fruitless + 1;
    // A host that greets and then answers nobody counts as shut: it would be called without end.
    if (isServed && this.#fruitless < this.#parts.world.mostFruitless) return undefined;
    const witness = { mxHost: opened.session.host };
    return { reason: ending === 'out_of_step' ? 'out_of_step' : 'no_answer', witness };
  }

  /** A host may refuse a second session while the first goes well: the last one decides. */
  #giveUp(worker: SessionWorker, shut: ShutNews): void {
    this.#remove(worker);
    this.#mostWorkers = Math.max(1, this.#placed);
    if (this.#placed > 0) return;
    for (const job of [...this.#line]) {
      job.shutOut(shut);
      this.#release(job);
    }
    this.#dropSurplus();
  }

  /** Workers that have a place at the provider. */
  get #placed(): number {
    let placed = 0;
    for (const { phase } of this.#workers) if (phase !== 'waiting') placed++;
    return placed;
  }

  /** The same again as long as nobody else waits: a change of domain costs a transaction. */
  #next(worker: SessionWorker, current: DomainJob | undefined): DomainJob | undefined {
    const goesOn = current && current.recipients.queued > 0 && !current.isEnded;
    if (goesOn && !(this.#line.isShared && worker.hadItsTurn)) return current;
    return this.#line.turn();
  }

  /** Puts the job where it belongs by now. */
  #release(job: DomainJob): void {
    if (!this.#jobs.has(job)) return;
    const place = this.#jobs.get(job);
    const isQueued = job.recipients.queued > 0;
    if (isQueued && !place) this.#jobs.set(job, this.#line.add(job, job.owner));
    if (isQueued) {
      this.#startWorkers();
      return;
    }
    if (place) this.#line.remove(place);
    this.#jobs.set(job, undefined);
    if (job.asking > 0) return;
    this.#jobs.delete(job);
    job.endRound();
  }

  /** Whoever waits for a place while nobody is queued any more would open a session for nothing. */
  #dropSurplus(): void {
    if (this.#line.size > 0) return;
    for (const worker of this.#workers) if (worker.phase === 'waiting') this.#stop(worker);
  }

  /** A fault of ours in a worker, unless it was stopped. */
  #failAll(worker: SessionWorker, error: unknown): void {
    if (worker.isStopped) return;
    this.#parts.onStuck({ work: 'session', state: worker.state, error });
    this.#remove(worker);
    this.#fail(worker);
  }

  /** Whom the worker was at, or all where it could not open a session and nobody else could. */
  #fail({ job }: SessionWorker): void {
    job?.fail();
    if (!job && this.#placed === 0) for (const one of [...this.#jobs.keys()]) one.fail();
  }

  /** Sessions that the provider of the first host takes at a time. */
  get #mostSessions(): number {
    const { world, hosts } = this.#parts;
    return world.pacing.paceOf(world.providers.find(hosts[0] ?? '').key).connections;
  }

  /** How many are queued, counted up to `enough`: a provider may have a hundred thousand domains. */
  #queued(enough: number): number {
    let sum = 0;
    for (const { recipients } of this.#line) {
      sum += recipients.queued;
      if (sum >= enough) break;
    }
    return Math.min(sum, enough);
  }
}
