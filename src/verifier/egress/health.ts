import type { Clock } from '../../lib/clock.ts';

/** Milliseconds for which an egress is not used after its address or its proxy was of no use. */
const AFTER_FAULT = 30_000;
/** The same after so many hosts did not answer: its port 25 seems to be closed. */
const AFTER_SILENCE = 60_000;
/** Hosts without an answer, and none with one, that mean a closed port 25. */
const SILENT_HOSTS = 8;
/** Milliseconds for which a connection proves that port 25 is open. */
const OPEN_FOR = 5 * 60_000;

/**
 * Whether an egress leads anywhere, where there is another one that may:
 *
 *   up ──proxy or source address fails──▶ down for 30 s ──▶ up
 *    └── eight silent hosts, no connection for 5 min ──▶ down for 60 s ──▶ up, down with the next one
 */
export class EgressHealth {
  readonly #clock: Pick<Clock, 'monotonic'>;
  readonly #silent = new Set<string>();
  #connectedAt = Number.NEGATIVE_INFINITY;
  #downUntil = Number.NEGATIVE_INFINITY;

  constructor(clock: Pick<Clock, 'monotonic'>) {
    this.#clock = clock;
  }

  get isDown(): boolean {
    return this.#clock.monotonic() < this.#downUntil;
  }

  noteConnection(): void {
    this.#connectedAt = this.#clock.monotonic();
    this.#downUntil = Number.NEGATIVE_INFINITY;
    this.#silent.clear();
  }

  /** Its source address or its proxy can't be used. */
  noteFault(): void {
    this.#downUntil = this.#clock.monotonic() + AFTER_FAULT;
  }

  /** Whether the silence of this host means that the egress is closed, not the host. */
  noteSilence(host: string): boolean {
    const now = this.#clock.monotonic();
    if (now - this.#connectedAt < OPEN_FOR) return false;
    if (this.#silent.size < SILENT_HOSTS) this.#silent.add(host);
    if (this.#silent.size < SILENT_HOSTS) return false;
    this.#downUntil = now + AFTER_SILENCE;
    return true;
  }
}
