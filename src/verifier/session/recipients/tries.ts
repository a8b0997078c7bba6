import type { HostReply } from '../../engine/evidence.ts';
import type { FindingReason } from '../../verifier.ts';
import type { Recipient } from './recipient.ts';

/** How far the tries of a recipient came, for a run that goes on with them: as JSON. */
export interface Tries extends RecipientCounts {
  /** Waits that are over. */
  readonly rounds: number;
  readonly reason: FindingReason;
  readonly hostReply?: HostReply | undefined;
}

type RecipientCounts = Readonly<Record<(typeof COUNTS)[number], number>>;
const COUNTS = ['unanswered', 'repeats', 'parkings', 'discards', 'attempts'] as const;

export function toTries(recipient: Recipient, rounds: number): Tries {
  const { unanswered, repeats, parkings, discards, attempts } = recipient;
  const { reason, hostReply } = recipient;
  const counts = { rounds, unanswered, repeats, parkings, discards, attempts };
  return { ...counts, reason, hostReply };
}

/** What `toTries` gave, as it came back from a database; undefined where it is something else. */
export function readTries(value: unknown): Tries | undefined {
  if (typeof value !== 'object' || value === null) return undefined;
  const given = value as Partial<Record<keyof Tries, unknown>>;
  const counts = [given.rounds, ...COUNTS.map((name) => given[name])];
  return counts.every(isCount) && typeof given.reason === 'string' ? (value as Tries) : undefined;
}

function isCount(value: unknown): boolean {
  return Number.isInteger(value) && Number(value) >= 0;
}

/** Goes on where an earlier run handed the recipient back. */
export function resumeTries(recipient: Recipient, tries: Tries): void {
  for (const name of COUNTS) recipient[name] = tries[name];
  recipient.reason = tries.reason;
  recipient.hostReply = tries.hostReply;
}
