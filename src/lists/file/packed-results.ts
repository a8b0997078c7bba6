import type { Verification } from '../../contract/decode.ts';
import { NUMBERED_REASONS } from '../../contract/detail-reasons.ts';
import { FLAG_NAMES, type FlagName, NOTHING_KNOWN } from '../../contract/facts.ts';
import { MAX_SCORE } from '../../contract/limits.ts';
import type { RowResult } from '../../formats/write/outcome.ts';

/** Bytes of a code. */
const CODE_SIZE = 4;

/** The results of a row of addresses, as a job keeps them. */
interface PackedResults {
  /** A code for each address. */
  readonly codes: Uint8Array;
  /** Indices of the results that don't fit in a code. */
  readonly others: readonly number[];
}

/** The kind of a code: its lowest bits. */
const NONE = 0;
/** The code of a result that has a row of its own. */
export const ELSEWHERE = 1;
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

/**
 * Packs results, aligned with their addresses. Nearly every result of nearly every service is seven
 * flags, a whole score and the address itself: 4 bytes in place of 150. A million of them are kept
 * and found again in little memory and time.
 */
export function packResults(
  addresses: readonly string[],
  results: readonly (RowResult | undefined)[],
): PackedResults {
  const codes = new DataView(new ArrayBuffer(addresses.length * CODE_SIZE));
  const others: number[] = [];
  addresses.forEach((address, index) => {
    const code = packResult(address, results[index]);
    if (code === ELSEWHERE) others.push(index);
    codes.setUint32(index * CODE_SIZE, code, true);
  });
  return { codes: new Uint8Array(codes.buffer), others };
}

function packResult(address: string, result: RowResult | undefined): number {
  if (!result) return NONE;
  const { verification, error } = result;
  if (error !== undefined || verification?.email !== address) return ELSEWHERE;
  if (LATER_FLAGS.some((name) => verification[name] !== undefined)) return ELSEWHERE;
  const { score } = verification;
  if (score !== undefined && !isWhole(score)) return ELSEWHERE;
  const reason = findReasonNumber(verification);
  if (reason === undefined) return ELSEWHERE;
  const facts = (packFlags(verification) << BITS_OF_KIND) | ((score ?? NO_SCORE) << SCORE_AT);
  return (PACKED | facts | (reason << DETAIL_AT)) >>> 0;
}

/** Undefined for a detail that can't be packed: an unknown reason, or one with a time. What is known of a domain is kept elsewhere. */
function findReasonNumber({ detail }: Verification): number | undefined {
  if (!detail) return 0;
  const { reason, retryAfter } = detail;
  return retryAfter === undefined ? REASON_NUMBERS.get(reason) : undefined;
}

function isWhole(score: number): boolean {
  return Number.isInteger(score) && score >= 0 && score <= MAX_SCORE;
}

function packFlags(verification: Verification): number {
  let bits = 0;
  for (let at = 0; at < PACKED_FLAGS.length; at++) {
    const value = verification[PACKED_FLAGS[at] as FlagName];
    if (value !== undefined) bits |= (value ? 2 : 1) << (2 * at);
  }
  return bits;
}

/** What of a result fits in a code: its verdict and its reasons are the same. */
export function comparableResult(
  email: string,
  result: RowResult | undefined,
): RowResult | undefined {
  const { verification } = result ?? {};
  if (!verification) return undefined;
  const flags = Object.fromEntries(PACKED_FLAGS.map((name) => [name, verification[name]]));
  const { score, detail } = verification;
  const known = { ...BLANK, ...flags, email, score, detail: detail && { reason: detail.reason } };
  return { verification: known };
}

/** Whether a code says all of its result. */
export function isPacked(code: number): boolean {
  return (code & (2 ** BITS_OF_KIND - 1)) === PACKED;
}

/** The codes that `packResults` wrote, or some of them. */
export function readCodes(bytes: Uint8Array): Uint32Array {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const codes = new Uint32Array(Math.floor(bytes.byteLength / CODE_SIZE));
  for (let at = 0; at < codes.length; at++) codes[at] = view.getUint32(at * CODE_SIZE, true);
  return codes;
}

/**
 * The result of an address by its code; undefined where there is none. `elsewhere` is asked for
 * what did not fit.
 */
export function unpackResult(
  code: number | undefined,
  address: string,
  elsewhere: () => RowResult | undefined,
): RowResult | undefined {
  const kind = (code ?? NONE) & (2 ** BITS_OF_KIND - 1);
  if (code === undefined || kind === NONE) return undefined;
  return kind === ELSEWHERE ? elsewhere() : { verification: unpackVerification(code, address) };
}

type Filled = { -readonly [name in keyof Verification]: Verification[name] };
const BLANK: Filled = { email: undefined, ...NOTHING_KNOWN, detail: undefined };

function unpackVerification(bits: number, email: string): Verification {
  const score = (bits >>> SCORE_AT) & NO_SCORE;
  const verification: Filled = { ...BLANK };
  verification.email = email;
  for (let at = 0; at < PACKED_FLAGS.length; at++) {
    verification[PACKED_FLAGS[at] as FlagName] = unpackFlag(bits, at);
  }
  if (score !== NO_SCORE) verification.score = score;
  verification.detail = DETAILS[bits >>> DETAIL_AT];
  return verification;
}

/** By its index in `PACKED_FLAGS`. */
function unpackFlag(code: number, at: number): boolean | undefined {
  const bits = (code >>> (BITS_OF_KIND + 2 * at)) & 3;
  return bits === 0 ? undefined : bits === 2;
}
