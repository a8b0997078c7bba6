import { type CommandResult, isPositive, type SmtpConnection } from './connection.ts';
import { Hello } from './hello.ts';
import type { Meaning } from './meaning.ts';
import { findNamedRecipient, type NamedRecipient } from './named-recipient.ts';
import type { NoReply, RecipientReply, RecipientResult } from './recipient-result.ts';
import type { Reply } from './reply.ts';
import { LENIENT_QUIT_REPLY, QUIT_REPLY, type SessionEnding } from './session-ending.ts';
import { type ClassifiedReply, classifyReply } from './session-reply.ts';
import type { FinalCommand, SessionSettings } from './session-settings.ts';

function findRefusal(answer: CommandResult): CommandResult | undefined {
  return isPositive(answer) ? undefined : answer;
}

/** A greeted host. One transaction after the other: MAIL, then RCPT for some addresses. */
export class Session {
  readonly host: string;
  readonly provider: string;
  readonly egress: SessionSettings['egress'];
  /** Recipients that were answered so far. */
  asked = 0;
  /** The last refusal of MAIL. */
  refusal: ClassifiedReply | undefined;
  /** Refusals of us, rather than of a recipient, since the last other answer. */
  blockedInRow = 0;
  readonly #connection: SmtpConnection;
  readonly #settings: SessionSettings;
  readonly #hello: Hello;
  readonly #replies: SessionReplies;
  /** All addresses asked about. */
  readonly #addresses: string[] = [];
  #transaction: Transaction | undefined;
  readonly #refusals = new RefusalCounter();
  /** Recipients of the next `ask` that were already sent along with MAIL. */
  #sentAhead = 0;
  /** QUIT went along with the last recipients. */
  hasQuit = false;

  constructor(connection: SmtpConnection, settings: SessionSettings, hello: Reply) {
    this.#connection = connection;
    this.#settings = settings;
    this.#hello = new Hello(hello);
    this.#replies = new SessionReplies(connection, settings, this.#hello);
    this.host = settings.host;
    this.provider = settings.known.key;
    this.egress = settings.egress;
  }

  /** This machine's address, where the host is a provider's of the table and names it. */
  get ownAddress(): string | undefined {
    return this.#settings.known.provider && this.#hello.ownAddress;
  }

  /** Recipients that were refused so far. */
  get refused(): number {
    return this.#refusals.refused;
  }

  /** Refusals before the host slowed down or replied with a limit; undefined: it did neither. */
  get toleratedRefusals(): number | undefined {
    return this.#refusals.tolerated;
  }

  /** False when the connection is closed, or replies to abandoned commands are outstanding. */
  get isUsable(): boolean {
    return (
      this.#connection.isOpen && this.#connection.pendingReplies === 0 && !this.#replies.isOutOfStep
    );
  }

  /** Nothing came unasked, such as a 421 to a session without work. */
  get isQuiet(): boolean {
    return this.isUsable && !this.#connection.hasUnread;
  }

  /** Whether the provider accepts every recipient, where its entry says so. */
  get acceptAll(): 'always' | 'never' | undefined {
    return this.#settings.known.provider?.acceptAll;
  }

  /** Whether a refusal needs no control, by the provider's entry. */
  get refusesForCertain(): boolean {
    return this.#settings.known.provider?.refusals === 'certain';
  }

  /** Whether there is time for more recipients and for a close that waits for all replies. */
  get hasTime(): boolean {
    return this.#connection.timeLeft > this.#settings.limits.session / 3;
  }

