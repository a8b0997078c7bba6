import type { Mailbox } from '../address/parse.ts';
import { randomLocalPart } from './accept-all.ts';
import type { Outcome } from './finding.ts';
import { EARLY, noteEarly, type OpenHost, openHost, type ShutReason } from './open-host.ts';
import { providerOf, rulesOf } from './provider.ts';
import { REACTIONS, UNDECIDING } from './reactions.ts';
import type { Meaning } from './smtp/meaning.ts';
import type { RecipientAnswer, Session } from './smtp/session.ts';
import type { FindingReason } from './verifier.ts';
import type { World } from './world.ts';

export interface ProbeJob {
  readonly domain: string;
  /** MX hosts in the order to try. */
  readonly hosts: readonly string[];
  readonly mailboxes: readonly Mailbox[];
  /** Milliseconds after which deferred addresses are asked again, one after the other. */
  readonly patience: readonly number[];
  readonly signal: AbortSignal;
  settle(mailbox: Mailbox, outcome: Outcome): void;
}

/** Postfix slows down at 10 errors and hangs up at 20. */
const MOST_REFUSED = 8;
/** A 4xx behind so many refusals may be a punishment for them. */
const SEVERAL_REFUSED = 3;
const MOST_BLOCKED_IN_ROW = 3;
/** Sessions that may turn an address away before it stays undecided. */
const MOST_REPEATS = 3;
/** Deferrals other than greylisting seldom pass within the hour. */
const MOST_RETRIES_OF_TROUBLE = 2;

interface Recipient {
  /** Undefined for the random address that tells whether the domain accepts everything. */
  readonly mailbox: Mailbox | undefined;
  readonly address: string;
  readonly needsSmtpUtf8: boolean;
  silences: number;
  repeats: number;
  parkings: number;
  /** What to say of it should the time be over. */
  reason: FindingReason;
}

/**
 * Asks a domain's hosts about its addresses, over as few sessions as its rules and limits allow.
 *
 *   queued → asked → settled
 *              ├→ queued     the session ended, or its limit was reached: asked in another
 *              ├→ parked     deferred: queued again after the next interval, or settled as undecided
 *              └→ accepted   until it is known whether the domain accepts everything
 */
export class DomainProbe {
  readonly #world: World;
  readonly #job: ProbeJob;
  #queue: Recipient[];
  #parked: Recipient[] = [];
  #accepted: Recipient[] = [];
  readonly #open: Set<Recipient>;
  #random: Recipient | undefined;
  #sender = 0;
  /** Sessions that are at work, or about to be. */
  #workers = 0;

  constructor(world: World, job: ProbeJob) {
    this.#world = world;
    this.#job = job;
    this.#queue = job.mailboxes.map((mailbox) => recipientOf(mailbox));
    this.#open = new Set(this.#queue);
  }

