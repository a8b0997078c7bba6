import { setAlarm } from '../../lib/alarm.ts';
import { awakeTime } from '../../lib/clock.ts';
import { MINUTE_MS } from '../../lib/time-units.ts';
import type { ProbeOutcome } from '../engine/finding.ts';
import type { ProbeContext } from '../engine/probe-context.ts';
import type { HostFailure } from '../pacing/host-failure.ts';
import type { Owner, QueueEntry } from '../pacing/owner-queue.ts';
import type { ListedMailbox } from './recipients/recipient.ts';
import type { MailboxSource } from './recipients/recipient-queue.ts';
import { Recipients, type RecipientsOwner } from './recipients/recipients.ts';
import { readTries, type Tries } from './recipients/tries.ts';
import type { StuckWork } from './stuck.ts';
import type { Wait } from './waiting.ts';

/** What a job needs from its pool (see session-pool.ts). */
interface JobPool {
  readonly isAtWork: boolean;
  /** A session is being opened, or serves. */
  readonly isActive: boolean;
  /** A description for a log. */
  readonly state: string;
  add(job: DomainJob): void;
  remove(job: DomainJob): void;
}

/** Addresses of one domain without a result. */
export interface UndecidedWork {
  readonly provider: string;
  /** Addresses to be asked now. */
  readonly open: number;
  /** Addresses whose answers count once their sessions have ended. */
  readonly answered: number;
  /** Addresses that are asked again later. */
  readonly waiting: number;
}

/** The addresses of one domain that one caller asked for, and where their results go. */
export interface JobDomain {
  readonly context: ProbeContext;
  readonly domain: string;
  readonly mailboxes: MailboxSource;
  readonly owner: Owner;
  /** By which pacing knows the hosts of the domain. */
  readonly provider: string;
  /** Milliseconds after which deferred addresses are asked again, one after the other. */
  readonly retryIntervals: readonly number[];
  /** Milliseconds: addresses that wait longer are handed back; infinite: they never are. */
  readonly deferAfter: number;
  /** What an earlier run noted of an address that it handed back. */
  triesOf(mailbox: ListedMailbox): unknown;
  onDeferred(mailbox: ListedMailbox, deferral: { wait: number; tries: Tries }): void;
  settle(mailbox: ListedMailbox, outcome: ProbeOutcome): void;
  /** The sessions with the domain's hosts. */
  findPool(): JobPool;
  /** Called once, when every address is settled. */
  onEnd(job: DomainJob): void;
  onStuck(stuck: StuckWork): void;
}

/** Milliseconds after which a late alarm counts as lost. */
const LATE = MINUTE_MS;

/**
 * The addresses of one domain that one caller asked for:
 *
 *   queued ⇄ asked ──none queued, none asked──▶ parked ──alarm──▶ queued
 *      │        │                                  │
 *      └────────┴──────────── ended ◀──────────────┘
 *
 * queued   its pool has it in its line, and at least one worker (see session-pool.ts)
 * asked    a session works on some of its addresses, within the limits of a session
 * parked   an alarm is set; it queues the deferred addresses again, or another run does
 * ended    each address is settled, or the job was cancelled. Later answers are ignored.
 */
export class DomainJob implements RecipientsOwner {
  readonly owner: Owner;
  readonly recipients: Recipients;
  /** Sessions that ask, or asked, for its addresses and are still open: their answers don't count yet. */
  asking = 0;
  /** While it is queued (see job-queue.ts). */
  entry: QueueEntry<DomainJob> | undefined;
  isEnded = false;
  readonly #domain: JobDomain;
  #pool: JobPool | undefined;
  #round = 0;
  /** The end of the provider's rest, where the job waits for it. */
  #restsUntil = Number.NEGATIVE_INFINITY;
  #cancelAlarm: (() => void) | undefined;
  #wakesAt = Number.POSITIVE_INFINITY;
  /** By the time that the process runs: behind a stop, this may be looked at before the alarm rings. */
  #lostAt = Number.POSITIVE_INFINITY;

  constructor(domain: JobDomain) {
    this.#domain = domain;
    this.owner = domain.owner;
    this.recipients = new Recipients(domain, this);
  }

  /** Asks for all queued addresses. */
  start(): void {
    this.#wakesAt = Number.POSITIVE_INFINITY;
    this.#pool = this.#domain.findPool();
    this.#pool.add(this);
  }

