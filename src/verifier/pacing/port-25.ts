import { setAlarm } from '../../lib/alarm.ts';
import type { Clock } from '../../lib/clock.ts';
import { MINUTE_MS } from '../../lib/time-units.ts';
import type { PortCheck, PortState } from '../net/port-check.ts';

interface Port25Settings {
  readonly clock: Clock;
  /** Greets hosts that are known to answer; absent: only the hosts of the lists count. Never rejects. */
  readonly check?: PortCheck | undefined;
  /** Called with each piece of evidence that the port is closed, and with each that it is open. */
  readonly onEvidence: (state: 'closed' | 'open') => void;
}

/** Providers without a greeting, and none with one, that mean a closed port 25. */
const CLOSED_PROVIDERS = 8;
/** Milliseconds for which a greeting proves that port 25 is open. */
const OPEN_FOR = 5 * MINUTE_MS;
/** Milliseconds between two connections that are tried although port 25 is closed. */
const RETRY_CLOSED = 10_000;
/** Milliseconds after which a connection without a greeting is reason to check the port. */
const CHECK_AFTER = 3000;
/** Milliseconds for which a check stands that found no open port. */
const CHECK_EVERY = 30_000;
/** Remembered of each kind. */
const MAX_PROVIDERS = 1000;

/**
 * Whether connections to port 25 leave this network. One silent host says nothing: it may be down.
 * Eight silent providers, or the silence of hosts that are known to answer, say that the port is
 * closed, unless any host greeted in the last five minutes.
 */
export class Port25 {
  readonly #settings: Port25Settings;
  readonly #silent = new Set<string>();
  readonly #refusing = new Set<string>();
  #greetedAt = Number.NEGATIVE_INFINITY;
  #retriedAt = Number.NEGATIVE_INFINITY;
  #checkedAt = Number.NEGATIVE_INFINITY;
  #checking: Promise<void> | undefined;
  #cancelTimer: (() => void) | undefined;
  readonly #closing = new AbortController();

  constructor(settings: Port25Settings) {
    this.#settings = settings;
  }

  /** Checks the port, unless that was done a moment ago. */
  look(): Promise<void> {
    return this.#check();
  }

  /** A host is about to be connected to: without a greeting in time, the port is checked. */
  noteAttempt(): void {
    if (!this.#isCheckDue) return;
    this.#cancelTimer ??= setAlarm(this.#settings.clock, CHECK_AFTER, () => {
      this.#cancelTimer = undefined;
      void this.#check();
    });
  }

  /** A connection was accepted: earlier refusals had other causes than a closed port. */
  noteConnection(): void {
    this.#refusing.clear();
  }

  noteGreeting(): void {
    this.#greetedAt = this.#now;
    this.#silent.clear();
    this.#refusing.clear();
    this.#stopTimer();
    this.#settings.onEvidence('open');
  }

  /** Resolves when it is known, as far as it can be, whether the cause was the host or the port. */
  async noteNoGreeting(provider: string, answer: 'silence' | 'refusal'): Promise<void> {
    const set = answer === 'silence' ? this.#silent : this.#refusing;
    if (set.size < MAX_PROVIDERS) set.add(provider);
    if (this.#wasOpen) return;
    // Hosts that are known to answer say more than those of a list, however many of them are silent.
    if (this.#checking || this.#isCheckDue) await this.#check();
    if (this.#wasOpen) return;
    const providers = new Set([...this.#silent, ...this.#refusing]).size;
    if (providers >= CLOSED_PROVIDERS) this.#settings.onEvidence('closed');
  }

  /** While the port is closed, a connection is seldom worth its time-out. */
  mayTryClosed(): boolean {
    if (this.#refusing.size > 0) return true;
    if (this.#now - this.#retriedAt < RETRY_CLOSED) return false;
    this.#retriedAt = this.#now;
    return true;
  }

  /** The port counts as closed from now on. */
  noteClosed(): void {
    this.#retriedAt = this.#now;
  }

  /** Leaves no timer and no connection behind. */
  close(): void {
    this.#stopTimer();
    this.#closing.abort();
  }

  #stopTimer(): void {
    this.#cancelTimer?.();
    this.#cancelTimer = undefined;
  }

  get #now(): number {
    return this.#settings.clock.monotonic();
  }

  get #wasOpen(): boolean {
    return this.#now - this.#greetedAt < OPEN_FOR;
  }

  get #isCheckDue(): boolean {
    const isRecent = this.#now - this.#checkedAt < CHECK_EVERY;
    return this.#settings.check !== undefined && !this.#wasOpen && !isRecent;
  }

  async #check(): Promise<void> {
    const { check } = this.#settings;
    if (check && this.#isCheckDue) {
      this.#checking ??= check(this.#closing.signal).then((state) => this.#endCheck(state));
    }
    await this.#checking;
  }

  #endCheck(state: PortState): void {
    this.#checking = undefined;
    this.#checkedAt = this.#now;
    if (state === 'open') this.#greetedAt = this.#now;
    // A host that greeted meanwhile knows better.
    else if (this.#wasOpen) return;
    if (state !== 'unknown') this.#settings.onEvidence(state);
  }
}
