import { converse, MOST_BLOCKED, Senders } from './conversation.ts';
import { type OpenHost, openHost, type ShutReason } from './open-host.ts';
import { ProvisionalAnswers } from './provisional-answers.ts';
import type { Recipient, Recipients } from './recipients.ts';
import type { Ending } from './smtp/farewell.ts';
import type { Session } from './smtp/session.ts';
import { Tolerance } from './tolerance.ts';
import type { World } from './world.ts';

/** Postfix slows down at 10 errors and hangs up at 20. */
const MOST_REFUSED = 8;
/** A further session for fewer addresses is not worth its greeting. */
const WORTH_A_SESSION = 24;
/** Sessions in a row in which nobody got an answer that counts: the host answers nobody. */
const MOST_FRUITLESS = 6;

/** A domain's addresses that are with us, and who waits for them to be asked. */
interface Visitor {
  readonly recipients: Recipients;
  /** Sessions that ask for it, or did, and are not over. */
  asking: number;
  resolve(): void;
  reject(error: unknown): void;
}

/** One session, and whom it serves. */
interface Visit {
  readonly session: Session;
  readonly answers: ProvisionalAnswers;
  readonly visitors: Set<Visitor>;
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
  readonly #senders: Senders;
  /** Sessions that are at work, or about to be. */
  #workers = 0;
  #fruitless = 0;
  readonly #tolerance = new Tolerance();

  /** `hosts` in the order to try. */
  constructor(world: World, hosts: readonly string[], signal: AbortSignal) {
    this.#world = world;
    this.#senders = new Senders(world.senders);
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

  /** How many are queued, counted up to `enough`: a provider may have a hundred thousand domains. */
  #queued(enough: number): number {
    let sum = 0;
    for (const { recipients } of this.#visitors) {
      sum += recipients.queued;
      if (sum >= enough) break;
    }
    return Math.min(sum, enough);
  }

  #hire(): void {
    const { sessionsPerHost } = this.#world;
    const wanted = Math.ceil(this.#queued(sessionsPerHost * WORTH_A_SESSION) / WORTH_A_SESSION);
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
    while (this.#queued(1) > 0) {
      const opened = await openHost(this.#world, this.#hosts, this.#signal);
      const shut = opened.ok ? await this.#useSession(opened) : opened.reason;
      if (shut === undefined) continue;
      // A host may refuse a second session while the first goes well: the last one decides.
      if (this.#workers > 1) return 'gave_up';
      for (const visitor of this.#visitors) {
        visitor.recipients.shutOut(shut);
        this.#dismiss(visitor);
      }
    }
    return 'done';
  }

  /** Lets a visitor go who has nobody left to ask for. */
  #dismiss(visitor: Visitor): void {
    if (visitor.recipients.queued > 0 || visitor.asking > 0) return;
    this.#visitors.delete(visitor);
    visitor.resolve();
  }

  /** A host that greets and then answers nobody counts as shut: it would be called without end. */
  async #useSession({ session, leave }: OpenHost): Promise<ShutReason | undefined> {
    const visit = { session, answers: new ProvisionalAnswers(), visitors: new Set<Visitor>() };
    let served = false;
    let ending: Ending = 'cut_off';
    try {
      served = await this.#serveAll(visit);
    } finally {
      ending = await session.close(this.#tolerance.fence);
      leave();
    }
    // What ends the run takes the rest of the session with it.
    this.#signal.throwIfAborted();
    this.#tolerance.note(ending, session.asked);
    const isFruitful = this.#endVisit(visit, ending);
    this.#fruitless = isFruitful ? 0 : this.#fruitless + 1;
    if (served && this.#fruitless < MOST_FRUITLESS) return undefined;
    return ending === 'out_of_step' ? 'out_of_step' : 'no_answer';
  }

  /** Whether anybody was answered. */
  #endVisit({ session, answers, visitors }: Visit, ending: Ending): boolean {
    const counts = answers.settle(ending);
    for (const visitor of visitors) {
      visitor.asking--;
      this.#dismiss(visitor);
    }
    return session.asked > 0 && counts;
  }

  /** Whether anybody could be asked. */
  async #serveAll(visit: Visit): Promise<boolean> {
    const { session, visitors } = visit;
    let visitor: Visitor | undefined;
    while (this.#hasRoom(session)) {
      visitor = this.#nextVisitor(visitor);
      if (!visitor || isSpent(session, visitor)) return true;
      if (!(await this.#serve(visit, visitor))) break;
    }
    return visitors.size > 0;
  }

  /** The same again while there is somebody to ask for: a change of domain costs a transaction. */
  #nextVisitor(current: Visitor | undefined): Visitor | undefined {
    if (current && current.recipients.queued > 0) return current;
    for (const visitor of this.#visitors) if (visitor.recipients.queued > 0) return visitor;
    return undefined;
  }

  /** Whether the session may go on. */
  async #serve({ session, answers, visitors }: Visit, visitor: Visitor): Promise<boolean> {
    const { recipients } = visitor;
    if (!visitors.has(visitor)) visitor.asking++;
    visitors.add(visitor);
    const batch = this.#takeBatch(session, recipients);
    const isCareful = this.#tolerance.recipients === 1;
    const world = this.#world;
    const talk = { world, senders: this.#senders, session, recipients, answers, isCareful };
    return batch.length === 0 || converse(talk, batch);
  }

  #mostRecipients(session: Session): number {
    return Math.min(this.#world.recipientsPerSession(session.host), this.#tolerance.recipients);
  }

  #hasRoom(session: Session): boolean {
    return (
      session.isUsable &&
      session.hasTime &&
      session.refused < MOST_REFUSED &&
      session.asked < this.#mostRecipients(session)
    );
  }

  /**
   * What is asked at once can't be taken back: until the host speaks of mailboxes, no more than may
   * refuse us before the session ends.
   */
  #takeBatch(session: Session, recipients: Recipients): Recipient[] {
    const most = this.#mostRecipients(session);
    const share = Math.ceil(recipients.queued / this.#workers);
    const room = Math.min(MOST_REFUSED - session.refused, most - session.asked, share);
    const isTrusted = session.asked > 0 && session.blockedInRow === 0;
    const batch = recipients.take(
      isTrusted ? room : Math.min(room, MOST_BLOCKED - session.blockedInRow),
    );
    const [able, unable] = partition(batch, (one) => !one.needsSmtpUtf8 || session.offersSmtpUtf8);
    for (const recipient of unable) recipients.settle(recipient, 'unclear');
    return able;
  }
}

/** With one refusal left, a list goes on one address a round trip: a fresh session is quicker. */
function isSpent(session: Session, { recipients }: Visitor): boolean {
  return session.refused === MOST_REFUSED - 1 && recipients.queued > 1;
}

function partition<Item>(
  items: readonly Item[],
  accept: (item: Item) => boolean,
): [Item[], Item[]] {
  return [items.filter(accept), items.filter((item) => !accept(item))];
}
