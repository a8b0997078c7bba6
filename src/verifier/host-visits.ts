import { EARLY, noteEarly, type OpenHost, openHost } from './open-host.ts';
import { providerOf, rulesOf } from './provider.ts';
import { REACTIONS, UNDECIDING } from './reactions.ts';
import type { Recipient, Recipients } from './recipients.ts';
import type { Meaning } from './smtp/meaning.ts';
import type { RecipientAnswer, Session } from './smtp/session.ts';
import type { World } from './world.ts';

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
  readonly recipients: Recipients;
  readonly session: Session;
  readonly sender: number;
}

/** A domain's addresses that are with us, and who waits for them to be asked. */
interface Visitor {
  readonly recipients: Recipients;
  /** Batches of it that are being asked. */
  asking: number;
  resolve(): void;
  reject(error: unknown): void;
}

/**
 * The sessions with the hosts that some domains share. Each session asks for the addresses of one
 * domain after the other, so that many small domains at one provider cost few connections.
 */
export class HostVisits {
  readonly #world: World;
  readonly #hosts: readonly string[];
  readonly #signal: AbortSignal;
  readonly #visitors = new Set<Visitor>();
  /** Which of the senders is in use. */
  #sender = 0;
  /** Sessions that are at work, or about to be. */
  #workers = 0;

  /** `hosts` in the order to try. */
  constructor(world: World, hosts: readonly string[], signal: AbortSignal) {
    this.#world = world;
    this.#hosts = hosts;
    this.#signal = signal;
  }

  /**
   * Asks for all who are queued. Resolves when nobody of them is queued any more or being asked;
   * rejects with the signal's reason.
   */
  ask(recipients: Recipients): Promise<void> {
    if (recipients.queued === 0) return Promise.resolve();
    return new Promise((resolve, reject) => {
      this.#visitors.add({ recipients, asking: 0, resolve, reject });
      this.#hire();
    });
  }

  get #queued(): number {
    return [...this.#visitors].reduce((sum, { recipients }) => sum + recipients.queued, 0);
  }

