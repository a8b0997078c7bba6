import { REASONS, type Reason } from '../../contract/verdict.ts';
import { wilson } from '../../lib/wilson.ts';
import { shareOf } from '../../lib/wording.ts';
import type { ReportFacts } from './report-facts.ts';
import { SENDER_LIMITS, type SenderLimit } from './sender-limits.ts';
import type { ListSummary } from './summarise.ts';

/** The hard bounces of one mailing, as a range. */
export interface ExpectedBounces {
  /** Rows that are mailed. */
  readonly rows: number;
  /** Shares of them, from 0 to 1. */
  readonly low: number;
  readonly high: number;
}

/** What a mailing to a list would come to. */
export interface BounceForecast {
  /** The list as it is. */
  readonly list: ExpectedBounces;
  /** Only its deliverable rows. */
  readonly safe: ExpectedBounces;
  /** Rows about which no mail server said anything. */
  readonly undecided: number;
  /** The share of them that bounces at most, from 0 to 1. */
  readonly worst: number;
  /** Whether mail servers said anything about any row. */
  readonly isKnown: boolean;
}

/** Text that is no address, and a domain without mail, bounce whatever the mailbox. */
const CERTAIN: readonly Reason[] = ['syntax', 'no_mx'];
/** A mail server took mail for the mailbox. */
const ACCEPTED: readonly Reason[] = ['accepted', 'role', 'disposable'];
const REFUSED: readonly Reason[] = ['mailbox'];
const UNDECIDED = REASONS.filter(
  (reason) => ![...CERTAIN, ...ACCEPTED, ...REFUSED].includes(reason),
);

/**
 * Mailboxes end: lists lose 2.1 % of their addresses a month, 0.5 % a week (MarketingSherpa for HubSpot, by
 * airscale.io/blog/b2b-contact-data-decays-faster-than-you-think-here-is-the-evidence, read 2026-11-29).
 */
const LOSS_OF_A_WEEK = 0.005;

/**
 * Undeliverable rows bounce, but full mailboxes not for certain: senders count those as soft bounces. Of
 * undecided rows none bounces at best; at worst they bounce as often as mailboxes were missing where a mail
 * server decided (upper end at 95 %). Half of that share was observed for accept-all addresses
 * (bulkmail.co.za/resources/articles/what-is-a-catch-all-or-accept-all-email, read 2026-11-29). The mailing
 * goes out within a week. Undefined for a list without addresses. Of a sample, rows that were not drawn are
 * left out.
 */
export function forecastBounces(
  summary: ListSummary,
  isSample = false,
): BounceForecast | undefined {
  const { verdicts, verdictReasons, details } = summary;
  const reasons = { ...summary.reasons, ...(isSample && { incomplete: 0 }) };
  const [certain, accepted, refused, undecided] = [CERTAIN, ACCEPTED, REFUSED, UNDECIDED].map(
    (those) => sumOf(reasons, those),
  ) as [number, number, number, number];
  const rows = certain + accepted + refused + undecided;
  if (rows === 0) return undefined;
  const full = details.find(({ reason }) => reason === 'full')?.count ?? 0;
  const decided = accepted + refused;
  const worst = wilson(refused, decided).high;
  const safe = verdicts.deliverable;
  const open = sumOf(verdictReasons.deliverable, UNDECIDED);
  const lost = (safe - open) * LOSS_OF_A_WEEK;
  return {
    list: {
      rows,
      low: (certain + refused - full) / rows,
      high: Math.min(1, (certain + refused + undecided * worst + lost) / rows),
    },
    safe: { rows: safe, low: 0, high: shareOf(lost + open * worst, safe) },
    undecided,
    worst,
    isKnown: decided > 0,
  };
}

/** That of a report. */
export function forecastOf({ summary, sample }: ReportFacts): BounceForecast | undefined {
  return forecastBounces(summary, sample !== undefined);
}

function sumOf(counts: Readonly<Record<Reason, number>>, those: readonly Reason[]): number {
  return those.reduce((sum, reason) => sum + counts[reason], 0);
}

/** A limit with the sender that has it. */
interface NamedLimit extends SenderLimit {
  readonly sender: string;
}

/** Limits of hard bounces, lowest first, of equal ones the first. */
const BOUNCE_LIMITS: readonly NamedLimit[] = SENDER_LIMITS.flatMap(({ sender, bounces }) =>
  bounces.map((limit) => ({ ...limit, sender })),
)
  .filter(({ at }, place, all) => all.findIndex((other) => other.at === at) === place)
  .toSorted((one, other) => one.at - other.at);

/** From here on more than one sender stops an account. */
const MOST_SENDERS_STOP = 0.05;

/** May one send to the list as it is? With the limit that is crossed, or may be. */
type SendAnswer =
  | { readonly kind: 'unknown' }
  | { readonly kind: 'go' }
  | { readonly kind: 'stop' | 'doubtful' | 'somewhere'; readonly limit: NamedLimit };

export function answerOf({ list: { low, high }, isKnown }: BounceForecast): SendAnswer {
  const crossed = BOUNCE_LIMITS.findLast(({ at }) => at <= low);
  if (crossed && crossed.at >= MOST_SENDERS_STOP) return { kind: 'stop', limit: crossed };
  if (!isKnown) return { kind: 'unknown' };
  const reached = BOUNCE_LIMITS.filter(({ at }) => at <= high);
  const limit = reached.find(({ at }) => at >= MOST_SENDERS_STOP);
  if (limit) return { kind: 'doubtful', limit };
  const [strictest] = reached;
  return strictest ? { kind: 'somewhere', limit: strictest } : { kind: 'go' };
}
