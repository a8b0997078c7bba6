import { BoundedMap } from '../lib/bounded-map.ts';
import type { Clock } from '../lib/clock.ts';

/** Twelve hours, in milliseconds. */
const REMEMBERED = 12 * 60 * 60 * 1000;
const MOST_DOMAINS = 50_000;

/** Which domains take mail for any local part: asked once a domain, then remembered for hours. */
export class AcceptAllMemory {
  readonly #clock: Clock;
  readonly #known = new BoundedMap<string, { acceptsAll: boolean; until: number }>(MOST_DOMAINS);

  constructor(clock: Clock) {
    this.#clock = clock;
  }

  recall(domain: string): boolean | undefined {
    const entry = this.#known.get(domain);
    return entry && entry.until > this.#clock.monotonic() ? entry.acceptsAll : undefined;
  }

  remember(domain: string, acceptsAll: boolean): void {
    this.#known.set(domain, { acceptsAll, until: this.#clock.monotonic() + REMEMBERED });
  }
}

const LETTERS = 'abcdefghijkmnpqrstuvwxyz23456789';
const LENGTH = 20;

/** A local part that nobody has: 20 characters drawn from 32 are 100 bits. */
export function randomLocalPart(random: () => number): string {
  const draw = () => LETTERS.charAt(Math.floor(random() * LETTERS.length));
  return `x${Array.from({ length: LENGTH }, draw).join('')}`;
}

/** Whether a local part has the form that `randomLocalPart` gives. */
export function isRandomLocalPart(localPart: string): boolean {
  return RANDOM.test(localPart);
}

const RANDOM = new RegExp(`^x[${LETTERS}]{${LENGTH}}$`);
