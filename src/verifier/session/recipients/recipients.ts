import type { HostReply } from '../../engine/evidence.ts';
import type { ProbeOutcome } from '../../engine/finding.ts';
import type { ProbeContext } from '../../engine/probe-context.ts';
import type { HostFailure } from '../../pacing/host-failure.ts';
import type { FindingReason } from '../../verifier.ts';
import { randomAddress } from './accept-all.ts';
import { CONTROL_OF_REFUSAL, type Weight } from './controls.ts';
import { createRecipient, type ListedMailbox, noteReply, type Recipient } from './recipient.ts';
import { type MailboxSource, RecipientQueue } from './recipient-queue.ts';
import { resumeTries, type Tries, toTries } from './tries.ts';

/** Refused recipients without a control that wait for the end of the round. */
const MAX_HELD = 256;

/** What an answer of the host about an address is worth. */
interface WeighedAcceptance {
  readonly host: string;
  readonly weight: Weight;
  /** The session had no room for controls: those of another session must do. */
  readonly isCramped: boolean;
}

/** An acceptance whose worth is not known yet. */
interface Accepted {
  readonly recipient: Recipient;
  readonly host: string;
}

/** Random addresses that are asked behind acceptances in sessions which had no room for one. */
const MAX_RANDOMS = 4;

/** Recipients that are read together where all are settled at once. */
const AT_ONCE = 256;

/** The addresses of a domain, and what is asked of it. */
interface RecipientsDomain {
  readonly domain: string;
  readonly mailboxes: MailboxSource;
  readonly context: ProbeContext;
  /** A deferred address is asked again after each of them. */
  readonly retryIntervals: readonly number[];
}

/** Where the results of the addresses go. */
export interface RecipientsOwner {
  /** The tries of an earlier run. */
  resume(mailbox: ListedMailbox): Tries | undefined;
  settle(mailbox: ListedMailbox, outcome: ProbeOutcome): void;
}

/**
 * Where each address of a domain stands:
 *
 *   queued → asked → settled
 *              ├→ queued     the session ended, its limit was reached, or its replies did not
 *              │             add up: asked in another
 *              ├→ parked     deferred: queued again later, or settled as undecided
 *              ├→ accepted   until it is known whether the host accepts everything
 *              └→ refused    without a control: asked again where another address is accepted,
 *                            settled where nobody is
 */
export class Recipients {
  readonly domain: string;
  readonly #domain: RecipientsDomain;
  readonly #owner: RecipientsOwner;
  readonly #queue: RecipientQueue;
  readonly #parked: Recipient[] = [];
  readonly #accepted: Accepted[] = [];
  readonly #refused: Recipient[] = [];
  /** Addresses that were read and have no result. */
  readonly #open = new Set<Recipient>();
  #provisional = 0;
  #random: Recipient | undefined;
  #isRandomAnswered = false;
  #randomsLeft = MAX_RANDOMS;
  /** From the provider's entry: then no random address is asked. */
  #acceptAll: AcceptAll | undefined;

  constructor(domain: RecipientsDomain, owner: RecipientsOwner) {
    this.domain = domain.domain;
    this.#domain = domain;
    this.#owner = owner;
    this.#queue = new RecipientQueue(domain.mailboxes, (recipient) => this.#begin(recipient));
  }

  /** The number of recipients to ask now. */
  get queued(): number {
    return this.#queue.size;
  }

  /** Answers in sessions that are still open: they count once those have ended. */
  get provisional(): number {
    return this.#provisional;
  }

  noteProvisional(count: number): void {
    this.#provisional += count;
  }

  /** The number of recipients that wait for a later round. */
  get parked(): number {
    return this.#parked.length;
  }

  /** What the addresses wait for that are parked, and all that depend on their answers. */
  get parkedReason(): FindingReason | undefined {
    return this.#parked[0]?.reason;
  }

