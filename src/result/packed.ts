/**
 * Results as a list's file keeps them: of any service, whose fields may be missing. Nearly every one is seven flags,
 * a whole score, a fine reason and the address itself: 4 bytes in place of 150. A million of them are kept and found
 * again in little memory and time. What decided them is a text that most addresses of a host share.
 */
import type { Verification } from '../contract/decode.ts';
import type { ResultEvidence } from '../contract/decode-evidence.ts';
import { NUMBERED_REASONS } from '../contract/detail-reasons.ts';
import { FLAG_NAMES, type FlagName, NOTHING_KNOWN } from '../contract/facts.ts';
import { MAX_SCORE } from '../contract/limits.ts';
import { decodeReply, encodeReply, nameAddress, type StoredReply, toReply } from './reply.ts';

/** The code of an address without a result. */
export const NO_RESULT = 0;
/** The code of a result that does not fit in a code, and has a row of its own. */
export const ELSEWHERE = 1;

/** The kind of a code: its lowest bits. */
const PACKED = 2;
const BITS_OF_KIND = 2;

/** Two bits each, above the kind: 0 not known, 1 false, 2 true. */
const PACKED_FLAGS = FLAG_NAMES.slice(0, 7);
/** Flags that came later have no room in a code. */
const LATER_FLAGS = FLAG_NAMES.slice(7);

/** Above the flags, in seven bits: a whole score, or this. */
const NO_SCORE = 127;
const SCORE_AT = BITS_OF_KIND + 2 * PACKED_FLAGS.length;

/** In the nine bits above the score: 0, or the number of the fine reason. */
const DETAIL_AT = SCORE_AT + 7;

/** By number, 0 left out. Shared: a detail for each result would fill the memory. */
const DETAILS: readonly ({ readonly reason: string } | undefined)[] = createDetails();
const REASON_NUMBERS: ReadonlyMap<string, number> = new Map(
  [...NUMBERED_REASONS].map(([number, reason]) => [reason, number]),
);

function createDetails() {
  const details = [];
  for (const [number, reason] of NUMBERED_REASONS) details[number] = { reason };
  return details;
}

/** The code of a result; ELSEWHERE for one that says more. What is known of a domain, and what decided, are kept apart. */
export function packResult(address: string, result: Verification): number {
  if (result.email !== address) return ELSEWHERE;
  if (LATER_FLAGS.some((name) => result[name] !== undefined)) return ELSEWHERE;
  const { score } = result;
  if (score !== undefined && !isWhole(score)) return ELSEWHERE;
  const reason = findReasonNumber(result);
  if (reason === undefined) return ELSEWHERE;
  const facts = (packFlags(result) << BITS_OF_KIND) | ((score ?? NO_SCORE) << SCORE_AT);
  return (PACKED | facts | (reason << DETAIL_AT)) >>> 0;
}

/** The code of what fits of a result: its verdict and its reasons are the same. */
export function packComparable(email: string, { score, detail, ...result }: Verification): number {
  const flags = Object.fromEntries(PACKED_FLAGS.map((name) => [name, result[name]]));
  return packResult(email, { ...flags, email, score, detail: detail && { reason: detail.reason } });
}

/** Undefined for a detail that can't be packed: an unknown reason, or one with a time. */
function findReasonNumber({ detail }: Verification): number | undefined {
  if (!detail) return 0;
  const { reason, retryAfter } = detail;
  return retryAfter === undefined ? REASON_NUMBERS.get(reason) : undefined;
}

function isWhole(score: number): boolean {
  return Number.isInteger(score) && score >= 0 && score <= MAX_SCORE;
}

function packFlags(result: Verification): number {
  let bits = 0;
  for (let at = 0; at < PACKED_FLAGS.length; at++) {
    const value = result[PACKED_FLAGS[at] as FlagName];
    if (value !== undefined) bits |= (value ? 2 : 1) << (2 * at);
  }
  return bits;
}

/** Whether a code says all of its result. */
export function isPacked(code: number): boolean {
  return (code & (2 ** BITS_OF_KIND - 1)) === PACKED;
}

type Filled = { -readonly [name in keyof Verification]: Verification[name] };
const BLANK: Filled = { email: undefined, ...NOTHING_KNOWN, detail: undefined };

/** The result of an address by a code that is packed. */
export function unpackResult(code: number, email: string): Verification {
  const score = (code >>> SCORE_AT) & NO_SCORE;
  const result: Filled = { ...BLANK };
  result.email = email;
  for (let at = 0; at < PACKED_FLAGS.length; at++) {
    result[PACKED_FLAGS[at] as FlagName] = unpackFlag(code, at);
  }
  if (score !== NO_SCORE) result.score = score;
  result.detail = DETAILS[code >>> DETAIL_AT];
  return result;
}

/** By its index in `PACKED_FLAGS`. */
function unpackFlag(code: number, at: number): boolean | undefined {
  const bits = (code >>> (BITS_OF_KIND + 2 * at)) & 3;
  return bits === 0 ? undefined : bits === 2;
}

/** What decided a result, without its time. */
interface PackedEvidence {
  readonly text: string;
  /** Milliseconds since the epoch; 0: not known. */
  readonly at: number;
}

/** In characters: no service of ours has a longer text. */
const MAX_LENGTH = 16_384;

/** `address` is the one that was asked about. Undefined where no host was asked. */
export function packEvidence(
  address: string,
  { mxHost, reply, checkedAt = 0 }: ResultEvidence,
): PackedEvidence | undefined {
  if (mxHost === undefined && !reply) return undefined;
  const text = JSON.stringify([mxHost ?? null, reply ? encodeReply(reply, address) : null]);
  return text.length > MAX_LENGTH ? undefined : { text, at: checkedAt };
}

/** Nothing where the text is damaged. */
export function unpackEvidence(address: string, { text, at }: PackedEvidence): ResultEvidence {
  const parts: unknown = JSON.parse(text);
  if (!Array.isArray(parts)) return {};
  const [mxHost, stored] = parts as [string | null, StoredReply | null];
  const reply = stored && toReply(decodeReply(stored));
  return {
    ...(mxHost !== null && { mxHost }),
    ...(reply && { reply: { ...reply, text: nameAddress(reply.text, address) } }),
    ...(at !== 0 && { checkedAt: at }),
  };
}
