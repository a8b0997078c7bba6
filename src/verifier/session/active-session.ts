import type { BoundedMap } from '../../lib/bounded-map.ts';
import type { ProbeContext } from '../engine/probe-context.ts';
import type { Backoff } from '../pacing/backoff.ts';
import type { RefusalTolerance } from '../pacing/refusal-tolerance.ts';
import type { Tolerance } from '../pacing/tolerance.ts';
import type { Session } from '../smtp/session.ts';
import type { SessionEnding } from '../smtp/session-ending.ts';
import type { DomainJob } from './domain-job.ts';
import type { IdleSessions } from './idle-sessions.ts';
import { randomAddress } from './recipients/accept-all.ts';
import {
  acceptedKey,
  askControls,
  askRecipients,
  type ControlAddress,
  type Dialogue,
  type SendersByEgress,
  type TakenRecipient,
} from './recipients/dialogue.ts';
import { ProvisionalAnswers } from './recipients/provisional-answers.ts';
import { type AnswerSample, isNearRefusalLimit, takeBatch } from './take-batch.ts';

/** Addresses of one job in a row while others wait at the same host. */
const MAX_IN_TURN = 32;

/** Each part of a domain costs a round trip, and in another session a transaction. */
const MIN_SHARE = 16;

/** Exim accepts ten commands outside of transactions, EHLO among them. */
const MAX_PROOFS = 8;

/** Jobs of a domain, which are taken in a drawn order, from which on their answers tell what those of the others are. */
const MANY_JOBS = 6;

/** A random address, and one that the host accepts. */
const MAX_CONTROLS = 2;

/** What was learnt about a set of hosts. */
export interface HostMemory {
  readonly senders: SendersByEgress;
  readonly tolerance: Tolerance;
  readonly refusals: RefusalTolerance;
  /** The address that a host accepted last, by domain and host. */
  readonly accepted: BoundedMap<string, string>;
  /** Called when a session added to it. */
  noteLearnt?(): void;
}

/** What a pool decides for a session, and has learnt of the hosts. */
export interface PoolAccess extends HostMemory {
  /** The job to serve next. `hadItsTurn`: enough addresses of the current one were asked in a row. */
  next(current: DomainJob | undefined, hadItsTurn: boolean): DomainJob | undefined;
  /** The job and all others queued of its domain: their addresses go into one transaction. */
  withSameDomain(job: DomainJob): readonly DomainJob[];
  /** Jobs that are queued, those included whose addresses are being taken. */
  queued(): number;
  /** Some of the job's addresses were asked. */
  release(job: DomainJob): void;
  /** How many sessions share the work. */
  workers(): number;
  /** The sessions that stay open without work. */
  readonly idle: IdleSessions;
}

/** The result of a session. */
export interface SessionResult {
  /** Whether any address could be asked. */
  readonly isServed: boolean;
  /** Nothing was left to ask: other sessions had asked it all. */
  readonly isSurplus: boolean;
  /** Whether any address got an answer that counts. */
  readonly isFruitful: boolean;
  readonly ending: SessionEnding;
}

/** What a session may still be asked. */
interface SessionRoom {
  /** Recipients, beside their controls. */
  readonly recipients: number;
  /** Recipients that the provider's hourly limits still allow. */
  readonly budget: number;
  /** Recipients that may be refused in all, beside a random address. */
  readonly maxRefusals: number;
}

/**
 * A greeted session that serves one job after the other:
 *
 *   next job ──batch taken──▶ asked ──room left──▶ next job, or idle until there is one
 *                               └── limit reached, host silent, slot wanted ──▶ closed, answers settled
 */