  /** Addresses without a result; the random one is not counted. */
  get openAddresses(): number {
    const random = this.#random && this.#open.has(this.#random) ? 1 : 0;
    return this.#open.size + this.#queue.unread - random;
  }

  #begin(recipient: Recipient): void {
    const tries = recipient.mailbox && this.#owner.resume(recipient.mailbox);
    if (tries) resumeTries(recipient, tries);
    this.#open.add(recipient);
  }

  /** Takes out the addresses without a result, for another run to go on with. */
  handBack(rounds: number): { mailbox: ListedMailbox; tries: Tries }[] {
    const open = [...this.#open];
    this.#open.clear();
    return open.flatMap((recipient) => {
      const { mailbox } = recipient;
      return mailbox ? [{ mailbox, tries: toTries(recipient, rounds) }] : [];
    });
  }

  /** Whether those asked are a sample of those to ask. */
  get isDrawn(): boolean {
    return this.#queue.isDrawn;
  }

  take(count: number): Recipient[] {
    return this.#queue.take(count);
  }

  /** Puts back a recipient that was taken and not asked. */
  giveBack(recipient: Recipient): void {
    this.#queue.putInFront([recipient]);
  }

  unpark(): void {
    this.#queue.putBehind(this.#parked.splice(0));
  }

  settle(recipient: Recipient, reason: FindingReason): void {
    if (!this.#open.delete(recipient)) return;
    const { mailbox } = recipient;
    if (mailbox) this.#owner.settle(mailbox, toOutcome(recipient, reason));
    else this.#settleUnproven();
  }

  /** Settles what is still open with what is known of it, or for the reason given. */
  settleOpen(reason?: FindingReason): void {
    if (this.#open.size + this.#queue.unread === 0) return;
    this.#settleUnproven();
    do for (const recipient of [...this.#open]) this.settle(recipient, reason ?? recipient.reason);
    while (this.take(AT_ONCE).length > 0);
  }

  /** Settles the open recipients as `internal`: a bug in mailvet. */
  failOpen(): void {
    this.settleOpen('internal');
  }

  /** Takes all queued recipients, many at a time: they need not be in memory together. */
  *#takeAll(): Generator<Recipient> {
    for (let some = this.take(AT_ONCE); some.length > 0; some = this.take(AT_ONCE)) yield* some;
  }

  /** No host accepted a session, which decides for all queued recipients. */
  failQueued({ reason, hostReply, retryAfter }: HostFailure): void {
    for (const recipient of this.#takeAll()) {
      noteFailure(recipient, hostReply);
      recipient.retryAfter = retryAfter;
      if (reason === 'deferred') this.park(recipient, 'deferred');
      else this.settle(recipient, reason);
    }
  }

  /** The provider must not be contacted for a while: all queued recipients wait for that. */
  parkQueued({ reason, hostReply, retryAfter }: HostFailure): void {
    for (const recipient of this.#takeAll()) {
      recipient.reason = reason;
      noteFailure(recipient, hostReply);
      recipient.retryAfter = retryAfter;
      this.#parked.push(recipient);
    }
  }

  /** The host accepts the address. */
  accept(
    recipient: Recipient,
    reason: FindingReason,
    { host, weight, isCramped }: WeighedAcceptance,
  ): void {
    recipient.reason = reason;
    if (this.#refused.length > 0) this.#queue.putBehind(this.#refused.splice(0));
    const recalled = this.#domain.context.acceptAll.recall(this.domain, host);
    const isKnown = recalled === true || (isCramped && recalled === false);
    const known = this.#acceptAll ?? (isKnown ? recalled : ACCEPT_ALL_BY_WEIGHT[weight]);
    if (known !== undefined) {
      const control = this.#acceptAll === undefined ? 'refused_behind' : 'provider';
      recipient.control = known === true ? undefined : control;
      this.settle(recipient, acceptedReason(reason, known));
      return;
    }
    this.#accepted.push({ recipient, host });
    if (this.#mayAskRandom) this.#askRandom(recipient, isCramped);
    else if (!this.#isAskingRandom) this.#settleUnproven();
  }

  /** The host says that the mailbox takes no mail. */
  refuse(
    recipient: Recipient,
    reason: FindingReason,
    { weight, isCramped }: Pick<WeighedAcceptance, 'weight' | 'isCramped'>,
  ): void {
    if (weight === 'void') {
      noteReply(recipient, undefined);
      this.repeatOrSettle(recipient, 'deferred');
      return;
    }
    recipient.reason = reason;
    recipient.control = CONTROL_OF_REFUSAL[weight] ?? 'none';
    const mayWait = recipient.control === 'none' && !isCramped && !recipient.wasHeld;
    recipient.wasHeld = true;
    if (mayWait && this.#refused.length < MAX_HELD) this.#refused.push(recipient);
    else this.settle(recipient, reason);
  }

  /** Nothing is queued nor being asked: nobody was accepted whom those refused could be asked with. */
  settleRefused(): void {
    if (this.#refused.length === 0) return;
    for (const recipient of this.#refused.splice(0)) this.settle(recipient, recipient.reason);
  }

  /** A host accepted or refused the random address. */
  learnAcceptAll(acceptsAll: boolean, host: string): void {
    this.#domain.context.acceptAll.remember(this.domain, host, acceptsAll);
    if (this.#random) this.#open.delete(this.#random);
    this.#isRandomAnswered = true;
    const accepted = this.#accepted.splice(0);
    const own = accepted.filter((one) => one.host === host);
    for (const { recipient } of own) {
      recipient.control = acceptsAll ? undefined : 'refused_behind';
      this.settle(recipient, acceptedReason(recipient.reason, acceptsAll));
    }
    this.#accepted.push(...accepted.filter((one) => one.host !== host));
    this.#settleUnproven();
  }

  park(recipient: Recipient, reason: FindingReason): void {
    recipient.reason = reason;
    const { retryIntervals } = this.#domain;
    if (countDeferral(recipient, reason, retryIntervals.length)) this.#parked.push(recipient);
    else this.settle(recipient, reason);
  }

  /** Queues the address for another session, or for a later round if too many gave no answer. */
  repeatOrSettle(recipient: Recipient, reason: FindingReason): void {
    if (this.repeat(recipient, reason)) return;
    if (reason === 'deferred') this.park(recipient, reason);
    else this.settle(recipient, reason);
  }

  /** Queues the address for another session, unless too many gave no answer. */
  repeat(recipient: Recipient, reason: FindingReason): boolean {
    recipient.reason = reason;
    if (!countRepeat(recipient)) return false;
    this.#queue.putBehind([recipient]);
    return true;
  }

  /** Queues the address for another sender's transaction. */
  requeue(recipient: Recipient): void {
    this.#queue.putBehind([recipient]);
  }

  /** No reply came. It counts only for the recipient that may be the cause. */
  noteNoReply(recipient: Recipient, isCulprit: boolean): void {
    recipient.reason = 'no_answer';
    if (isCulprit) recipient.unanswered++;
    const { maxUnanswered } = this.#domain.context;
    if (recipient.unanswered < maxUnanswered) this.#queue.putBehind([recipient]);
    else this.settle(recipient, 'no_answer');
  }

  /** Discards the answer and asks again, unless that happened too often. */
  discard(recipient: Recipient, reason: 'out_of_step' | 'no_answer', wasAlone: boolean): void {
    recipient.reason = reason;
    recipient.hostReply = undefined;
    if (countDiscard(recipient, wasAlone)) this.#queue.putInFront([recipient]);
    else this.settle(recipient, reason);
  }

  get #isAskingRandom(): boolean {
    return this.#random !== undefined && this.#open.has(this.#random);
  }

  /** One that got no answer is not asked again: it would get none. */
  get #mayAskRandom(): boolean {
    if (this.#random === undefined) return true;
    return !this.#isAskingRandom && this.#isRandomAnswered && this.#randomsLeft > 0;
  }

  /**
   * Queues a random address behind the others, where the session of an acceptance could not ask for one, or
   * got no answer: the host defers it, or takes one recipient a session.
   */
  #askRandom(accepted: Recipient, isFirst: boolean): void {
    const { domain, context } = this.#domain;
    this.#randomsLeft--;
    const address = randomAddress(context.probeKey, domain, accepted.address);
    this.#random = { ...createRecipient(undefined), address };
    if (isFirst) this.#queue.putInFront([this.#random]);
    else this.#queue.putBehind([this.#random]);
    this.#open.add(this.#random);
  }

  /** Uses the provider's entry, where it says what an accepted RCPT means. */
  useProvider(acceptAll: 'always' | 'never' | undefined): void {
    this.#acceptAll = toAcceptAll(acceptAll) ?? this.#acceptAll;
  }

  /** No answer about a random address came, nor will one. */
  #settleUnproven(): void {
    for (const { recipient } of this.#accepted.splice(0)) {
      recipient.control = 'none';
      this.settle(recipient, acceptedReason(recipient.reason, undefined));
    }
  }
}

function toOutcome(recipient: Recipient, reason: FindingReason): ProbeOutcome {
  const { hostReply, isCounted, control, attempts, retryAfter } = recipient;
  return { reason, hostReply, isCounted, control, attempts, retryAfter };
}

/** What a host said instead of a session decides. */
function noteFailure(recipient: Recipient, hostReply: HostReply | undefined): void {
  noteReply(recipient, hostReply);
  recipient.isCounted = true;
}

/** Whether the domain accepts everything; `until_data`: RCPT does, and judges after the message. */
type AcceptAll = boolean | 'until_data';

/** What an accepted RCPT shows. Undefined: the host gave no answer about a random address. */
function acceptedReason(reason: FindingReason, acceptsAll: AcceptAll | undefined): FindingReason {
  // Even a provider that accepts every recipient reports "too much mail" for existing mailboxes only.
  if (acceptsAll === 'until_data') {
    return reason === 'exists_busy' ? reason : 'accepts_all_until_data';
  }
  if (acceptsAll === undefined) return reason === 'accepted' ? 'unproven' : reason;
  return acceptsAll ? 'accept_all' : reason;
}

/** What the controls of an acceptance show. */
const ACCEPT_ALL_BY_WEIGHT: Readonly<Partial<Record<Weight, boolean>>> = {
  proven: false,
  accept_all: true,
};

/** What a provider's entry says. */
function toAcceptAll(entry: 'always' | 'never' | undefined): AcceptAll | undefined {
  return entry && (entry === 'always' ? 'until_data' : false);
}

// Each function below counts one try of an address, and returns whether another may follow.

/** Sessions that may end without an answer to an address before it stays undecided. */
const MAX_REPEATS = 3;
/**
 * How often answers about an address may be discarded. A session in which it was the only recipient
 * counts more: there no other recipient can be the cause.
 */
const MAX_DISCARDS = 6;
const DISCARD_WHEN_ALONE = 3;
/** Deferrals other than greylisting seldom pass within the hour. */
const MAX_TROUBLE_RETRIES = 2;

/** A session ended without an answer. */
function countRepeat(recipient: Recipient): boolean {
  return ++recipient.repeats < MAX_REPEATS;
}

/** An answer was discarded. */
function countDiscard(recipient: Recipient, wasAlone: boolean): boolean {
  recipient.discards += wasAlone ? DISCARD_WHEN_ALONE : 1;
  return recipient.discards < MAX_DISCARDS;
}

/** The host deferred the address; `retries`: how often such an address is asked again. */
function countDeferral(recipient: Recipient, reason: FindingReason, retries: number): boolean {
  const most = reason === 'greylisted' ? retries : Math.min(retries, MAX_TROUBLE_RETRIES);
  return recipient.parkings++ < most;
}