  get #isPipelining(): boolean {
    return this.#hello.offers('PIPELINING');
  }

  get offersStartTls(): boolean {
    return this.#hello.offers('STARTTLS');
  }

  get offersSmtpUtf8(): boolean {
    return this.#hello.offers('SMTPUTF8');
  }

  /**
   * Begins a transaction, unless it is the one under way. Where the host takes commands together
   * (RFC 2920), those for `first` go along: `ask` then waits for their answers alone.
   */
  async begin(wanted: Transaction, first: readonly string[]): Promise<Meaning | NoReply | 'begun'> {
    const current = this.#transaction;
    if (current && isWithin(current, wanted)) return 'begun';
    const opening = [...(current ? ['RSET'] : []), mailCommand(wanted)];
    this.#transaction = undefined;
    const refusal = this.#isPipelining
      ? await this.#openTogether(opening, first)
      : await this.#openSequentially(opening);
    if (refusal) return this.#classifyRefusal(refusal);
    this.#transaction = wanted;
    return 'begun';
  }

  async #openSequentially(opening: readonly string[]): Promise<CommandResult | undefined> {
    for (const command of opening) {
      this.#connection.send(command);
      const refusal = findRefusal(await this.#replies.next());
      if (refusal) return refusal;
    }
    return undefined;
  }

  async #openTogether(
    opening: readonly string[],
    first: readonly string[],
  ): Promise<CommandResult | undefined> {
    this.#connection.send(...opening, ...first.map(rcptCommand));
    this.#addresses.push(...first);
    let refusal: CommandResult | undefined;
    for (const _ of opening) refusal ??= findRefusal(await this.#replies.next());
    if (refusal) await this.#discardReplies(first.length);
    else this.#sentAhead = first.length;
    return refusal;
  }

  /** Replies to recipients outside a transaction say nothing about mailboxes. */
  async #discardReplies(replies: number): Promise<void> {
    for (let left = replies; left > 0 && this.#connection.isOpen; left--)
      await this.#replies.next();
  }

  /**
   * Asks for the recipients in order, together where the host takes it (RFC 2920), and reports the
   * reply to each. After `report` returned false, or no reply came, replies may be outstanding:
   * then the session is not usable any more. `isLast`: no more are asked in it, and QUIT goes along
   * where it may.
   */
  async ask(
    addresses: readonly string[],
    report: (answer: RecipientResult) => boolean,
    isLast = false,
  ): Promise<void> {
    if (isLast && this.#isPipelining) this.#quitWith(addresses.slice(this.#sentAhead));
    const together = this.#isPipelining ? addresses.length : 1;
    for (let at = 0; at < addresses.length; at += together) {
      const goesOn = await this.#askTogether(addresses.slice(at, at + together), report);
      if (!goesOn || !this.isUsable) return;
    }
  }

  #quitWith(addresses: readonly string[]): void {
    if (addresses.length === 0) return;
    this.#addresses.push(...addresses);
    this.#connection.sendLast(...addresses.map(rcptCommand));
    this.#sentAhead += addresses.length;
    this.hasQuit = true;
  }

  async #askTogether(
    addresses: readonly string[],
    report: (answer: RecipientResult) => boolean,
  ): Promise<boolean> {
    const unsent = addresses.slice(this.#sentAhead);
    this.#sentAhead = 0;
    this.#addresses.push(...unsent);
    if (unsent.length > 0) this.#connection.send(...unsent.map(rcptCommand));
    for (const address of addresses) {
      // Most replies of a group came together: waiting for each costs more than to read it.
      const answer = this.#replies.arrived() ?? (await this.#replies.next());
      this.#refusals.noteWait(this.#replies.lastWait);
      if (!report(this.#interpret(answer, address)) || !answer.ok) return false;
    }
    return true;
  }

  /** Sends QUIT, after EHLO where `finalCommand` is `hello`. Resolves when the connection is closed. */
  async close(finalCommand: FinalCommand = 'quit'): Promise<SessionEnding> {
    const isAsked = this.asked > 0;
    const isChecked =
      isAsked && finalCommand === 'hello' && this.isUsable && this.#hello.isDistinct;
    const isGreeted = isChecked && (await this.#repeatHello());
    const codes = isGreeted ? LENIENT_QUIT_REPLY : QUIT_REPLY;
    const limit = this.#settings.limits.command;
    const ending = await this.#connection.close(isAsked ? { limit, codes } : undefined);
    if (this.#replies.isOutOfStep) return 'out_of_step';
    if (isGreeted && ending === 'no_quit_reply') return 'in_step';
    // Only our EHLO was left unanswered.
    return isChecked && ending === 'cut_off' ? 'no_quit_reply' : ending;
  }

  /**
   * Shows by EHLO that the replies so far add up, where its reply differs from all others. It also
   * ends the transaction (RFC 5321 §4.1.4). False where nothing is shown: QUIT still may.
   */
  async provesInStep(): Promise<boolean> {
    if (!this.isUsable || !this.#hello.isDistinct) return false;
    this.#transaction = undefined;
    return this.#repeatHello();
  }

  /** The reply to EHLO differs from all others where it has keywords. */
  async #repeatHello(): Promise<boolean> {
    this.#connection.send(`EHLO ${this.#settings.egress.helo}`);
    const answer = await this.#connection.receive(this.#settings.limits.command);
    const isGreeted = answer.ok && this.#hello.isRepeatedBy(answer.reply);
    // Some hosts refuse a second EHLO, which shows nothing.
    const isRefused = answer.ok && /^50[0-4]$/.test(String(answer.reply.code));
    if (answer.ok && !isGreeted && !isRefused) this.#replies.isOutOfStep = true;
    return isGreeted;
  }

  #interpret(answer: CommandResult, address: string): RecipientResult {
    if (this.#replies.isOutOfStep) return { kind: 'out_of_step' };
    if (!answer.ok) {
      const ranOut = answer.fault === 'over' && this.asked > 0;
      return { kind: 'silence', isCause: !ranOut };
    }
    const { reply } = answer;
    const named = findNamedRecipient(reply, address, this.#addresses);
    if (named === 'other') {
      this.#replies.isOutOfStep = true;
      return { kind: 'out_of_step' };
    }
    return this.#toRecipientReply(reply, address, named);
  }

  #toRecipientReply(reply: Reply, address: string, named: NamedRecipient): RecipientReply {
    const judged = classifyReply(this.#settings, { stage: 'rcpt', reply, address });
    const { meaning } = judged;
    this.asked++;
    this.blockedInRow = meaning === 'blocked' ? this.blockedInRow + 1 : 0;
    this.#refusals.noteReply(meaning, reply.code);
    return { ...judged, kind: 'reply', code: reply.code, isNamed: named === 'asked' };
  }

  #classifyRefusal(answer: CommandResult): Meaning | NoReply {
    if (this.#replies.isOutOfStep) return 'out_of_step';
    if (!answer.ok) return 'no_answer';
    this.refusal = classifyReply(this.#settings, { stage: 'mail', reply: answer.reply });
    return this.refusal.meaning;
  }
}

/** What MAIL says of the recipients behind it. */
interface Transaction {
  readonly sender: string;
  readonly utf8: boolean;
  /** Google refuses a second recipient domain in one transaction. */
  readonly domain: string;
}

/** The RCPT command for a recipient, without its line end. */
function rcptCommand(address: string): string {
  return `RCPT TO:<${address}>`;
}

/** The MAIL command that begins a transaction, without its line end. */
function mailCommand({ sender, utf8 }: Transaction): string {
  return `MAIL FROM:<${sender}>${utf8 ? ' SMTPUTF8' : ''}`;
}

/** Whether recipients of the wanted transaction can be asked in the current one. */
function isWithin(current: Transaction, { sender, utf8, domain }: Transaction): boolean {
  return current.sender === sender && current.domain === domain && (current.utf8 || !utf8);
}

/** What a host replies after too many refusals in a session. */
const LIMIT_REPLIES: ReadonlySet<Meaning> = new Set(['session_limit', 'harvest_limit', 'closing']);
/** A delayed reply takes at least so many milliseconds, */
const SLOW_REPLY = 500;
/** and so many times as long as the slowest one before it. */
const SLOW_FACTOR = 4;

/** Counts the refused recipients of a session, and finds out how many the host tolerates. */
class RefusalCounter {
  refused = 0;
  #tolerated: number | undefined;
  #longestWait = 0;
  #slowReplies = 0;

  /** Refusals before the host slowed down or replied with a limit; undefined: it did neither. */
  get tolerated(): number | undefined {
    return this.#tolerated;
  }

  /** A reply took so many milliseconds. Two delayed ones are a penalty for the refusals before them. */
  noteWait(milliseconds: number): void {
    const isSlow = milliseconds > SLOW_REPLY && milliseconds > SLOW_FACTOR * this.#longestWait;
    if (!isSlow) this.#longestWait = Math.max(this.#longestWait, milliseconds);
    else if (this.refused > 0 && ++this.#slowReplies === 2) this.#tolerated ??= this.refused - 1;
  }

  /** A recipient got this reply. */
  noteReply(meaning: Meaning, code: number): void {
    if (LIMIT_REPLIES.has(meaning) && this.refused > 0) this.#tolerated ??= this.refused;
    if (code >= 500) this.refused++;
  }
}

/** The replies to MAIL, RCPT and RSET, and whether one came that can't belong to them. */
class SessionReplies {
  /** A reply does not belong to its command: nothing is known of those behind it either. */
  isOutOfStep = false;
  /** Milliseconds that the last reply took. */
  lastWait = 0;
  readonly #connection: SmtpConnection;
  readonly #settings: SessionSettings;
  readonly #hello: Hello;

  constructor(connection: SmtpConnection, settings: SessionSettings, hello: Hello) {
    this.#connection = connection;
    this.#settings = settings;
    this.#hello = hello;
  }

  /** The next reply, if it has come already. */
  arrived(): CommandResult | undefined {
    const answer = this.#connection.arrived();
    if (answer) this.#note(answer, 0);
    return answer;
  }

  async next(): Promise<CommandResult> {
    const { limits, clock } = this.#settings;
    const asked = clock.monotonic();
    const answer = this.#connection.arrived() ?? (await this.#connection.receive(limits.command));
    this.#note(answer, clock.monotonic() - asked);
    return answer;
  }

  #note(answer: CommandResult, waited: number): void {
    this.lastWait = waited;
    const isStray = answer.ok ? this.#isUnexpected(answer.reply) : answer.fault === 'surplus';
    this.isOutOfStep ||= isStray;
  }

  /** Whether a reply can't belong to MAIL, RCPT or RSET. */
  #isUnexpected(reply: Reply): boolean {
    const isOther = reply.code < 400 && Math.floor(reply.code / 10) !== 25;
    return isOther || this.#hello.isRepeatedBy(reply);
  }
}