  /** Settles every mailbox of the job. Rejects only with the signal's reason; see `settleRest`. */
  async run(): Promise<void> {
    await this.#visit();
    for (const interval of this.#job.patience) {
      if (this.#parked.length === 0) break;
      await this.#world.clock.sleep(interval, this.#job.signal);
      this.#queue = this.#parked.splice(0);
      await this.#visit();
    }
    this.settleRest();
  }

  /** Settles what is still open with what is known of it. */
  settleRest(): void {
    this.#flushAccepted(undefined);
    for (const recipient of [...this.#open]) this.#settle(recipient, recipient.reason);
  }

  async #visit(): Promise<void> {
    this.#workers = Math.min(this.#world.sessionsPerDomain, Math.ceil(this.#queue.length / 8));
    await Promise.all(Array.from({ length: this.#workers }, () => this.#work()));
  }

  async #work(): Promise<void> {
    while (this.#queue.length > 0) {
      const opened = await openHost(this.#world, this.#job.hosts, this.#job.signal);
      const shut = opened.ok ? await this.#useSession(opened) : opened.reason;
      if (shut === undefined) continue;
      // A host may refuse a second session while the first goes well: the last one decides.
      this.#workers--;
      if (this.#workers === 0) this.#shutOut(shut);
      return;
    }
    this.#workers--;
  }

  /** A host that hangs up on whoever it greeted counts as shut: it would be called without end. */
  async #useSession({ session, leave }: OpenHost): Promise<'no_answer' | undefined> {
    try {
      return (await this.#converse(session)) ? undefined : 'no_answer';
    } finally {
      void session.close().then(leave);
    }
  }

  /** No host talks to us: that goes for all who are queued. */
  #shutOut(reason: ShutReason): void {
    for (const recipient of this.#queue.splice(0)) {
      if (reason === 'deferred') this.#park(recipient, 'deferred');
      else this.#settle(recipient, reason);
    }
  }

  /** Whether anybody could be asked. */
  async #converse(session: Session): Promise<boolean> {
    let asked = false;
    while (this.#queue.length > 0 && this.#hasRoom(session)) {
      const batch = this.#takeBatch(session);
      asked = true;
      if (batch.length === 0) break;
      if (!(await this.#begin(session, batch))) break;
      if (!(await this.#ask(session, batch))) break;
    }
    return asked || this.#queue.length === 0;
  }

  #hasRoom(session: Session): boolean {
    const { recipientsPerSession } = rulesOf(session.host);
    return (
      session.isUsable &&
      session.timeLeft > 0 &&
      session.refused < MOST_REFUSED &&
      session.asked < recipientsPerSession
    );
  }

  /** One address at first, then twice as many each time: what is asked at once can't be taken back. */
  #takeBatch(session: Session): Recipient[] {
    const most = rulesOf(session.host).recipientsPerSession;
    const share = Math.ceil(this.#queue.length / Math.max(1, this.#workers));
    const room = Math.min(MOST_REFUSED - session.refused, most - session.asked, share);
    const batch = this.#queue.splice(0, Math.min(room, session.asked + 1));
    const [able, unable] = partition(batch, (one) => !one.needsSmtpUtf8 || session.offersSmtpUtf8);
    for (const recipient of unable) this.#settle(recipient, 'unclear');
    return able;
  }

  /** MAIL, with the next sender where one is refused. What fails here is not about the batch's addresses. */
  async #begin(session: Session, batch: readonly Recipient[]): Promise<boolean> {
    const utf8 = batch.some((recipient) => recipient.needsSmtpUtf8);
    for (;;) {
      const begun = await session.begin(this.#senderName, utf8);
      if (begun === 'begun') return true;
      if (begun === 'sender_refused' && this.#nextSender()) continue;
      noteEarly(this.#world, session.host, begun);
      for (const recipient of batch) this.#again(recipient, EARLY[begun] ?? 'unclear');
      return false;
    }
  }

  get #senderName(): string {
    return this.#world.senders[this.#sender] ?? '';
  }

  #nextSender(): boolean {
    if (this.#sender + 1 >= this.#world.senders.length) return false;
    this.#sender++;
    return true;
  }

  /** Whether the session may go on. */
  async #ask(session: Session, batch: readonly Recipient[]): Promise<boolean> {
    const sender = this.#sender;
    let heard = 0;
    let blockedInRow = 0;
    let goesOn = true;
    for await (const answer of session.ask(batch.map((recipient) => recipient.address))) {
      const recipient = batch[heard++];
      if (!recipient) break;
      blockedInRow = isBlocked(answer) ? blockedInRow + 1 : 0;
      goesOn = this.#hear(recipient, answer, { session, sender });
      if (blockedInRow >= MOST_BLOCKED_IN_ROW) goesOn = false;
      if (!goesOn) break;
    }
    this.#queue.unshift(...batch.slice(heard));
    return goesOn;
  }

  #hear(
    recipient: Recipient,
    answer: RecipientAnswer,
    asked: { session: Session; sender: number },
  ): boolean {
    if (answer.kind === 'silence') return this.#hearSilence(recipient, answer.culprit);
    if (recipient.mailbox === undefined && this.#hearRandom(answer)) return true;
    const { session } = asked;
    const isVoid = answer.code < 500 && answer.code >= 400 && session.refused >= SEVERAL_REFUSED;
    if (isVoid && this.#repeat(recipient, 'deferred')) return false;
    return this.#react(recipient, answer.meaning, asked);
  }

  #react(
    recipient: Recipient,
    meaning: Meaning,
    { session, sender }: { session: Session; sender: number },
  ): boolean {
    const provider = providerOf(session.host);
    const reaction = REACTIONS[meaning];
    if (reaction.trusts) this.#world.pacing.noteAnswer(provider);
    noteEarly(this.#world, session.host, meaning);
    if (meaning === 'harvest_limit') this.#world.pacing.noteHurry(provider);
    switch (reaction.does) {
      case 'settle':
        this.#settle(recipient, reaction.reason);
        return true;
      case 'accept':
        this.#accept(recipient, reaction.reason);
        return true;
      case 'park':
        this.#askRandom();
        this.#park(recipient, reaction.reason);
        return true;
      case 'other_sender':
        if (sender < this.#sender || this.#nextSender()) this.#queue.push(recipient);
        else this.#settle(recipient, reaction.reason);
        return true;
      case 'other_session':
        this.#again(recipient, reaction.reason);
        return false;
    }
  }

  /** A host may fall silent over one address; the others of the session are not to suffer for it. */
  #hearSilence(recipient: Recipient, culprit: boolean): boolean {
    recipient.reason = 'no_answer';
    if (culprit) recipient.silences++;
    if (recipient.silences < this.#world.mostSilences) this.#queue.push(recipient);
    else this.#settle(recipient, 'no_answer');
    return false;
  }

  /** Whether the answer to the random address decides. A refusal in any words does: an open door has none. */
  #hearRandom({ meaning, code }: { meaning: Meaning; code: number }): boolean {
    const refused = code >= 500 && !UNDECIDING.has(meaning);
    if (meaning !== 'accepted' && !refused) return false;
    this.#world.acceptAll.remember(this.#job.domain, meaning === 'accepted');
    if (this.#random) this.#open.delete(this.#random);
    this.#flushAccepted(meaning === 'accepted');
    return true;
  }

  #accept(recipient: Recipient, reason: FindingReason): void {
    recipient.reason = reason;
    this.#accepted.push(recipient);
    const known = this.#world.acceptAll.recall(this.#job.domain);
    if (known !== undefined) this.#flushAccepted(known);
    else if (this.#random && !this.#open.has(this.#random)) this.#flushAccepted(undefined);
    else this.#askRandom();
  }

  /** Once a domain, behind the first real address that was not refused. */
  #askRandom(): void {
    if (this.#random || this.#world.acceptAll.recall(this.#job.domain) !== undefined) return;
    const address = `${randomLocalPart(this.#world.random)}@${this.#job.domain}`;
    this.#random = { ...recipientOf(undefined), address };
    this.#queue.unshift(this.#random);
    this.#open.add(this.#random);
  }

  #flushAccepted(acceptsAll: boolean | undefined): void {
    for (const recipient of this.#accepted.splice(0)) {
      const reason = acceptsAll ? 'accept_all' : recipient.reason;
      this.#settle(recipient, reason, acceptsAll !== undefined);
    }
  }

  #park(recipient: Recipient, reason: FindingReason): void {
    recipient.reason = reason;
    const most = reason === 'greylisted' ? this.#job.patience.length : MOST_RETRIES_OF_TROUBLE;
    if (recipient.parkings++ < Math.min(most, this.#job.patience.length))
      this.#parked.push(recipient);
    else this.#settle(recipient, reason);
  }

  /** Another session may answer; if too many did not, a later one. */
  #again(recipient: Recipient, reason: FindingReason): void {
    if (this.#repeat(recipient, reason)) return;
    if (reason === 'deferred') this.#park(recipient, reason);
    else this.#settle(recipient, reason);
  }

  #repeat(recipient: Recipient, reason: FindingReason): boolean {
    recipient.reason = reason;
    if (++recipient.repeats >= MOST_REPEATS) return false;
    this.#queue.push(recipient);
    return true;
  }

  #settle(recipient: Recipient, reason: FindingReason, acceptAllKnown = false): void {
    this.#open.delete(recipient);
    if (recipient.mailbox) this.#job.settle(recipient.mailbox, { reason, acceptAllKnown });
    else this.#flushAccepted(undefined);
  }
}

function recipientOf(mailbox: Mailbox | undefined): Recipient {
  return {
    mailbox,
    address: mailbox?.address ?? '',
    needsSmtpUtf8: mailbox?.needsSmtpUtf8 ?? false,
    silences: 0,
    repeats: 0,
    parkings: 0,
    reason: 'no_answer',
  };
}

function isBlocked(answer: RecipientAnswer): boolean {
  return answer.kind === 'said' && answer.meaning === 'blocked';
}

function partition<Item>(
  items: readonly Item[],
  accept: (item: Item) => boolean,
): [Item[], Item[]] {
  return [items.filter(accept), items.filter((item) => !accept(item))];
}
