import { type Owner, OwnerQueue } from '../pacing/owner-queue.ts';
import type { DomainJob } from './domain-job.ts';

/**
 * The jobs of one pool that are in a round. A job that is queued has its entry:
 *
 *   queued ──all its addresses taken──▶ asked ──sessions closed, none queued──▶ round ended
 *      ▲                                  │
 *      └──────── an address is queued ────┘
 */
export class JobQueue {
  /** Jobs queued or being asked. */
  readonly #jobs = new Set<DomainJob>();
  readonly #queue = new OwnerQueue<DomainJob>();
  /** Queued jobs, by domain. */
  readonly #byDomain = new Map<string, DomainJob[]>();

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
    return [...this.#jobs];
  }

  get queued(): DomainJob[] {
    return [...this.#queue];
  }

  add(job: DomainJob): void {
    this.#jobs.add(job);
    job.entry = this.#queue.add(job, job.owner);
    const { domain } = job.recipients;
    const same = this.#byDomain.get(domain);
    if (same) same.push(job);
    else this.#byDomain.set(domain, [job]);
  }

  /** False where the job was not in the queue. */
  remove(job: DomainJob): boolean {
    this.#unqueue(job);
    return this.#jobs.delete(job);
  }

  /** All queued jobs of a job's domain, itself first. */
  withSameDomain(job: DomainJob): readonly DomainJob[] {
    const jobs = [job];
    for (const one of this.#byDomain.get(job.recipients.domain) ?? []) {
      if (one !== job) jobs.push(one);
    }
    return jobs;
  }

  /**
   * The current job, then another one of its domain, as long as no other owner waits, since a change of
   * domain costs a transaction.
   */
  next(current: DomainJob | undefined, hadItsTurn: boolean): DomainJob | undefined {
    if (!current || (this.#queue.isShared && hadItsTurn)) return this.#queue.turn();
    const goesOn = current.recipients.queued > 0 && !current.isEnded;
    if (goesOn) return current;
    const same = this.#byDomain.get(current.recipients.domain);
    return same?.find((one) => one !== current) ?? this.#queue.turn();
  }

  /** Moves a job to the state that its recipients are in. `absent`: it was in no round. */
  update(job: DomainJob): 'queued' | 'asked' | 'ended' | 'absent' {
    if (!this.#jobs.has(job)) return 'absent';
    if (job.recipients.queued > 0) {
      if (!job.entry) this.add(job);
      return 'queued';
    }
    this.#unqueue(job);
    if (job.asking > 0) return 'asked';
    this.#jobs.delete(job);
    return 'ended';
  }

  #unqueue(job: DomainJob): void {
    const { entry, recipients } = job;
    if (!entry) return;
    this.#queue.remove(entry);
    job.entry = undefined;
    const same = this.#byDomain.get(recipients.domain);
    if (!same) return;
    if (same.length === 1) this.#byDomain.delete(recipients.domain);
    else same.splice(same.indexOf(job), 1);
  }

  /** The number of queued addresses, counted up to `enough`: a pool may have 100,000 domains. */
  countAddresses(enough: number): number {
    let sum = 0;
    for (const { entry, recipients } of this.#jobs) {
      if (entry) sum += recipients.queued;
      if (sum >= enough) return enough;
    }
    return sum;
  }

  /** The owner whose turn it is; the turn counts as taken. */
  nextOwner(): Owner | undefined {
    return this.#queue.turn()?.owner;
  }
}
