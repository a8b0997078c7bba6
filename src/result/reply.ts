/** A mail host's reply as it is stored: a mark stands where it names the address that was asked. */
import type { DecodedReply } from '../contract/decode-evidence.ts';
import type { QuotedReply } from './result.ts';

/** Code, enhanced status code and text. */
export type StoredReply = readonly [code: number, enhanced: string | null, text: string];

/** In place of the address. Replies are quoted without control characters. */
const MARK = '\u0001';
const ESCAPED_MARK = JSON.stringify(MARK).slice(1, -1);

/** Puts the mark in place of the address. */
export function markAddress(text: string, address: string): string {
  const own = text.includes(MARK) ? text.replaceAll(MARK, ' ') : text;
  return address.includes('@') && own.includes(address) ? own.replaceAll(address, MARK) : own;
}

/** Puts the address in place of the mark. It must be the one that the text was marked with. */
export function nameAddress(text: string, address: string): string {
  return text.replaceAll(MARK, () => address);
}

/** Whether there is a mark in a text, or in one as JSON. */
export function hasMark(text: string): boolean {
  return text.includes(MARK) || text.includes(ESCAPED_MARK);
}

export function encodeReply(
  { code, enhanced, text }: QuotedReply | DecodedReply,
  address: string,
): StoredReply {
  return [code, enhanced ?? null, markAddress(text, address)];
}

export function decodeReply([code, enhanced, text]: StoredReply): QuotedReply {
  return { code, enhanced, text };
}

/** The reply as clients have it. */
export function toReply({ code, enhanced, text }: QuotedReply): DecodedReply {
  return { code, text, ...(enhanced !== null && { enhanced }) };
}
