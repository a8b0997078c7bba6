import type { Mailbox } from '../address/parse.ts';
import type { Outcome } from './finding.ts';
import { EARLY, noteEarly, type OpenHost, openHost } from './open-host.ts';
import { providerOf, rulesOf } from './provider.ts';
import { REACTIONS, UNDECIDING } from './reactions.ts';
import { type Recipient, Recipients } from './recipients.ts';
import type { Meaning } from './smtp/meaning.ts';
import type { RecipientAnswer, Session } from './smtp/session.ts';
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
/** Refusals of us in a row that end a session. */
const MOST_BLOCKED = 3;
/** A further session for fewer addresses is not worth its greeting. */
const WORTH_A_SESSION = 8;

/** In which session, and under which of the senders, an address was asked. */
interface Asked {
  readonly session: Session;
  readonly sender: number;
}

/** Asks a domain's hosts about its addresses, over as few sessions as its rules and limits allow. */
export class DomainProbe {
  readonly #world: World;
  readonly #job: ProbeJob;
  readonly #recipients: Recipients;
  /** Which of the senders is in use. */
  #sender = 0;
  /** Sessions that are at work, or about to be. */
  #workers = 0;

  constructor(world: World, job: ProbeJob) {
    const { acceptAll, random, mostSilences } = world;
    const retries = job.patience.length;
    this.#world = world;
    this.#job = job;
    this.#recipients = new Recipients({ ...job, retries, acceptAll, random, mostSilences });
  }

  /** Settles every mailbox of the job. Rejects only with the signal's reason; see `settleRest`. */
  async run(): Promise<void> {
    await this.#visit();
    for (const interval of this.#job.patience) {
      if (this.#recipients.parked === 0) break;
      await this.#world.clock.sleep(interval, this.#job.signal);
      this.#recipients.unpark();
      await this.#visit();
    }
    this.settleRest();
  }

  /** Settles what is still open with what is known of it. */
  settleRest(): void {
    this.#recipients.settleRest();
  }

  async #visit(): Promise<void> {
    const worth = Math.ceil(this.#recipients.queued / WORTH_A_SESSION);
    this.#workers = Math.min(this.#world.sessionsPerDomain, worth);
    await Promise.all(Array.from({ length: this.#workers }, () => this.#work()));
  }

  async #work(): Promise<void> {
    while (this.#recipients.queued > 0) {
      const opened = await openHost(this.#world, this.#job.hosts, this.#job.signal);
      const shut = opened.ok ? await this.#useSession(opened) : opened.reason;
      if (shut === undefined) continue;
      // A host may refuse a second session while the first goes well: the last one decides.
      this.#workers--;
      if (this.#workers === 0) this.#recipients.shutOut(shut);
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

  /** Whether anybody could be asked. */
  async #converse(session: Session): Promise<boolean> {
    let asked = false;
    while (this.#recipients.queued > 0 && this.#hasRoom(session)) {
      const batch = this.#takeBatch(session);
      asked = true;
      if (batch.length === 0) break;
      if (!(await this.#begin(session, batch))) break;
      if (!(await this.#ask(session, batch))) break;
    }
    return asked || this.#recipients.queued === 0;
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
    const share = Math.ceil(this.#recipients.queued / Math.max(1, this.#workers));
    const room = Math.min(MOST_REFUSED - session.refused, most - session.asked, share);
    const batch = this.#recipients.take(Math.min(room, session.asked + 1));
    const [able, unable] = partition(batch, (one) => !one.needsSmtpUtf8 || session.offersSmtpUtf8);
    for (const recipient of unable) this.#recipients.settle(recipient, 'unclear');
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
      for (const recipient of batch) this.#recipients.again(recipient, EARLY[begun] ?? 'unclear');
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
    const asked = { session, sender: this.#sender };
    let heard = 0;
    let goesOn = true;
    for await (const answer of session.ask(batch.map((recipient) => recipient.address))) {
      const recipient = batch[heard++];
      goesOn = recipient !== undefined && this.#hear(recipient, answer, asked);
      if (!goesOn) break;
    }
    this.#recipients.giveBack(batch.slice(heard));
    return goesOn;
  }

  /** Whether the session may go on. */
  #hear(recipient: Recipient, answer: RecipientAnswer, asked: Asked): boolean {
    if (answer.kind === 'silence') {
      this.#recipients.silence(recipient, answer.culprit);
      return false;
    }
    if (recipient.mailbox === undefined && this.#hearRandom(answer)) return true;
    const { session } = asked;
    const isVoid = answer.code < 500 && answer.code >= 400 && session.refused >= SEVERAL_REFUSED;
    if (isVoid && this.#recipients.repeat(recipient, 'deferred')) return false;
    return this.#react(recipient, answer.meaning, asked);
  }

  #react(recipient: Recipient, meaning: Meaning, { session, sender }: Asked): boolean {
    const provider = providerOf(session.host);
    const reaction = REACTIONS[meaning];
    if (reaction.trusts) this.#world.pacing.noteAnswer(provider);
    noteEarly(this.#world, session.host, meaning);
    if (meaning === 'harvest_limit') this.#world.pacing.noteHurry(provider);
    switch (reaction.does) {
      case 'settle':
        this.#recipients.settle(recipient, reaction.reason);
        return session.blockedInRow < MOST_BLOCKED;
      case 'accept':
        this.#recipients.accept(recipient, reaction.reason);
        return true;
      case 'park':
        this.#recipients.park(recipient, reaction.reason);
        return true;
      case 'other_sender':
        if (sender < this.#sender || this.#nextSender()) this.#recipients.requeue(recipient);
        else this.#recipients.settle(recipient, reaction.reason);
        return true;
      case 'other_session':
        this.#recipients.again(recipient, reaction.reason);
        return false;
    }
  }

  /** Whether the answer to the random address decides. A refusal in any words does: an open door has none. */
  #hearRandom({ meaning, code }: { meaning: Meaning; code: number }): boolean {
    const refused = code >= 500 && !UNDECIDING.has(meaning);
    if (meaning !== 'accepted' && !refused) return false;
    this.#recipients.learnAcceptAll(meaning === 'accepted');
    return true;
  }
}

function partition<Item>(
  items: readonly Item[],
  accept: (item: Item) => boolean,
): [Item[], Item[]] {
  return [items.filter(accept), items.filter((item) => !accept(item))];
}
