import { BoundedMap } from '../../lib/bounded-map.ts';
import type { Clock } from '../../lib/clock.ts';
import { MINUTE_MS } from '../../lib/time-units.ts';

/** Milliseconds for which a host that can't be reached is not tried again. */
const HOST_REST = 5 * MINUTE_MS;

/** Hosts remembered in each state. */
const MAX_HOSTS = 10_000;

/** What is known about single hosts: which are down, which are slow to greet, which require TLS. */
export class HostStates {
  readonly #clock: Clock;
  readonly #down = new BoundedMap<string, number>(MAX_HOSTS);
  readonly #silent = new BoundedMap<string, number>(MAX_HOSTS);
  readonly #wantTls = new BoundedMap<string, true>(MAX_HOSTS);

  constructor(clock: Clock) {
    this.#clock = clock;
  }

  isDown(host: string): boolean {
    return (this.#down.get(host) ?? 0) > this.#clock.monotonic();
  }

  /** It accepted a connection a moment ago and sent no greeting. */
  wasSilent(host: string): boolean {
    return (this.#silent.get(host) ?? 0) > this.#clock.monotonic();
  }

  noteSilent(host: string): void {
    this.#silent.set(host, this.#clock.monotonic() + HOST_REST);
  }

  noteGreeted(host: string): void {
    this.#silent.delete(host);
  }

  noteUp(host: string): void {
    this.#down.delete(host);
  }

  noteDown(host: string): void {
    this.#down.set(host, this.#clock.monotonic() + HOST_REST);
  }

  /** Forgets hosts that were down: the cause may have been this machine's network. */
  forgetDown(): void {
    this.#down.clear();
    this.#silent.clear();
  }

  wantsTls(host: string): boolean {
    return this.#wantTls.has(host);
  }

  noteWantsTls(host: string): void {
    this.#wantTls.set(host, true);
  }
}
