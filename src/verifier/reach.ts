import { BoundedMap } from '../lib/bounded-map.ts';
import type { Clock } from '../lib/clock.ts';
import { registrableDomain } from './providers/provider-table.ts';

/** Milliseconds for which a host that can't be reached is not tried again. */
const HOST_REST = 5 * 60_000;
/** Silent hosts of so many providers, and not one that answered, mean that port 25 is closed for us. */
const SILENT_PROVIDERS = 5;

/** Remembered of each kind. */
const MOST_HOSTS = 10_000;

/** What was found out about reaching hosts: which are down, which want TLS, whether port 25 is open. */
export class Reach {
  readonly #clock: Clock;
  readonly #down = new BoundedMap<string, number>(MOST_HOSTS);
  readonly #hung = new BoundedMap<string, number>(MOST_HOSTS);
  readonly #wantTls = new BoundedMap<string, true>(MOST_HOSTS);
  readonly #silent = new Set<string>();
  readonly #onPortClosed: () => void;
  #closedUntil = 0;
  #isTold = false;

  /** `onPortClosed` is called once, and again only after somebody was reached. */
  constructor(clock: Clock, onPortClosed: () => void = () => {}) {
    this.#clock = clock;
    this.#onPortClosed = onPortClosed;
  }

  /** Outbound port 25 looks closed: nobody answers at all. */
  get isPortClosed(): boolean {
    return this.#closedUntil > this.#clock.monotonic();
  }

  isDown(host: string): boolean {
    return (this.#down.get(host) ?? 0) > this.#clock.monotonic();
  }

  /** It let a connection come about a moment ago, and then said nothing. */
  wasSilent(host: string): boolean {
    return (this.#hung.get(host) ?? 0) > this.#clock.monotonic();
  }

  noteSilent(host: string): void {
    this.#hung.set(host, this.#clock.monotonic() + HOST_REST);
  }

  noteGreeted(host: string): void {
    this.#hung.delete(host);
  }

  noteUp(host: string): void {
    this.#down.delete(host);
    this.#silent.clear();
    this.#closedUntil = 0;
    this.#isTold = false;
  }

  noteDown(host: string, silent: boolean): void {
    this.#down.set(host, this.#clock.monotonic() + HOST_REST);
    if (!silent) return;
    this.#silent.add(registrableDomain(host));
    if (this.#silent.size < SILENT_PROVIDERS) return;
    this.#silent.clear();
    this.#closedUntil = this.#clock.monotonic() + HOST_REST;
    if (!this.#isTold) this.#onPortClosed();
    this.#isTold = true;
  }

  wantsTls(host: string): boolean {
    return this.#wantTls.has(host);
  }

  noteWantsTls(host: string): void {
    this.#wantTls.set(host, true);
  }
}
