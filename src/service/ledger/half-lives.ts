/** How long results hold: pure. A look is due once a result may have changed. */
import { DETAIL_REASONS, isDetailCode } from '../../contract/detail-reasons.ts';
import { type Reason, VERDICT_OF } from '../../contract/verdict.ts';
import type { RepeatedLooks } from './ledger-ports.ts';

const DAY_MS = 24 * 60 * 60_000;
const YEAR = 365;

interface HalfLife {
  /** Days after which half of such results are otherwise; null: they never change. */
  readonly days: number | null;
  /** Who says so; `estimate` where nobody has published a figure. */
  readonly source: string;
}

/** Of lists as a whole: nobody publishes figures by provider. */
const DECAY: HalfLife = {
  // 28 % of a list in a year: 365 * ln 2 / -ln 0.72.
  days: 770,
  source: 'https://www.zerobounce.net/email-list-decay-report/',
};

/** What holds until a team's own repeated verifications say otherwise. */
export const DEFAULT_HALF_LIVES: Readonly<Record<Reason, HalfLife>> = {
  accepted: DECAY,
  role: DECAY,
  accept_all: DECAY,
  disposable: { days: 30, source: 'estimate: such domains are replaced within weeks' },
  suppressed: { days: null, source: 'the team decides' },
  syntax: { days: null, source: 'RFC 5321: what is no address never becomes one' },
  no_mx: { days: YEAR, source: 'estimate: a domain that is registered again, or set up' },
  // Names of closed accounts are given to nobody else by the large providers.
  mailbox: { days: 3 * YEAR, source: 'https://support.google.com/accounts/answer/61177' },
  no_answer: { days: 0, source: 'it is no result' },
  error: { days: 0, source: 'it is no result' },
  incomplete: { days: 0, source: 'it is no result' },
  several_addresses: { days: null, source: 'it is no address' },
};

/** A full mailbox may be emptied any day. */
const FULL_DAYS = 30;

/** The chance that a result has changed from which on another look is due. */
const DUE_CHANCE = 0.025;

/** What a result is, as far as it says how long it holds. */
interface HeldResult {
  /** The fine reason. */
  readonly reason: string;
  /** Who runs the mail hosts; undefined where that is not known. */
  readonly provider: string | undefined;
}

/** Finds the half-life of a result in days; null: it does not change. */
export type HalfLives = (result: HeldResult) => number | null;

/** Changes that the published figure counts for beside what the team has seen. */
const PRIOR_CHANGES = 2;

/**
 * Half-lives by provider and reason: the published ones, moved towards what the team's own repeated
 * verifications and hard bounces show. The rate is (changes + 2) / (time + 2 / published rate), the mean of a gamma
 * distribution: of few looks the published figure decides, of many the looks do.
 */
export function learnHalfLives(looks: readonly RepeatedLooks[]): HalfLives {
  const seen = new Map<string, { changes: number; days: number }>();
  for (const { provider, before, after, pairs, time } of looks) {
    const reason = plainReason(before);
    const next = plainReason(after);
    if (VERDICT_OF[next] === 'unknown' || VERDICT_OF[reason] === 'unknown') continue;
    const key = keyOf(provider ?? undefined, reason);
    const known = seen.get(key) ?? { changes: 0, days: 0 };
    const isOther = VERDICT_OF[next] !== VERDICT_OF[reason];
    known.changes += isOther ? pairs : 0;
    // It changed at some time in between.
    known.days += (time / DAY_MS) * (isOther ? 0.5 : 1);
    seen.set(key, known);
  }
  return ({ reason: fine, provider }) => {
    const reason = plainReason(fine);
    const days = fine === 'full' ? FULL_DAYS : DEFAULT_HALF_LIVES[reason].days;
    const learned = seen.get(keyOf(provider, reason));
    if (!learned || days === null || days === 0) return days;
    const rate =
      (learned.changes + PRIOR_CHANGES) / (learned.days + PRIOR_CHANGES * (days / Math.LN2));
    return Math.LN2 / rate;
  };
}

function keyOf(provider: string | undefined, reason: Reason): string {
  return `${provider ?? ''} ${reason}`;
}

function plainReason(fine: string): Reason {
  return isDetailCode(fine) ? DETAIL_REASONS[fine].reason : 'no_answer';
}

/** Whether a result of this age (in milliseconds) needs another look. */
export function isDue(halfLife: number | null, age: number): boolean {
  if (halfLife === null) return false;
  if (halfLife === 0) return true;
  return 1 - 2 ** -(age / DAY_MS / halfLife) >= DUE_CHANCE;
}
