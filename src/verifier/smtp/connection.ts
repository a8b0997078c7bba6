import type { Duplex } from 'node:stream';
import type { TLSSocket } from 'node:tls';
import type { Clock } from '../../lib/clock.ts';
import { setSharedAlarm } from '../../lib/shared-alarms.ts';
import type { Trace } from '../engine/trace.ts';
import { type Reply, ReplyReader } from './reply.ts';
import {
  classifyEnding,
  QUIT_REPLY,
  type QuitOptions,
  SERVICE_NOT_AVAILABLE,
  type SessionEnding,
} from './session-ending.ts';

/** Why there is no reply. `over`: the session's time ran out. `surplus`: one came without a command. */
type Fault = 'timeout' | 'closed' | 'garbage' | 'over' | 'surplus';

/** The reply to a command, or why it is missing. */
export type CommandResult =
  | { readonly ok: true; readonly reply: Reply }
  | { readonly ok: false; readonly fault: Fault };

/** Whether a command was accepted: a reply of 2xx (RFC 5321 §4.2.1). */
export function isPositive(answer: CommandResult): answer is { ok: true; reply: Reply } {
  return answer.ok && answer.reply.code >= 200 && answer.reply.code < 300;
}

interface ConnectionSettings {
  readonly clock: Clock;
  /** Limit of the whole session, in milliseconds from now. */
  readonly sessionLimit: number;
  readonly signal: AbortSignal;
  readonly trace?: Trace | undefined;
}

/** The host was slow: QUIT may still show whether it answered everything. */
const WAITING: ReadonlySet<Fault | undefined> = new Set([undefined, 'timeout', 'over']);
const OUT_OF_STEP: ReadonlySet<Fault | undefined> = new Set(['surplus', 'garbage']);

/** More replies than commands by this many: the other side does not wait for us. */
const MAX_UNREAD = 32;

/** Milliseconds to wait for the reply to QUIT where other commands had no reply. */
const SHORT_QUIT_LIMIT = 1000;

/** Milliseconds to wait for the end of the connection after the reply to QUIT. */
const HANGUP_LIMIT = 500;

/** Lines out, replies in, over one stream. Never rejects but with the signal's reason. */
export class SmtpConnection {
  readonly #settings: ConnectionSettings;
  readonly #until: number;
  readonly #deadline: DeadlineTimer;
  /** How long the next reply may take, in milliseconds. */
  #replyLimit = 0;
  #stream: Duplex;
  #reader = new ReplyReader();
  #unread: Reply[] = [];
  /** The greeting is a reply to no command. */
  #pendingReplies = 1;
  #fault: Fault | undefined;
  /** QUIT went along with other commands. */
  #hasQuit = false;
  #wake: (() => void) | undefined;
  readonly #wakeUp = () => this.#wake?.();

