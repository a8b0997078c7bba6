import type { AllowList } from './allow-list.ts';
import { isReserved } from './judge.ts';

/** What an address of seed data is; the last ones fail. */
export const SEED_REASONS = {
  reserved: { passes: true, meaning: 'a name that belongs to nobody' },
  allowed: { passes: true, meaning: 'named in .mailvet-allow' },
  not_reserved: {
    passes: false,
    meaning: 'somebody may have this domain: use example.com, .test or .invalid',
  },
  duplicate: { passes: false, meaning: 'the same address as before' },
  syntax: { passes: false, meaning: 'no e-mail address by its syntax' },
} as const;

export type SeedReason = keyof typeof SEED_REASONS;

/** Judges the addresses of seed data one after another, without a network. */
export class SeedJudge {
  readonly #allowed: AllowList | undefined;
  readonly #seen = new Set<string>();

  constructor(allowed: AllowList | undefined) {
    this.#allowed = allowed;
  }

  /** `address`: its domain in lower-case A-labels; undefined for what is not one by its syntax. */
  judge(address: string | undefined, raw: string): SeedReason {
    const known = address ?? withoutDot(raw);
    if (known === undefined) return 'syntax';
    if (this.#seen.has(known)) return 'duplicate';
    this.#seen.add(known);
    if (isReserved(known.slice(known.lastIndexOf('@') + 1))) return 'reserved';
    return this.#allowed?.hasAddress(known) ? 'allowed' : 'not_reserved';
  }
}

/** `ann@localhost`: nobody can mail to it, which is what seed data wants. */
function withoutDot(raw: string): string | undefined {
  const text = raw.trim().toLowerCase();
  return /^[^\s@<>]+@(?:localhost|test|example|invalid)$/.test(text) ? text : undefined;
}
