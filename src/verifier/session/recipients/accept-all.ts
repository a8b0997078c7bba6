import { localPartOf } from '../../../lib/address-parts.ts';
import { BoundedMap } from '../../../lib/bounded-map.ts';
import type { Clock } from '../../../lib/clock.ts';
import { randomLocalPart } from '../../../lib/random-local-part.ts';
import type { SharedFacts } from '../../pacing/fleet/facts.ts';

/** Twelve hours, in milliseconds. */
const REMEMBERED_FOR = 12 * 60 * 60 * 1000;
const MAX_REMEMBERED = 50_000;

/**
 * Which hosts accept mail for any local part of a domain, remembered for hours. That one refused a random
 * address is used where sessions have no room for another one: it may accept all in another session.
 */
export class AcceptAllMemory {
  readonly #clock: Clock;
  readonly #facts: SharedFacts | undefined;
  /** By domain and host. */
  readonly #known = new BoundedMap<string, { acceptsAll: boolean; until: number }>(MAX_REMEMBERED);

  /** `facts`: what processes learn from each other. */
  constructor(clock: Clock, facts?: SharedFacts) {
    this.#clock = clock;
    this.#facts = facts;
  }

  recall(domain: string, host: string): boolean | undefined {
    const known = this.#known.get(keyOf(domain, host));
    return known && known.until > this.#clock.monotonic() ? known.acceptsAll : undefined;
  }

  remember(domain: string, host: string, acceptsAll: boolean): void {
    if (this.recall(domain, host) === acceptsAll) return;
    const key = keyOf(domain, host);
    this.adopt(key, acceptsAll, REMEMBERED_FOR);
    this.#facts?.publish('accept_all', key, { value: acceptsAll, left: REMEMBERED_FOR });
  }

  /** What another process learnt, for so many milliseconds. */
  adopt(key: string, acceptsAll: boolean, left: number): void {
    this.#known.set(key, { acceptsAll, until: this.#clock.monotonic() + left });
  }
}

function keyOf(domain: string, host: string): string {
  return `${domain} ${host}`;
}

/**
 * An address that no mailbox has, in the form of one that the host accepted, since some hosts accept whatever
 * looks like their own.
 */
export function randomAddress(key: string, domain: string, accepted = ''): string {
  const isName = /^[\p{L}._'-]*$/u.test(localPartOf(accepted));
  return `${randomLocalPart(isName ? 'name' : 'identifier', key, domain)}@${domain}`;
}