  constructor(stream: Duplex, settings: ConnectionSettings) {
    this.#settings = settings;
    this.#until = settings.clock.monotonic() + settings.sessionLimit;
    this.#deadline = new DeadlineTimer(settings.clock, () => this.#expire());
    this.#stream = stream;
    this.#listen(stream);
    settings.signal.addEventListener('abort', this.#wakeUp);
  }

  get isOpen(): boolean {
    return this.#fault === undefined;
  }

  /** A reply is there that nobody read. */
  get hasUnread(): boolean {
    return this.#unread.length > 0;
  }

  /** Replies that are still to come, or to be read. */
  get pendingReplies(): number {
    return this.#pendingReplies;
  }

  /** Milliseconds left of the session. */
  get timeLeft(): number {
    return this.#until - this.#settings.clock.monotonic();
  }

  send(...commands: readonly string[]): void {
    if (this.#unread.some((reply) => reply.code !== SERVICE_NOT_AVAILABLE)) this.#end('surplus');
    if (!this.isOpen) return;
    if (commands.some((command) => /[\r\n\0]/.test(command)))
      throw new Error('a command of two lines');
    this.#pendingReplies += commands.length;
    this.#write(commands);
  }

  /** The same, with QUIT behind them (RFC 2920 §3.1): `close` then waits for its reply. */
  sendLast(...commands: readonly string[]): void {
    this.send(...commands, 'QUIT');
    this.#hasQuit = this.isOpen;
  }

  /** The next reply, if it has come already: those to commands sent together mostly have. */
  arrived(): CommandResult | undefined {
    const reply = this.#unread.shift();
    if (!reply) return undefined;
    this.#pendingReplies--;
    this.#settings.trace?.({ event: 'reply', ...reply });
    return { ok: true, reply };
  }

  #write(commands: readonly string[]): void {
    const { trace } = this.#settings;
    if (trace) for (const command of commands) trace({ event: 'sent', command });
    this.#stream.write(`${commands.join('\r\n')}\r\n`);
  }

  /** The next reply, all of its lines within `limit` milliseconds. One that came before the end counts. */
  async receive(limit: number): Promise<CommandResult> {
    const { signal } = this.#settings;
    signal.throwIfAborted();
    this.#replyLimit = limit;
    this.#deadline.set(Math.max(0, Math.min(limit, this.timeLeft)));
    while (this.#unread.length === 0 && this.isOpen && !signal.aborted) await this.#arrival();
    this.#deadline.clear();
    signal.throwIfAborted();
    const answer = this.arrived() ?? { ok: false, fault: this.#fault ?? 'closed' };
    if (!answer.ok) this.#settings.trace?.({ event: 'fault', fault: answer.fault });
    return answer;
  }

  /** RFC 3207 §4.2: everything received before the handshake is discarded. No certificate is required. */
  async upgrade(servername: string, limit: number): Promise<boolean> {
    const plain = this.#stream;
    plain.removeAllListeners('data');
    const { signal } = this.#settings;
    // Not imported above: many runs have no session with TLS.
    const { connect } = process.getBuiltinModule('node:tls');
    const secure = connect({ socket: plain, rejectUnauthorized: false, servername });
    this.#replyLimit = limit;
    this.#deadline.set(Math.max(0, Math.min(limit, this.timeLeft)));
    const outcome = await Promise.race([handshake(secure), this.#ending()]);
    this.#deadline.clear();
    signal.throwIfAborted();
    if (outcome !== 'secure') {
      secure.destroy();
      this.#end('closed');
      return false;
    }
    this.#reader = new ReplyReader();
    this.#unread = [];
    this.#stream = secure;
    this.#listen(secure);
    return true;
  }

  /**
   * Sends QUIT where the connection is open and it was not sent, and returns whether all replies add up. Without
   * `quit`, the caller does not use that result. Resolves when the socket is free: the host counts
   * the session until then.
   */
  async close(quit?: QuitOptions): Promise<SessionEnding> {
    const { signal } = this.#settings;
    try {
      if (signal.aborted || (!this.isOpen && !quit)) return 'cut_off';
      return await this.#quit(quit ?? { limit: SHORT_QUIT_LIMIT, codes: QUIT_REPLY });
    } finally {
      this.#fault ??= 'closed';
      this.#stream.destroy();
      await closed(this.#stream);
      this.#deadline.stop();
      signal.removeEventListener('abort', this.#wakeUp);
    }
  }

  async #quit({ limit: replyLimit, codes }: QuitOptions): Promise<SessionEnding> {
    const pending = this.#pendingReplies - Number(this.#hasQuit);
    const limit = this.isOpen ? replyLimit : Math.min(replyLimit, SHORT_QUIT_LIMIT);
    if (WAITING.has(this.#fault)) {
      this.#fault = undefined;
      if (!this.#hasQuit) this.#write(['QUIT']);
      await this.#receiveUntil(pending + 1, limit);
    }
    if (this.isOpen && this.#unread.length > pending) {
      this.#stream.end();
      await this.#receiveUntil(pending + 2, HANGUP_LIMIT);
    }
    if (OUT_OF_STEP.has(this.#fault)) return 'out_of_step';
    return classifyEnding(
      this.#unread.map((reply) => reply.code),
      pending,
      codes,
    );
  }

  /** Until so many replies are unread, or no more can come. */
  async #receiveUntil(replies: number, limit: number): Promise<void> {
    const { signal } = this.#settings;
    this.#deadline.set(limit);
    while (this.#unread.length < replies && this.isOpen && !signal.aborted) await this.#arrival();
    this.#deadline.clear();
  }

  #listen(stream: Duplex): void {
    stream.on('data', (chunk: Buffer) => this.#read(chunk));
    stream.on('error', () => this.#end('closed'));
    stream.on('end', () => this.#end('closed'));
    stream.on('close', () => this.#end('closed'));
  }

  #read(chunk: Buffer): void {
    if (!WAITING.has(this.#fault)) return;
    try {
      this.#unread.push(...this.#reader.push(chunk));
      if (this.#unread.length > this.#pendingReplies + MAX_UNREAD) this.#end('garbage');
    } catch {
      this.#end('garbage');
    }
    this.#wake?.();
  }

  #end(fault: Fault): void {
    this.#fault ??= fault;
    if (fault === 'garbage') this.#unread = [];
    if (OUT_OF_STEP.has(fault)) this.#stream.destroy();
    this.#wake?.();
  }

  #arrival(): Promise<void> {
    return new Promise((resolve) => {
      this.#wake = resolve;
    });
  }

  /** Resolves when there is nothing to wait for any more. */
  async #ending(): Promise<'over'> {
    while (this.isOpen && !this.#settings.signal.aborted) await this.#arrival();
    return 'over';
  }

  #expire(): void {
    this.#end(this.timeLeft <= 0 && this.#replyLimit > 0 ? 'over' : 'timeout');
  }
}

/** Resolves when the stream is destroyed. */
function closed(stream: Duplex): Promise<void> {
  return new Promise((resolve) => {
    if (stream.destroyed) resolve();
    else stream.once('close', resolve);
  });
}

/** How the TLS handshake ends. */
function handshake(secure: TLSSocket): Promise<'secure' | 'failed'> {
  return new Promise((resolve) => {
    secure.once('secureConnect', () => resolve('secure'));
    secure.once('error', () => resolve('failed'));
    secure.once('close', () => resolve('failed'));
  });
}

/**
 * Calls `onExpire` when the current deadline passes. A session sets hundreds of deadlines and meets
 * nearly all of them, so one alarm serves them all: when it rings, it checks the current deadline. The
 * first alarms of all sessions, which have one length, share a timer.
 */
class DeadlineTimer {
  readonly #clock: Clock;
  readonly #onExpire: () => void;
  #deadline = Number.POSITIVE_INFINITY;
  #wakesAt = Number.POSITIVE_INFINITY;
  #cancelAlarm: () => void = () => {};

  constructor(clock: Clock, onExpire: () => void) {
    this.#clock = clock;
    this.#onExpire = onExpire;
  }

  /** In milliseconds from now. */
  set(limit: number): void {
    this.#deadline = this.#clock.monotonic() + limit;
    if (this.#deadline >= this.#wakesAt) return;
    this.#cancelAlarm();
    this.#sleep(limit);
  }

  clear(): void {
    this.#deadline = Number.POSITIVE_INFINITY;
  }

  /** No deadline can be set after this. */
  stop(): void {
    this.clear();
    this.#cancelAlarm();
  }

  #sleep(limit: number): void {
    this.#wakesAt = this.#clock.monotonic() + limit;
    this.#cancelAlarm = setSharedAlarm(this.#clock, limit, () => this.#checkDeadline());
  }

  #checkDeadline(): void {
    this.#wakesAt = Number.POSITIVE_INFINITY;
    const left = this.#deadline - this.#clock.monotonic();
    if (left <= 0) this.#onExpire();
    else if (left < Number.POSITIVE_INFINITY) this.#sleep(left);
  }
}
