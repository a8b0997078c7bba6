import { hash } from 'node:crypto';
import { BoundedMap } from '../../lib/bounded-map.ts';
import type { Clock } from '../../lib/clock.ts';
import type { Facts } from '../fleet/facts.ts';

/** Twelve hours, in milliseconds. */
const REMEMBERED_FOR = 12 * 60 * 60 * 1000;
const MAX_DOMAINS = 50_000;

/** Which domains accept mail for any local part: asked once a domain, remembered for hours. */
export class AcceptAllMemory {
  readonly #clock: Clock;
  readonly #facts: Facts | undefined;
  readonly #known = new BoundedMap<string, { acceptsAll: boolean; until: number }>(MAX_DOMAINS);

  /** `facts`: what processes learn from each other. */
  constructor(clock: Clock, facts?: Facts) {
    this.#clock = clock;
    this.#facts = facts;
  }

  recall(domain: string): boolean | undefined {
    const entry = this.#known.get(domain);
    return entry && entry.until > this.#clock.monotonic() ? entry.acceptsAll : undefined;
  }

  remember(domain: string, acceptsAll: boolean): void {
    this.adopt(domain, acceptsAll, REMEMBERED_FOR);
    this.#facts?.publish('accept_all', domain, { value: acceptsAll, left: REMEMBERED_FOR });
  }

  /** What another process learnt, for so many milliseconds. */
  adopt(domain: string, acceptsAll: boolean, left: number): void {
    this.#known.set(domain, { acceptsAll, until: this.#clock.monotonic() + left });
  }
}

const LETTERS = 'abcdefghijkmnpqrstuvwxyz23456789';
const LENGTH = 20;

/**
 * A local part that no mailbox has: 100 bits of a keyed hash of the domain. It is the same each time, so
 * that hosts which greylist pairs, and filters which cache answers, recognise it the second time.
 */
export function probeLocalPart(key: string, domain: string): string {
  const octets = hash('sha256', `${key} ${domain}`, 'buffer');
  let name = 'x';
  for (let at = 0; at < LENGTH; at++) name += LETTERS.charAt((octets[at] ?? 0) % LETTERS.length);
  return name;
}

/** Whether a local part has the form that `probeLocalPart` gives. */
export function isProbeLocalPart(localPart: string): boolean {
  return PROBE.test(localPart);
}

const PROBE = new RegExp(`^x[${LETTERS}]{${LENGTH}}$`);
