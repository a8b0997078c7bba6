import { hash } from 'node:crypto';
import { BoundedMap } from '../../lib/bounded-map.ts';
import type { Clock } from '../../lib/clock.ts';
import type { Facts } from '../fleet/facts.ts';

/** Twelve hours, in milliseconds. */
const REMEMBERED_FOR = 12 * 60 * 60 * 1000;
const MAX_REMEMBERED = 50_000;

/**
 * Which hosts accept mail for any local part of a domain, remembered for hours. That one refused a random
 * address is used where sessions have no room for another one: it may accept all in another session.
 */
export class AcceptAllMemory {
  readonly #clock: Clock;
  readonly #facts: Facts | undefined;
  /** By domain and host. */
  readonly #known = new BoundedMap<string, { acceptsAll: boolean; until: number }>(MAX_REMEMBERED);

  /** `facts`: what processes learn from each other. */
  constructor(clock: Clock, facts?: Facts) {
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

const CONSONANTS = 'bdfgklmnprstvz';
const VOWELS = 'aeiou';
const LETTERS = 'abcdefghijkmnpqrstuvwxyz23456789';
const LENGTH = 20;
const SYLLABLES = 5;

/**
 * An address that no mailbox has, in the form of one that the host accepted, since some hosts accept whatever
 * looks like their own: 31 bits that look like a name, or 100 bits that look like an identifier.
 */
export function randomAddress(key: string, domain: string, accepted = ''): string {
  const isName = /^[\p{L}._'-]*$/u.test(accepted.slice(0, Math.max(0, accepted.lastIndexOf('@'))));
  return `${randomLocalPart(isName ? 'name' : 'identifier', key, domain)}@${domain}`;
}

/**
 * The local part of such an address, of a keyed hash of the domain. It is the same each time, so that
 * hosts which greylist pairs, and filters which cache answers, recognise it the second time.
 */
export function randomLocalPart(form: 'name' | 'identifier', key: string, domain: string): string {
  const octets = hash('sha256', `${key} ${domain}`, 'buffer');
  return form === 'name' ? toName(octets) : toIdentifier(octets);
}

function toName(octets: Buffer): string {
  let name = '';
  for (let at = 0; at < 2 * SYLLABLES; at++) {
    const letters = at % 2 === 0 ? CONSONANTS : VOWELS;
    name += letters.charAt((octets[at] ?? 0) % letters.length);
  }
  return name;
}

function toIdentifier(octets: Buffer): string {
  let name = 'x';
  for (let at = 0; at < LENGTH; at++) name += LETTERS.charAt((octets[at] ?? 0) % LETTERS.length);
  return name;
}
