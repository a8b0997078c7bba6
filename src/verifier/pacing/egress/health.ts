import { type Message, message } from '../../../i18n/message.ts';
import type { Clock } from '../../../lib/clock.ts';
import { MINUTE_MS } from '../../../lib/time-units.ts';

/** Milliseconds for which an egress is not used after its address or its proxy was of no use. */
const AFTER_FAULT = 30_000;
/** The same after so many hosts sent no greeting: its port 25 seems to be closed. */
const AFTER_SILENCE = MINUTE_MS;
/** Hosts without a greeting, and none with one, that mean a closed port 25. */
const SILENT_HOSTS = 8;
/** Milliseconds for which a greeting proves that port 25 is open. */
const OPEN_FOR = 5 * MINUTE_MS;
const SILENCE = message('errorTexts.egress_silence', { count: SILENT_HOSTS });

interface HealthParts {
  readonly clock: Clock;
  /** There is no other egress: its silence is judged by what the machine reaches (port-25.ts). */
  readonly isAlone: boolean;
  /** Called when it is found to be of no use, with the reason, and when a host greets again. */
  readonly onChange?: ((fault: Message | undefined) => void) | undefined;
}

/**
 * Whether an egress leads anywhere:
 *
 *   up ──proxy or source address fails──▶ down for 30 s ──▶ up
 *    └── eight hosts without a greeting, none with one for 5 min ──▶ down for 60 s ──▶ up, down with
 *        the next one
 *
 * A connection proves nothing: a proxy may accept it and hang up.
 */
export class EgressHealth {
  readonly #parts: HealthParts;
  readonly #silent = new Set<string>();
  #greetedAt = Number.NEGATIVE_INFINITY;
  #downUntil = Number.NEGATIVE_INFINITY;
  #fault: Message | undefined;
  /** Block lists that have its address. */
  readonly #lists = new Set<string>();

  constructor(parts: HealthParts) {
    this.#parts = parts;
  }

  /** Another egress is used instead, where there is one. */
  get isDown(): boolean {
    return this.#now < this.#downUntil;
  }

  /** Why it was of no use when it was last tried; undefined once a host greeted by it. */
  get fault(): Message | undefined {
    return this.#fault;
  }

  /** Whether a block list has its address: mail hosts that ask the list will refuse it. */
  get isListed(): boolean {
    return this.#lists.size > 0;
  }

  /** Returns whether that is new. */
  noteListing(list: string, isListed: boolean): boolean {
    if (this.#lists.has(list) === isListed) return false;
    if (isListed) this.#lists.add(list);
    else this.#lists.delete(list);
    return true;
  }

  noteGreeting(): void {
    this.#greetedAt = this.#now;
    this.#downUntil = Number.NEGATIVE_INFINITY;
    this.#silent.clear();
    this.#setFault(undefined);
  }

  /** Its source address or its proxy can't be used. */
  noteFault(fault: Message): void {
    this.#downUntil = this.#now + AFTER_FAULT;
    this.#setFault(fault);
  }

  /** Whether the silence of this host means that the egress is closed, not the host. */
  noteSilence(host: string): boolean {
    if (this.#parts.isAlone || this.#now - this.#greetedAt < OPEN_FOR) return false;
    if (this.#silent.size < SILENT_HOSTS) this.#silent.add(host);
    if (this.#silent.size < SILENT_HOSTS) return false;
    this.#downUntil = this.#now + AFTER_SILENCE;
    this.#setFault(SILENCE);
    return true;
  }

  #setFault(fault: Message | undefined): void {
    if (fault?.english === this.#fault?.english) return;
    this.#fault = fault;
    this.#parts.onChange?.(fault);
  }

  get #now(): number {
    return this.#parts.clock.monotonic();
  }
}