  /** No address is queued or being asked: waits for another round, or ends. */
  endRound(): void {
    if (this.isEnded) return;
    this.recipients.settleRefused();
    const interval = this.#nextInterval();
    if (interval === undefined || this.recipients.parked === 0) {
      this.endWithWhatIsKnown();
      return;
    }
    if (interval > this.#domain.deferAfter) {
      this.#handBack(interval);
      return;
    }
    const { clock } = this.#domain.context;
    this.#wakesAt = clock.monotonic() + interval;
    this.#lostAt = awakeTime(clock) + interval + LATE;
    this.#cancelAlarm = setAlarm(clock, interval, () => {
      this.recipients.unpark();
      this.start();
    });
  }

  /** What an earlier run handed back; its rounds count. */
  resume(mailbox: ListedMailbox): Tries | undefined {
    const tries = readTries(this.#domain.triesOf(mailbox));
    this.#round = Math.max(this.#round, tries?.rounds ?? 0);
    return tries;
  }

  #handBack(wait: number): void {
    for (const { mailbox, tries } of this.recipients.handBack(this.#round))
      this.#domain.onDeferred(mailbox, { wait, tries });
    this.#end();
  }

  /** No host accepted a session, which decides for all queued addresses. */
  noteHostFailure(failure: HostFailure): void {
    const { retryAfter } = failure;
    if (retryAfter !== undefined && retryAfter <= this.#waitLeft) {
      this.#restsUntil = this.#domain.context.clock.monotonic() + retryAfter;
      this.recipients.parkQueued(failure);
      return;
    }
    while (this.recipients.queued > 0) this.recipients.failQueued(failure);
  }

  /** Milliseconds that may still be waited. */
  get #waitLeft(): number {
    return this.#domain.retryIntervals.slice(this.#round).reduce((sum, one) => sum + one, 0);
  }

  /** Milliseconds until the next round, which begins after the provider's rest. */
  #nextInterval(): number | undefined {
    const { retryIntervals, context } = this.#domain;
    const rest = this.#restsUntil - context.clock.monotonic();
    let interval = retryIntervals[this.#round++];
    while (interval !== undefined && interval < rest) {
      const more = retryIntervals[this.#round++];
      interval = more === undefined ? rest : interval + more;
    }
    return interval;
  }

  /** What its addresses wait for; undefined while they are being asked. */
  get wait(): Wait | undefined {
    const { parkedReason: reason, openAddresses: count } = this.recipients;
    if (reason === undefined || this.#wakesAt === Number.POSITIVE_INFINITY) return undefined;
    return { reason, count, until: this.#wakesAt };
  }

  /** Its addresses at their provider: to be asked now, or later. */
  get work(): UndecidedWork | undefined {
    const { openAddresses: all, provisional } = this.recipients;
    const waiting = this.wait?.count ?? 0;
    // A random address may be answered as well.
    const answered = Math.min(all - waiting, provisional);
    const open = all - waiting - answered;
    return { provider: this.#domain.provider, open, answered, waiting };
  }

  endWithWhatIsKnown(): void {
    if (this.isEnded) return;
    this.recipients.settleOpen();
    this.#end();
  }

  /** The owner of the domain asks not to be probed: nothing more is asked. */
  noteOptOut(): void {
    if (this.isEnded) return;
    this.recipients.settleRefused();
    this.recipients.settleOpen('opted_out');
    this.#end();
  }

  /** Ends the job with what is known where it only waits: for a time, or for its provider. */
  endIfWaiting(): void {
    const isParked = this.#wakesAt < Number.POSITIVE_INFINITY;
    if (isParked || (this.asking === 0 && this.#pool?.isActive !== true)) this.endWithWhatIsKnown();
  }

  /** Settles the open addresses as `internal`: a bug in mailvet. */
  fail(): void {
    if (this.isEnded) return;
    this.recipients.failOpen();
    this.#end();
  }

  /** Ends the job without settling anything. */
  cancel(): void {
    if (!this.isEnded) this.#end();
  }

  /** Ends the job where no alarm or worker is left to continue it: a bug in mailvet. */
  check(): void {
    const isParked = this.#wakesAt < Number.POSITIVE_INFINITY;
    const isAlive = isParked
      ? awakeTime(this.#domain.context.clock) < this.#lostAt
      : this.#pool?.isAtWork === true;
    if (this.isEnded || isAlive) return;
    const { queued, parked } = this.recipients;
    const pool = this.#pool?.state ?? 'no pool';
    const state = `${queued} queued, ${this.asking} being asked, ${parked} parked, ${pool}`;
    this.#domain.onStuck({ work: 'domain_job', state });
    this.fail();
  }

  settle(mailbox: ListedMailbox, outcome: ProbeOutcome): void {
    if (!this.isEnded) this.#domain.settle(mailbox, outcome);
  }

  #end(): void {
    this.isEnded = true;
    this.#cancelAlarm?.();
    this.#pool?.remove(this);
    this.#domain.onEnd(this);
  }
}
