import type { OpenHost } from '../hosts/open-host.ts';
import type { Claim } from '../hosts/pacing.ts';
import type { RefusalTolerance } from '../hosts/refusal-tolerance.ts';
import type { Tolerance } from '../hosts/tolerance.ts';
import { orAborted } from '../or-aborted.ts';
import type { World } from '../probe-context.ts';
import { converse, MOST_BLOCKED, type Senders } from '../recipients/conversation.ts';
import { ProvisionalAnswers } from '../recipients/provisional-answers.ts';
import type { Recipient, Recipients } from '../recipients/recipients.ts';
import type { Ending } from '../smtp/farewell.ts';
import type { Session } from '../smtp/session.ts';
import type { DomainJob } from './domain-job.ts';
import type { Owner } from './fair-line.ts';

/** Addresses of one job in a row while others wait at the same host. */
const TURN = 32;
/** What a worker may take longer than its limits add up to, in milliseconds. */
const SLACK = 30_000;
/** Look-ups of a host's addresses, and the addresses that are tried, each counted once. */
const LOOKUPS = 2;
const CONNECTIONS = 4;
/** EHLO, HELO, STARTTLS with its handshake, EHLO. */
const COMMANDS = 5;
const LOOKUP_LIMIT = 120_000;

/** What a worker's pool decides, and has learnt of the hosts. */
interface Serving {
  readonly senders: Senders;
  readonly tolerance: Tolerance;
  readonly refusals: RefusalTolerance;
  /** Whose addresses are asked next. */
  next(current: DomainJob | undefined): DomainJob | undefined;
  /** Some of the job's addresses were asked. */
  release(job: DomainJob): void;
  /** How many share the work. */
  workers(): number;
}

/** One session, and whom it serves. */
interface Visit {
  readonly session: Session;
  readonly serving: Serving;
  readonly answers: ProvisionalAnswers;
  readonly jobs: Set<DomainJob>;
}

/** What came of a session. */
interface Served {
  /** Whether anybody could be asked. */
  readonly isServed: boolean;
  /** Whether anybody got an answer that counts. */
  readonly isFruitful: boolean;
  readonly ending: Ending;
}

/** Opens one session after the other for its pool, and asks in each for one domain after the other. */
export class SessionWorker implements Claim {
  phase: 'waiting' | 'opening' | 'serving' = 'waiting';
  /** Whose turn it is in the line. */
  owner: Owner;
  readonly isLate: boolean;
  /** Resolves when its last socket is free. */
  readonly gone: Promise<void>;
  job: DomainJob | undefined;
  readonly #world: World;
  readonly #end = new AbortController();
  readonly #gone = Promise.withResolvers<void>();
  #sessions = 0;
  #hasEnded = false;
  #since: number;
  /** Addresses of the same job that were asked in a row. */
  #inTurn = 0;

  constructor(world: World, { owner, isLate }: Pick<Claim, 'owner' | 'isLate'>) {
    this.#world = world;
    this.owner = owner;
    this.isLate = isLate;
    this.gone = this.#gone.promise;
    this.#since = world.clock.monotonic();
  }

  get signal(): AbortSignal {
    return this.#end.signal;
  }

  get isStopped(): boolean {
    return this.#end.signal.aborted;
  }

  /** In words for a log. */
  get state(): string {
    const domain = this.job ? ` at ${this.job.recipients.domain}` : '';
    return `${this.phase}${domain} for ${this.#world.clock.monotonic() - this.#since} ms`;
  }

  /** Its state, where it takes longer than its own limits allow. A place may be waited for at any length. */
  get stuck(): string | undefined {
    if (this.phase === 'waiting') return undefined;
    return this.#world.clock.monotonic() - this.#since > this.#limit ? this.state : undefined;
  }

  get hadItsTurn(): boolean {
    return this.#inTurn >= TURN;
  }

  note(state: 'waiting' | 'placed'): void {
    this.#enter(state === 'waiting' ? 'waiting' : 'opening');
  }

  /** Whether the owner has nothing to gain by a worker of its own. */
  standsFor({ team, isSingle }: Owner): boolean {
    return this.owner.isSingle || (!isSingle && this.owner.team === team);
  }

  /** Frees the sockets without a word. */
  stop(): void {
    this.#end.abort(STOPPED);
  }