  #hire(): void {
    const worth = Math.ceil(this.#queued / WORTH_A_SESSION);
    const wanted = Math.min(this.#world.sessionsPerHost, worth);
    for (; this.#workers < wanted; this.#workers++) void this.#work();
  }

  async #work(): Promise<void> {
    try {
      const end = await this.#holdSessions();
      this.#workers--;
      // Somebody may have come since the last look at the queue.
      if (end === 'done') this.#hire();
    } catch (error) {
      this.#workers--;
      for (const visitor of this.#visitors) visitor.reject(error);
      this.#visitors.clear();
    }
  }

  async #holdSessions(): Promise<'done' | 'gave_up'> {
    while (this.#queued > 0) {
      const opened = await openHost(this.#world, this.#hosts, this.#signal);
      const shut = opened.ok ? await this.#useSession(opened) : opened.reason;
      if (shut === undefined) continue;
      // A host may refuse a second session while the first goes well: the last one decides.
      if (this.#workers > 1) return 'gave_up';
      for (const { recipients } of this.#visitors) recipients.shutOut(shut);
      this.#dismiss();
    }
    return 'done';
  }

  /** Lets those go who have nobody left to ask for. */
  #dismiss(): void {
    for (const visitor of this.#visitors) {
      if (visitor.recipients.queued > 0 || visitor.asking > 0) continue;
      this.#visitors.delete(visitor);
      visitor.resolve();
    }
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
    let visitor: Visitor | undefined;
    while (this.#hasRoom(session)) {
      visitor = this.#nextVisitor(visitor);
      if (!visitor) return true;
      asked = true;
      if (!(await this.#serve(session, visitor))) break;
    }
    return asked;
  }

  /** The same again while there is somebody to ask for: a change of domain costs a transaction. */
  #nextVisitor(current: Visitor | undefined): Visitor | undefined {
    if (current && current.recipients.queued > 0) return current;
    return [...this.#visitors].find(({ recipients }) => recipients.queued > 0);
  }

  /** Whether the session may go on. */
  async #serve(session: Session, visitor: Visitor): Promise<boolean> {
    const { recipients } = visitor;
    visitor.asking++;
    const batch = this.#takeBatch(session, recipients);
    const goesOn = batch.length === 0 || (await this.#askBatch(session, batch, recipients));
    visitor.asking--;
    this.#dismiss();
    return goesOn;
  }

  async #askBatch(
    session: Session,
    batch: readonly Recipient[],
    recipients: Recipients,
  ): Promise<boolean> {
    const begun = await this.#begin(session, batch, recipients);
    return begun && this.#ask(session, batch, recipients);
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
  #takeBatch(session: Session, recipients: Recipients): Recipient[] {
    const most = rulesOf(session.host).recipientsPerSession;
    const share = Math.ceil(recipients.queued / this.#workers);
    const room = Math.min(MOST_REFUSED - session.refused, most - session.asked, share);
    const batch = recipients.take(Math.min(room, session.asked + 1));
    const [able, unable] = partition(batch, (one) => !one.needsSmtpUtf8 || session.offersSmtpUtf8);
    for (const recipient of unable) recipients.settle(recipient, 'unclear');
    return able;
  }

  /** MAIL, with the next sender where one is refused. What fails here is not about the batch's addresses. */
  async #begin(
    session: Session,
    batch: readonly Recipient[],
    recipients: Recipients,
  ): Promise<boolean> {
    const utf8 = batch.some((recipient) => recipient.needsSmtpUtf8);
    for (;;) {
      const begun = await session.begin({
        sender: this.#senderName,
        utf8,
        domain: recipients.domain,
      });
      if (begun === 'begun') return true;
      if (begun === 'sender_refused' && this.#nextSender()) continue;
      noteEarly(this.#world, session.host, begun);
      for (const recipient of batch) recipients.again(recipient, EARLY[begun] ?? 'unclear');
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
  async #ask(
    session: Session,
    batch: readonly Recipient[],
    recipients: Recipients,
  ): Promise<boolean> {
    const asked = { session, recipients, sender: this.#sender };
    let heard = 0;
    let goesOn = true;
    for await (const answer of session.ask(batch.map((recipient) => recipient.address))) {
      const recipient = batch[heard++];
      goesOn = recipient !== undefined && this.#hear(recipient, answer, asked);
      if (!goesOn) break;
    }
    recipients.giveBack(batch.slice(heard));
    return goesOn;
  }

  /** Whether the session may go on. */
  #hear(recipient: Recipient, answer: RecipientAnswer, asked: Asked): boolean {
    const { session, recipients } = asked;
    if (answer.kind === 'silence') {
      recipients.silence(recipient, answer.culprit);
      return false;
    }
    if (recipient.mailbox === undefined && hearRandom(answer, recipients)) return true;
    const isVoid = answer.code < 500 && answer.code >= 400 && session.refused >= SEVERAL_REFUSED;
    if (isVoid && recipients.repeat(recipient, 'deferred')) return false;
    return this.#react(recipient, answer.meaning, asked);
  }

  #react(recipient: Recipient, meaning: Meaning, { session, recipients, sender }: Asked): boolean {
    const provider = providerOf(session.host);
    const reaction = REACTIONS[meaning];
    if (reaction.trusts) this.#world.pacing.noteAnswer(provider);
    noteEarly(this.#world, session.host, meaning);
    if (meaning === 'harvest_limit') this.#world.pacing.noteHurry(provider);
    switch (reaction.does) {
      case 'settle':
        recipients.settle(recipient, reaction.reason);
        return session.blockedInRow < MOST_BLOCKED;
      case 'accept':
        recipients.accept(recipient, reaction.reason);
        return true;
      case 'park':
        recipients.park(recipient, reaction.reason);
        return true;
      case 'other_sender':
        if (sender < this.#sender || this.#nextSender()) recipients.requeue(recipient);
        else recipients.settle(recipient, reaction.reason);
        return true;
      case 'other_session':
        recipients.again(recipient, reaction.reason);
        return false;
    }
  }
}

/** Whether the answer to the random address decides. A refusal in any words does: an open door has none. */
function hearRandom(
  { meaning, code }: { meaning: Meaning; code: number },
  recipients: Recipients,
): boolean {
  const refused = code >= 500 && !UNDECIDING.has(meaning);
  if (meaning !== 'accepted' && !refused) return false;
  recipients.learnAcceptAll(meaning === 'accepted');
  return true;
}

function partition<Item>(
  items: readonly Item[],
  accept: (item: Item) => boolean,
): [Item[], Item[]] {
  return [items.filter(accept), items.filter((item) => !accept(item))];
}
