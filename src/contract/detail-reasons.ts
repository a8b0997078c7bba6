import { type Reason, VERDICT_OF } from './verdict.ts';

/** A fine reason in words. One that is not here comes from a newer service. */
export interface DetailReason {
  /** Its number in job files, from 1 to 511: never changed, and never given to another reason. */
  readonly number: number;
  /** The plain reason of the results that it is given for. */
  readonly reason: Reason;
  /** A sentence without its full stop, about one address. */
  readonly meaning: string;
  /** What a sender does about it. */
  readonly advice: string;
  /** After a number of addresses: `3 mailboxes full`. */
  readonly counted: readonly [one: string, many: string];
}

/** For every address whose host accepts any name. */
export const TRY_FEW =
  'Leave it out of large mailings: try a few such addresses first, and drop those that bounce.';

/** The known fine reasons by their code. Job files, `batch retry` and the pages follow from this table. */
export const DETAIL_REASONS = {
  accepted: {
    number: 1,
    reason: 'accepted',
    meaning: 'The mail host accepts mail for this mailbox',
    advice: 'Send.',
    counted: ['mailbox accepts mail', 'mailboxes accept mail'],
  },
  exists_busy: {
    number: 4,
    reason: 'accepted',
    meaning: 'The mailbox exists; it is receiving too much mail right now',
    advice: 'Send.',
    counted: ['mailbox busy', 'mailboxes busy'],
  },
  accept_all: {
    number: 2,
    reason: 'accept_all',
    meaning: 'The mail host accepts any name at this domain, so the mailbox may not exist',
    advice: TRY_FEW,
    counted: ['address at a host that accepts any name', 'addresses at hosts that accept any name'],
  },
  accepts_all_until_data: {
    number: 3,
    reason: 'accept_all',
    meaning: 'The provider accepts any name and rejects unknown mailboxes after the message',
    advice: TRY_FEW,
    counted: [
      'address at a provider that rejects after the message',
      'addresses at providers that reject after the message',
    ],
  },
  suppressed: {
    number: 22,
    reason: 'suppressed',
    meaning: 'It is on the suppression list of the team, so it was not verified',
    advice: 'Do not send to it.',
    counted: ['suppressed address', 'suppressed addresses'],
  },
  syntax: {
    number: 5,
    reason: 'syntax',
    meaning: 'It is not an e-mail address',
    advice: 'Correct it or remove it.',
    counted: ['invalid address', 'invalid addresses'],
  },
  no_mx: {
    number: 6,
    reason: 'no_mx',
    meaning: 'The domain does not exist or has no mail host',
    advice: 'Remove it.',
    counted: [
      'address at a domain without a mail host',
      'addresses at domains without a mail host',
    ],
  },
  null_mx: {
    number: 7,
    reason: 'no_mx',
    meaning: 'The domain declares that it receives no mail (RFC 7505)',
    advice: 'Remove it.',
    counted: [
      'address at a domain that receives no mail',
      'addresses at domains that receive no mail',
    ],
  },
  no_mailbox: {
    number: 8,
    reason: 'mailbox',
    meaning: 'The mail host knows no such mailbox',
    advice: 'Remove it.',
    counted: ['mailbox does not exist', 'mailboxes do not exist'],
  },
  full: {
    number: 9,
    reason: 'mailbox',
    meaning: 'The mailbox exists, but it is full',
    advice: 'Verify it again in some weeks; remove it if it is still full.',
    counted: ['mailbox full', 'mailboxes full'],
  },
  disabled: {
    number: 10,
    reason: 'mailbox',
    meaning: 'The mailbox is disabled or abandoned',
    advice: 'Remove it.',
    counted: ['mailbox disabled', 'mailboxes disabled'],
  },
  dns_failure: {
    number: 11,
    reason: 'no_answer',
    meaning: 'The name servers gave no usable answer about the domain',
    advice: 'Verify it again later; `mailvet doctor` checks your name servers.',
    counted: ['address without an answer from DNS', 'addresses without an answer from DNS'],
  },
  dns_untrusted: {
    number: 12,
    reason: 'no_answer',
    meaning: 'The name servers of the verifying machine give answers that cannot be true',
    advice: 'Configure other name servers (`mailvet doctor`) and verify again.',
    counted: [
      'address behind DNS that cannot be trusted',
      'addresses behind DNS that cannot be trusted',
    ],
  },
  no_connection: {
    number: 13,
    reason: 'no_answer',
    meaning: 'No mail host of the domain could be reached on port 25',
    advice: 'Verify it again later; `mailvet doctor` checks port 25.',
    counted: [
      'address at a host that cannot be reached',
      'addresses at hosts that cannot be reached',
    ],
  },
  no_answer: {
    number: 14,
    reason: 'no_answer',
    meaning: 'The mail host accepted the connection, but did not answer in time',
    advice: 'Verify it again later.',
    counted: [
      'address without an answer from its host',
      'addresses without an answer from their hosts',
    ],
  },
  out_of_step: {
    number: 15,
    reason: 'no_answer',
    meaning: 'The replies of the mail host could not be assigned to the addresses asked about',
    advice: 'Verify it again later.',
    counted: ['address with contradictory replies', 'addresses with contradictory replies'],
  },
  greylisted: {
    number: 16,
    reason: 'no_answer',
    meaning: 'The mail host asks unknown senders to come back later (greylisting)',
    advice: 'Verify it again after the time given.',
    counted: ['address greylisted', 'addresses greylisted'],
  },
  deferred: {
    number: 19,
    reason: 'no_answer',
    meaning: 'The mail host has a temporary problem',
    advice: 'Verify it again later.',
    counted: ['address deferred by its host', 'addresses deferred by their hosts'],
  },
  unproven: {
    number: 23,
    reason: 'no_answer',
    meaning: 'The mail host accepted the address, and did not say whether it accepts any name',
    advice: 'Verify it again later.',
    counted: ['address accepted without a control', 'addresses accepted without a control'],
  },
  blocked: {
    number: 17,
    reason: 'no_answer',
    meaning: 'The mail host refuses the verifying machine, not the address',
    advice: 'Verify it from a machine with a better reputation.',
    counted: [
      'address at a host that refuses this machine',
      'addresses at hosts that refuse this machine',
    ],
  },
  refused_network: {
    number: 18,
    reason: 'no_answer',
    meaning: 'The mail host is at an address that is not on the public internet',
    advice: 'Verify it from inside that network, or remove it.',
    counted: ['address at a host in a private network', 'addresses at hosts in private networks'],
  },
  unclear: {
    number: 20,
    reason: 'no_answer',
    meaning: 'The reply of the mail host says neither that the mailbox exists nor that it does not',
    advice: 'Verify it again later.',
    counted: ['address with an unclear reply', 'addresses with an unclear reply'],
  },
  internal: {
    number: 21,
    reason: 'no_answer',
    meaning: 'The verification failed because of an internal error',
    advice: 'Verify it again, and report it if it happens again.',
    counted: ['address with an internal error', 'addresses with an internal error'],
  },
} as const satisfies Readonly<Record<string, DetailReason>>;

/** The words for a fine reason; undefined for an unknown one. */
export function findDetailReason(reason: string): DetailReason | undefined {
  return Object.hasOwn(DETAIL_REASONS, reason)
    ? DETAIL_REASONS[reason as keyof typeof DETAIL_REASONS]
    : undefined;
}

const BY_NUMBER: readonly (readonly [code: string, reason: DetailReason])[] = Object.entries(
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