export class ActiveSession {
  job: DomainJob | undefined;
  readonly #context: ProbeContext;
  readonly #session: Session;
  readonly #pool: PoolAccess;
  /** Of the provider, which is not forgotten while the session has its place. */
  readonly #backoff: Backoff;
  readonly #answers = new ProvisionalAnswers();
  readonly #jobs = new Set<DomainJob>();
  /** Jobs whose addresses are asked together. */
  #current: readonly DomainJob[] = [];
  #isServed = false;
  /** Nothing was queued when it looked for work. */
  #hasFoundNone = false;
  /** Whether an answer of the last jobs counts. */
  #counts = false;
  /** How often EHLO was said to prove answers. */
  #proofs = 0;
  /** Addresses asked in a row for the current job and those that went along. */
  #inTurn = 0;
  /** What it was answered about the current domain is a sample of what is left. */
  #isSampled = false;
  /** What the session had been asked and refused before the current domain. */
  #before: AnswerSample = { asked: 0, refused: 0 };

  constructor(context: ProbeContext, session: Session, serving: PoolAccess) {
    this.#context = context;
    this.#session = session;
    this.#pool = serving;
    this.#backoff = context.pacing.backoff(session.provider, session.egress.name);
  }

  /** Serves jobs until there is no room in the session, or none came while it was idle. */
  async serveAll(signal: AbortSignal): Promise<void> {
    do {
      const state = await this.#serveQueued(signal);
      for (const domain of this.#answers.domains) await this.#control(domain);
      if (state === 'closing') return;
    } while (await this.#waitsForJob(signal));
  }

  async #serveQueued(signal: AbortSignal): Promise<'done' | 'closing'> {
    const { next, withSameDomain, queued, release } = this.#pool;
    for (let room = this.#room; room && !signal.aborted; room = this.#room) {
      const job = next(this.job, this.#inTurn >= MAX_IN_TURN);
      if (!job) {
        this.#hasFoundNone = true;
        return 'done';
      }
      const jobs = withSameDomain(job);
      const rest = { queued: countQueued(jobs), areLast: queued() <= jobs.length };
      if (isNearRefusalLimit(this.#session, rest, room.maxRefusals)) return 'closing';
      if (this.#jobs.size > 0 && !job.owner.isSingle && this.#isWanted) return 'closing';
      const isSameDomain = job.recipients.domain === this.job?.recipients.domain;
      if (!isSameDomain) this.#enterDomain();
      this.job = job;
      const goesOn = await this.#ask(jobs, rest.queued, room);
      if (goesOn && countQueued(jobs) === 0) await this.#control(job.recipients.domain);
      for (const one of this.#current) release(one);
      if (!goesOn) return 'closing';
    }
    return 'closing';
  }

  /** Applies the answers so far, where the host proves them, and waits for a job. False: it is to be closed. */
  async #waitsForJob(signal: AbortSignal): Promise<boolean> {
    const { idle } = this.#pool;
    const { provider } = this.#session;
    if (!this.#room || this.#proofs >= MAX_PROOFS || !idle.mayStay(provider)) return false;
    if (this.#jobs.size > 0) {
      this.#proofs++;
      if (!(await this.#session.provesInStep())) return false;
      this.#apply('in_step');
    }
    this.job = undefined;
    return (await idle.wait({ provider, signal })) && this.#session.isQuiet;
  }

  /** Applies the answers that the closed session proves, and releases its jobs. */
  settle(ending: SessionEnding): SessionResult {
    const { tolerance, refusals } = this.#pool;
    const { asked, refused, hasQuit } = this.#session;
    tolerance.note(ending, asked);
    if (hasQuit && ending !== 'in_step') tolerance.noteQuitAloneWanted();
    refusals.note(refused, this.#answers.tolerated ?? findToleratedRefusals(this.#session, ending));
    this.#pool.noteLearnt?.();
    this.#apply(ending);
    const isServed = this.#isServed;
    const isSurplus = this.#hasFoundNone && !isServed;
    return { isServed, isSurplus, isFruitful: asked > 0 && this.#counts, ending };
  }

  #apply(ending: SessionEnding): void {
    const counts = this.#answers.settle(ending);
    if (this.#jobs.size > 0 || !this.#isServed) this.#counts = counts;
    const jobs = [...this.#jobs];
    this.#jobs.clear();
    this.#isServed ||= jobs.length > 0;
    for (const job of jobs) {
      job.asking--;
      this.#pool.release(job);
    }
  }

  /** Asks for some of the addresses that are queued. Returns whether the session may go on. */
  async #ask(jobs: readonly DomainJob[], queued: number, room: SessionRoom): Promise<boolean> {
    const session = this.#session;
    this.#isSampled ||= jobs.length >= MANY_JOBS;
    const isSampled = this.#isSampled || jobs.every(({ recipients }) => recipients.isDrawn);
    const batch = takeBatch(session, jobs, {
      max: Math.min(room.recipients, room.budget, this.#share(queued, jobs)),
      refusals: room.maxRefusals - session.refused,
      sample: isSampled ? this.#sample : undefined,
      isAnswering: this.#backoff.isAnswering,
      random: this.#context.random,
    });
    this.#enter(jobs, batch);
    this.#inTurn += batch.length;
    const domain = batch[0]?.recipients.domain;
    if (domain === undefined) return true;
    const isAllTaken = countQueued(jobs) === 0;
    const isLast = isAllTaken && this.#needsNoControl && this.#isLast(jobs);
    const isEnd = isAllTaken || batch.length === room.recipients;
    const behind = isEnd ? this.#randomAlong(domain) : [];
    return askRecipients(this.#dialogue(domain, isLast), batch, behind);
  }

  #enterDomain(): void {
    const { asked, refused } = this.#session;
    this.#inTurn = 0;
    this.#isSampled = false;
    this.#before = { asked, refused };
  }

  /** What was answered about the current domain, where a guess by it did not fail lately at these hosts. */
  get #sample(): AnswerSample | undefined {
    const { asked, refused } = this.#session;
    if (!this.#pool.refusals.mayEstimate) return undefined;
    return { asked: asked - this.#before.asked, refused: refused - this.#before.refused };
  }

  /** Recipients of a domain for this session: others take as many, unless they have other domains to ask. */
  #share(count: number, jobs: readonly DomainJob[]): number {
    const { workers, queued } = this.#pool;
    const share = Math.ceil(count / Math.max(1, workers()));
    return queued() > jobs.length ? Math.max(share, MIN_SHARE) : share;
  }

  #dialogue(domain: string, isLast: boolean): Dialogue {
    const { senders, tolerance, accepted } = this.#pool;
    const session = this.#session;
    return {
      context: this.#context,
      senders: senders.of(session.egress),
      session,
      backoff: this.#backoff,
      domain,
      answers: this.#answers,
      accepted,
      isCramped: this.#isCramped,
      isSequential: tolerance.recipients === 1,
      isLast,
    };
  }

  /** Asks what shows what the answers about a domain are worth, behind them. */
  async #control(domain: string): Promise<void> {
    if (this.#isCramped || this.#needsNoControl) return;
    const controls = this.#findControls(domain);
    if (controls.length === 0 || !this.#session.isUsable || !this.#session.hasTime) return;
    const isLast = countQueued(this.#current) === 0 && this.#isLast(this.#current);
    await askControls(this.#dialogue(domain, isLast), controls);
  }

  /** Where the host accepted an address before, the random one will be needed: it saves a round trip. */
  #randomAlong(domain: string): ControlAddress[] {
    const { host, asked } = this.#session;
    const accepted = this.#pool.accepted.get(acceptedKey(domain, host));
    const mayGoAlong = asked > 0 && accepted !== undefined && !this.#isCramped;
    return mayGoAlong && this.#isOpenQuestion(domain) ? [this.#random(domain)] : [];
  }

  /** Whether it takes a random address to learn whether the host accepts everything. */
  #isOpenQuestion(domain: string): boolean {
    const { acceptAll, host } = this.#session;
    return acceptAll === undefined && this.#context.acceptAll.recall(domain, host) !== true;
  }

  #random(domain: string): ControlAddress {
    const accepted = this.#pool.accepted.get(acceptedKey(domain, this.#session.host));
    const address = randomAddress(this.#context.probeKey, domain, accepted);
    return { kind: 'random', address };
  }

  #findControls(domain: string): ControlAddress[] {
    const { provider, host, asked, refused } = this.#session;
    const { random, known } = this.#answers.missingControls(domain);
    const controls: ControlAddress[] = [];
    // A further refusal may have the host hang up, and no answer counts.
    const mayBeRefused = refused < this.#pool.refusals.max;
    const accepted = this.#pool.accepted.get(acceptedKey(domain, host));
    if (random && mayBeRefused && this.#isOpenQuestion(domain)) controls.push(this.#random(domain));
    if (known && accepted !== undefined) controls.push({ kind: 'known', address: accepted });
    if (known && accepted === undefined && mayBeRefused) {
      controls.push({ kind: 'postmaster', address: `postmaster@${domain}` });
    }
    const room = Math.min(this.#limit(provider) - asked, this.#budget);
    return controls.slice(0, Math.max(0, room));
  }

  /** Whether the provider's entry says what acceptances and refusals are worth. */
  get #needsNoControl(): boolean {
    return this.#session.acceptAll !== undefined && this.#session.refusesForCertain;
  }

  /**
   * Whether the session is to be closed when all addresses of these jobs are answered: nothing else is
   * queued here, and somebody waits for the place.
   */
  #isLast(jobs: readonly DomainJob[]): boolean {
    const { tolerance, idle, queued } = this.#pool;
    const { asked, provider } = this.#session;
    if (asked === 0 || !tolerance.takesQuitAlong || idle.mayStay(provider)) return false;
    return queued() <= jobs.length;
  }

  /** The first job has its turn; of the others those whose addresses go along. */
  #enter(jobs: readonly DomainJob[], batch: readonly TakenRecipient[]): void {
    this.#current = jobs.length === 1 ? jobs : withAddressesIn(batch, jobs);
    for (const job of this.#current) {
      if (!this.#jobs.has(job)) job.asking++;
      this.#jobs.add(job);
    }
  }

  /**
   * Whether a single verification waits for the session to end: for its own answer to count, or
   * for the place at the provider.
   */
  get #isWanted(): boolean {
    if (this.#context.pacing.isWanted(this.#session.provider)) return true;
    for (const { owner } of this.#jobs) if (owner.isSingle) return true;
    return false;
  }

  /** What the session may still be asked; undefined: nothing. */
  get #room(): SessionRoom | undefined {
    const { isUsable, hasTime, refused, asked, provider } = this.#session;
    if (!isUsable || !hasTime) return undefined;
    const hasControls = !this.#needsNoControl && !this.#isCramped;
    const recipients = this.#limit(provider) - asked - (hasControls ? MAX_CONTROLS : 0);
    const budget = this.#budget;
    const { max } = this.#pool.refusals;
    const maxRefusals = hasControls && max > 1 ? max - 1 : max;
    const isFull = recipients <= 0 || budget <= 0 || refused >= maxRefusals;
    return isFull ? undefined : { recipients, budget, maxRefusals };
  }

  /** The session is too short for controls. */
  get #isCramped(): boolean {
    return this.#limit(this.#session.provider) <= 2 * MAX_CONTROLS;
  }

  /** Recipients that a session may have in all. */
  #limit(provider: string): number {
    const { recipientsPerSession } = this.#context.pacing.paceOf(provider);
    return Math.min(recipientsPerSession, this.#pool.tolerance.recipients);
  }

  /** Recipients that the provider's hourly limits still allow. */
  get #budget(): number {
    return this.#backoff.recipientsLeft;
  }
}

function countQueued(jobs: readonly DomainJob[]): number {
  let sum = 0;
  for (const { recipients } of jobs) sum += recipients.queued;
  return sum;
}

function withAddressesIn(
  batch: readonly TakenRecipient[],
  jobs: readonly DomainJob[],
): readonly DomainJob[] {
  const taken = new Set(batch.map(({ recipients }) => recipients));
  return jobs.filter((job, at) => at === 0 || taken.has(job.recipients));
}

/** The refusals before the host slowed down, replied with a limit or hung up; undefined: it did not. */
function findToleratedRefusals(session: Session, ending: SessionEnding): number | undefined {
  if (session.toleratedRefusals !== undefined) return session.toleratedRefusals;
  return ending === 'cut_off' && session.refused > 0 ? session.refused - 1 : undefined;
}
