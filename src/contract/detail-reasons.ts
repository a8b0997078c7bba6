import { details, detailsAdvice } from '../i18n/english/results.ts';
import { type Reason, VERDICT_OF } from './verdict.ts';

/** A fine reason. One that is not here comes from a newer service. */
interface ReasonCode {
  /** Its number in job files, from 1 to 511: never changed, and never given to another reason. */
  readonly number: number;
  /** The plain reason of the results that it is given for. */
  readonly reason: Reason;
}

/** A fine reason in words. */
interface DetailReason extends ReasonCode {
  /** A sentence without its full stop, about one address. */
  readonly meaning: string;
  /** What a sender does about it. */
  readonly advice: string;
}

/** The known fine reasons by their code. Job files, `batch retry` and the pages follow from this table. */
export const DETAIL_REASONS = {
  accepted: { number: 1, reason: 'accepted' },
  exists_busy: { number: 4, reason: 'accepted' },
  accept_all: { number: 2, reason: 'accept_all' },
  accepts_all_until_data: { number: 3, reason: 'accept_all' },
  suppressed: { number: 22, reason: 'suppressed' },
  syntax: { number: 5, reason: 'syntax' },
  no_mx: { number: 6, reason: 'no_mx' },
  null_mx: { number: 7, reason: 'no_mx' },
  no_mailbox: { number: 8, reason: 'mailbox' },
  full: { number: 9, reason: 'mailbox' },
  disabled: { number: 10, reason: 'mailbox' },
  opted_out: { number: 25, reason: 'no_answer' },
  bounced: { number: 24, reason: 'mailbox' },
  not_probed: { number: 26, reason: 'not_probed' },
  not_looked_up: { number: 27, reason: 'not_probed' },
  dns_failure: { number: 11, reason: 'no_answer' },
  dns_untrusted: { number: 12, reason: 'no_answer' },
  no_connection: { number: 13, reason: 'no_answer' },
  no_answer: { number: 14, reason: 'no_answer' },
  out_of_step: { number: 15, reason: 'no_answer' },
  greylisted: { number: 16, reason: 'no_answer' },
  deferred: { number: 19, reason: 'no_answer' },
  unproven: { number: 23, reason: 'no_answer' },
  blocked: { number: 17, reason: 'no_answer' },
  refused_network: { number: 18, reason: 'no_answer' },
  unclear: { number: 20, reason: 'no_answer' },
  internal: { number: 21, reason: 'no_answer' },
} as const satisfies Readonly<Record<string, ReasonCode>>;

/** The code of a known fine reason. */
export type DetailCode = keyof typeof DETAIL_REASONS;

export function isDetailCode(reason: string): reason is DetailCode {
  return Object.hasOwn(DETAIL_REASONS, reason);
}

/** All known fine reasons in words, by their codes. */
export const DETAILS_IN_WORDS: Readonly<Record<string, DetailReason>> = Object.fromEntries(
  Object.entries(DETAIL_REASONS).map(([code, known]) => [code, inWords(code as DetailCode, known)]),
);

function inWords(code: DetailCode, known: ReasonCode): DetailReason {
  return { ...known, meaning: details[code], advice: detailsAdvice[code] };
}

/** The words for a fine reason; undefined for an unknown one. */
export function findDetailReason(reason: string): DetailReason | undefined {
  return isDetailCode(reason) ? DETAILS_IN_WORDS[reason] : undefined;
}

const BY_NUMBER: readonly (readonly [code: string, reason: ReasonCode])[] = Object.entries(
  DETAIL_REASONS,
).sort(([, a], [, b]) => a.number - b.number);

/** The codes of all known reasons, by their numbers. */
export const NUMBERED_REASONS: ReadonlyMap<number, string> = new Map(
  BY_NUMBER.map(([code, { number }]) => [number, code]),
);

/** The codes of the reasons for which a result is unknown: another verification may decide it. */
export const UNDECIDED_REASONS: readonly string[] = BY_NUMBER.flatMap(([code, { reason }]) =>
  VERDICT_OF[reason] === 'unknown' ? [code] : [],
);