  /** It will open no further session. */
  finish(): void {
    this.#hasEnded = true;
    if (this.#sessions === 0) this.#gone.resolve();
  }

  /** Serves whom it can in a session. What was said counts when that is over, if at all. */
  async serve({ session, leave }: OpenHost, serving: Serving): Promise<Served> {
    this.#enter('serving');
    this.#sessions++;
    const visit: Visit = { session, serving, answers: new ProvisionalAnswers(), jobs: new Set() };
    let ending: Ending = 'cut_off';
    try {
      await orAborted(this.#serveAll(visit), this.signal);
    } finally {
      ending = await session.close(serving.tolerance.fence).finally(() => {
        leave();
        this.#sessions--;
        this.job = undefined;
        if (this.#hasEnded) this.finish();
      });
    }
    // What stops the worker takes the rest of the session with it.
    this.signal.throwIfAborted();
    serving.tolerance.note(ending, session.asked);
    serving.refusals.note(session.refused, mindedAt(session, ending));
    const counts = visit.answers.settle(ending);
    for (const job of visit.jobs) {
      job.asking--;
      serving.release(job);
    }
    return { isServed: visit.jobs.size > 0, isFruitful: session.asked > 0 && counts, ending };
  }

  async #serveAll(visit: Visit): Promise<void> {
    const { session, serving, jobs } = visit;
    while (this.#hasRoom(visit)) {
      const job = serving.next(this.job);
      if (!job || isSpent(session, job.recipients, serving.refusals)) return;
      if (jobs.size > 0 && !job.owner.isSingle && this.#isWanted(visit)) return;
      this.#inTurn = job === this.job ? this.#inTurn : 0;
      this.job = job;
      const goesOn = await this.#ask(visit, job);
      serving.release(job);
      if (!goesOn) return;
    }
  }

  /** Whether the session may go on. */
  async #ask({ session, serving, answers, jobs }: Visit, job: DomainJob): Promise<boolean> {
    const { recipients } = job;
    if (!jobs.has(job)) job.asking++;
    jobs.add(job);
    const most = mostRecipients(this.#world, session, serving.tolerance);
    const share = Math.ceil(recipients.queued / Math.max(1, serving.workers()));
    const batch = takeBatch(session, recipients, {
      most: Math.min(
        most - session.asked,
        share,
        this.#world.pacing.recipientsLeft(session.provider),
      ),
      refusals: serving.refusals.most - session.refused,
    });
    this.#inTurn += batch.length;
    if (batch.length === 0) return true;
    const { senders, tolerance } = serving;
    const isCareful = tolerance.recipients === 1;
    return converse(
      { world: this.#world, senders, session, recipients, answers, isCareful },
      batch,
    );
  }

  /**
   * Whether somebody who waits for one address waits for the session to end: for what it said of
   * that address, or for its place at the provider.
   */
  #isWanted({ session, jobs }: Visit): boolean {
    if (this.#world.pacing.isWanted(session.provider)) return true;
    for (const { owner } of jobs) if (owner.isSingle) return true;
    return false;
  }

  #hasRoom({ session, serving }: Visit): boolean {
    return (
      session.isUsable &&
      session.hasTime &&
      session.refused < serving.refusals.most &&
      this.#world.pacing.recipientsLeft(session.provider) > 0 &&
      session.asked < mostRecipients(this.#world, session, serving.tolerance) &&
      !this.isStopped
    );
  }

  #enter(phase: SessionWorker['phase']): void {
    this.phase = phase;
    this.#since = this.#world.clock.monotonic();
  }

  get #limit(): number {
    const { connect, greeting, command, session } = this.#world.limits;
    // Its end may take EHLO and QUIT.
    if (this.phase === 'serving') return session + 3 * command + SLACK;
    const once = LOOKUPS * LOOKUP_LIMIT + CONNECTIONS * connect + greeting + COMMANDS * command;
    // Once more where a host demands TLS.
    return 2 * once + SLACK;
  }
}

const STOPPED = new Error('the session is not needed any more');

function mostRecipients(world: World, { provider }: Session, tolerance: Tolerance): number {
  return Math.min(world.pacing.paceOf(provider).recipientsPerSession, tolerance.recipients);
}

/**
 * What is asked at once can't be taken back: until the host speaks of mailboxes, no more than may
 * refuse us before the session ends.
 */
function takeBatch(
  session: Session,
  recipients: Recipients,
  { most, refusals }: { most: number; refusals: number },
): Recipient[] {
  const room = Math.min(refusals, most);
  const isTrusted = session.asked > 0 && session.blockedInRow === 0;
  const batch = recipients.take(
    isTrusted ? room : Math.min(room, MOST_BLOCKED - session.blockedInRow),
  );
  const [able, unable] = partition(batch, (one) => !one.needsSmtpUtf8 || session.offersSmtpUtf8);
  for (const recipient of unable) recipients.settle(recipient, 'unclear');
  return able;
}

/** The refusals before the host showed that it minds them; undefined where it did not. */
function mindedAt(session: Session, ending: Ending): number | undefined {
  if (session.mindedAt !== undefined) return session.mindedAt;
  return ending === 'cut_off' && session.refused > 0 ? session.refused - 1 : undefined;
}

/** With one refusal left, a list goes on one address a round trip: a fresh session is quicker. */
function isSpent(
  { refused }: Session,
  { queued }: Recipients,
  { most }: RefusalTolerance,
): boolean {
  return most > 1 && refused === most - 1 && queued > 1;
}

function partition<Item>(
  items: readonly Item[],
  accept: (item: Item) => boolean,
): [Item[], Item[]] {
  return [items.filter(accept), items.filter((item) => !accept(item))];
}
