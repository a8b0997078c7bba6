import type { Clock } from '../../lib/clock.ts';
import { providerOf } from '../provider.ts';
import type { TimeLimits } from '../settings.ts';
import { classify } from './classify.ts';
import { type Answer, isPositive, type SmtpConnection } from './connection.ts';
import type { Meaning } from './meaning.ts';

export interface SessionSettings {
  readonly host: string;
  readonly helo: string;
  /** STARTTLS before anything else, where the host offers it. */
  readonly startTls: boolean;
  readonly limits: TimeLimits;
  readonly clock: Clock;
  readonly signal: AbortSignal;
}

/** Nothing came back that could be read. */
export type Silence = 'no_answer';

/** What was said of one recipient; `culprit`: nothing, and it may be this recipient's doing. */
export type RecipientAnswer =
  | { readonly kind: 'said'; readonly meaning: Meaning; readonly code: number }
  | { readonly kind: 'silence'; readonly culprit: boolean };

export interface Transaction {
  readonly sender: string;
  readonly utf8: boolean;
  /** Google refuses a second recipient domain in one transaction. */
  readonly domain: string;
}

const rcptCommand = (address: string) => `RCPT TO:<${address}>`;

function mailCommand({ sender, utf8 }: Transaction): string {
  return `MAIL FROM:<${sender}>${utf8 ? ' SMTPUTF8' : ''}`;
}

function refusedOne(answer: Answer): Answer | undefined {
  return isPositive(answer) ? undefined : answer;
}

function isWithin(current: Transaction, { sender, utf8, domain }: Transaction): boolean {
  return current.sender === sender && current.domain === domain && (current.utf8 || !utf8);
}

/** A greeted host. One transaction after the other: MAIL, then RCPT for some addresses. */
export class Session {
  readonly host: string;
  readonly provider: string;
  /** Recipients asked so far, and those of them that were refused. */
  asked = 0;
  refused = 0;
  /** Refusals of us, rather than of a recipient, since the last other answer. */
  blockedInRow = 0;
  readonly #connection: SmtpConnection;
  readonly #settings: SessionSettings;
  readonly #extensions: ReadonlySet<string>;
  #transaction: Transaction | undefined;
  #owed = 0;
  /** Recipients of the next `ask` that were sent along with MAIL. */
  #underWay = 0;

  constructor(
    connection: SmtpConnection,
    settings: SessionSettings,
    extensions: ReadonlySet<string>,
  ) {
    this.#connection = connection;
    this.#settings = settings;
    this.#extensions = extensions;
    this.host = settings.host;
    this.provider = providerOf(settings.host);
  }

  /** False when the host went away, or owes replies to questions that were given up. */
  get isUsable(): boolean {
    return this.#connection.isOpen && this.#owed === 0;
  }

  /** Milliseconds left of the session. */
  get timeLeft(): number {
    return this.#connection.timeLeft;
  }

  get #isPipelining(): boolean {
    return this.#extensions.has('PIPELINING');
  }

  get offersSmtpUtf8(): boolean {
    return this.#extensions.has('SMTPUTF8');
  }

  /**
   * Begins a transaction, unless it is the one under way. Where the host takes commands together
   * (RFC 2920), those for `first` go along: `ask` then waits for their answers alone.
   */
  async begin(wanted: Transaction, first: readonly string[]): Promise<Meaning | Silence | 'begun'> {
    const current = this.#transaction;
    if (current && isWithin(current, wanted)) return 'begun';
    const opening = [...(current ? ['RSET'] : []), mailCommand(wanted)];
    this.#transaction = undefined;
    const refusal = this.#isPipelining
      ? await this.#openTogether(opening, first)
      : await this.#openInTurn(opening);
    if (refusal) return this.#meaningOf(refusal);
    this.#transaction = wanted;
    return 'begun';
  }

  async #openInTurn(opening: readonly string[]): Promise<Answer | undefined> {
    for (const command of opening) {
      this.#connection.send(command);
      const answer = await this.#connection.receive(this.#settings.limits.command);
      if (!isPositive(answer)) return answer;
    }
    return undefined;
  }

  async #openTogether(
    opening: readonly string[],
    first: readonly string[],
  ): Promise<Answer | undefined> {
    this.#connection.send(...opening, ...first.map(rcptCommand));
    this.#owed += opening.length + first.length;
    let refusal: Answer | undefined;
    for (const _ of opening) refusal ??= refusedOne(await this.#receiveOwed());
    if (refusal) await this.#skip(first.length);
    else this.#underWay = first.length;
    return refusal;
  }

  /** What is said of recipients of no transaction says nothing. */
  async #skip(replies: number): Promise<void> {
    for (let left = replies; left > 0 && this.#connection.isOpen; left--) await this.#receiveOwed();
  }

  /**
   * Asks for each recipient in turn, all at once where the host takes it (RFC 2920), and tells
   * what is said of each. Once `hear` answers false, or nothing is said, the session may be owed
   * replies, after which it is of no more use.
   */
  async ask(
    addresses: readonly string[],
    hear: (answer: RecipientAnswer) => boolean,
  ): Promise<void> {
    const together = this.#isPipelining ? addresses.length : 1;
    for (let at = 0; at < addresses.length; at += together) {
      const goesOn = await this.#askTogether(addresses.slice(at, at + together), hear);
      if (!goesOn || !this.isUsable) return;
    }
  }

  async #askTogether(
    addresses: readonly string[],
    hear: (answer: RecipientAnswer) => boolean,
  ): Promise<boolean> {
    const unsent = addresses.slice(this.#underWay);
    this.#underWay = 0;
    this.#owed += unsent.length;
    if (unsent.length > 0) this.#connection.send(...unsent.map(rcptCommand));
    for (const address of addresses) {
      const answer = await this.#receiveOwed();
      if (!hear(this.#heard(answer, address)) || !answer.ok) return false;
    }
    return true;
  }

  async #receiveOwed(): Promise<Answer> {
    const { limits } = this.#settings;
    const answer = this.#connection.arrived() ?? (await this.#connection.receive(limits.command));
    if (answer.ok) this.#owed--;
    return answer;
  }

  /** Says QUIT. Resolves when the connection is gone. */
  close(): Promise<void> {
    return this.#connection.close();
  }

  #heard(answer: Answer, address: string): RecipientAnswer {
    if (!answer.ok) {
      const ranOut = answer.fault === 'over' && this.asked > 0;
      return { kind: 'silence', culprit: !ranOut };
    }
    const { reply } = answer;
    const { meaning } = classify({ stage: 'rcpt', reply, host: this.host, address });
    this.asked++;
    this.blockedInRow = meaning === 'blocked' ? this.blockedInRow + 1 : 0;
    if (reply.code >= 500) this.refused++;
    return { kind: 'said', meaning, code: reply.code };
  }

  #meaningOf(answer: Answer): Meaning | Silence {
    if (!answer.ok) return 'no_answer';
    return classify({ stage: 'mail', reply: answer.reply, host: this.host }).meaning;
  }
}
