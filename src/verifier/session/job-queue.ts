import { type Owner, OwnerQueue, type QueueEntry } from '../pacing/owner-queue.ts';
import type { DomainJob } from './domain-job.ts';

/**
 * The jobs of one pool that are in a round:
 *
 *   queued ──all its addresses taken──▶ asked ──sessions closed, none queued──▶ round ended
 *      ▲                                  │
 *      └──────── an address is queued ────┘
 */
export class JobQueue {
  /** Each job with its entry in the queue; undefined while all its addresses are being asked. */
  readonly #jobs = new Map<DomainJob, QueueEntry<DomainJob> | undefined>();
  readonly #queue = new OwnerQueue<DomainJob>();
  /** Queued jobs, by domain. */
  readonly #byDomain = new Map<string, Set<DomainJob>>();

  /** Jobs queued or being asked. */
  get size(): number {
    return this.#jobs.size;
  }

  get hasQueued(): boolean {
    return this.#queue.size > 0;
  }

  get countQueued(): number {
    return this.#queue.size;
  }

  /** A copy, which stays as it is while jobs end. */
  get all(): DomainJob[] {
    return [...this.#jobs.keys()];
  }

  get queued(): DomainJob[] {
    return [...this.#queue];
  }

  add(job: DomainJob): void {
    this.#jobs.set(job, this.#queue.add(job, job.owner));
    const { domain } = job.recipients;
    const same = this.#byDomain.get(domain);
    if (same) same.add(job);
    else this.#byDomain.set(domain, new Set([job]));
  }

  /** False where the job was not in the queue. */
  remove(job: DomainJob): boolean {
    this.#unqueue(job);
    return this.#jobs.delete(job);
  }

  /** The other jobs of its domain that are queued. */
  sameDomain(job: DomainJob): readonly DomainJob[] {
    const same = this.#byDomain.get(job.recipients.domain);
    if (!same || (same.size === 1 && same.has(job))) return [];
    return [...same].filter((one) => one !== job);
  }

  /** The first job, which moves to the end. */
  turn(): DomainJob | undefined {
    return this.#queue.turn();
  }

  /**
   * The current job, then another one of its domain, as long as no other owner waits, since a change of
   * domain costs a transaction.
   */
  next(current: DomainJob | undefined, hadItsTurn: boolean): DomainJob | undefined {
    if (!current || (this.#queue.isShared && hadItsTurn)) return this.#queue.turn();
    const goesOn = current.recipients.queued > 0 && !current.isEnded;
    return goesOn ? current : (this.sameDomain(current)[0] ?? this.#queue.turn());
  }

  /** Moves a job to the state that its recipients are in. `absent`: it was in no round. */
  update(job: DomainJob): 'queued' | 'asked' | 'ended' | 'absent' {
    if (!this.#jobs.has(job)) return 'absent';
    const place = this.#jobs.get(job);
    if (job.recipients.queued > 0) {
      if (!place) this.add(job);
      return 'queued';
    }
    this.#unqueue(job);
    this.#jobs.set(job, undefined);
    if (job.asking > 0) return 'asked';
    this.#jobs.delete(job);
    return 'ended';
  }

  #unqueue(job: DomainJob): void {
    const place = this.#jobs.get(job);
    if (!place) return;
    this.#queue.remove(place);
    const { domain } = job.recipients;
    const same = this.#byDomain.get(domain);
    same?.delete(job);
    if (same?.size === 0) this.#byDomain.delete(domain);
  }

  /** The number of queued addresses, counted up to `enough`: a pool may have 100,000 domains. */
  countAddresses(enough: number): number {
    let sum = 0;
    for (const [{ recipients }, entry] of this.#jobs) {
      if (entry) sum += recipients.queued;
      if (sum >= enough) break;
    }
    return Math.min(sum, enough);
  }

  /** The owner whose turn it is; the turn counts as taken. */
  nextOwner(): Owner | undefined {
    return this.#queue.turn()?.owner;
  }
}
