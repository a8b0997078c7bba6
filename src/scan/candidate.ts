import { isUtf8 } from 'node:buffer';

/** Text that has the form of an address, in bytes of UTF-8 or of a superset of ASCII. */
export interface Candidate {
  /** Where the local part starts and where the domain ends, in bytes. */
  readonly start: number;
  readonly end: number;
  readonly local: string;
  /** As written, without a dot at its end. */
  readonly domain: string;
}

/** Bytes around an `@` that are looked at: the longest address has 254 (RFC 5321 §4.5.3.1.3). */
export const REACH = 512;

const LOCAL = 1;
const DOMAIN = 2;

/**
 * What each byte can be part of. Local parts have the characters that mailboxes have in practice: others that
 * RFC 5322 §3.2.3 allows (`=`, `/`, `{`, `'`) surround addresses in text far more often than they belong to one.
 */
const PARTS = new Uint8Array(256);
for (let byte = 0; byte < 256; byte += 1) {
  const isLetter = byte >= 0x80 || /[a-z0-9]/i.test(String.fromCharCode(byte));
  if (isLetter || byte === 0x2d || byte === 0x2e) PARTS[byte] = LOCAL | DOMAIN;
  if (byte === 0x2b || byte === 0x5f) PARTS[byte] = LOCAL;
}

const DOT = 0x2e;
const HYPHEN = 0x2d;
const PLUS = 0x2b;
const UNDERSCORE = 0x5f;
const BACKSLASH = 0x5c;
const PERCENT = 0x25;
const APOSTROPHE = 0x27;

/** Reads the address around the `@` at `at`; undefined without one, as nearly everywhere in code. */
export function readCandidate(bytes: Buffer, at: number): Candidate | undefined {
  const before = bytes[at - 1] ?? 0;
  const behind = bytes[at + 1] ?? 0;
  if (!isPart(before, LOCAL) || before === DOT || before === HYPHEN || before === PLUS) return;
  if (!isPart(behind, DOMAIN) || behind === DOT || behind === HYPHEN) return;
  const start = startOfLocal(bytes, at);
  const end = endOfDomain(bytes, at);
  if (end === at + 1 || start === at) return;
  let isAscii = true;
  let hasDot = false;
  for (let place = start; place < end; place += 1) {
    if ((bytes[place] as number) >= 0x80) isAscii = false;
    if (place > at && bytes[place] === DOT) hasDot = true;
  }
  if (!hasDot) return;
  if (!isAscii) return readForeign(bytes, { start, at, end });
  const local = bytes.toString('latin1', start, at);
  return { start, end, local, domain: bytes.toString('latin1', at + 1, end) };
}

function isPart(byte: number, part: number): boolean {
  return ((PARTS[byte] as number) & part) !== 0;
}

/** Behind what can't begin a mailbox: a dot, a hyphen, a plus sign, two dots, what is left of an escape. */
function startOfLocal(bytes: Buffer, at: number): number {
  const least = Math.max(0, at - REACH);
  let start = at;
  while (start > least && isPart(bytes[start - 1] as number, LOCAL)) {
    if (bytes[start - 1] === DOT && bytes[start] === DOT) break;
    start -= 1;
  }
  const before = bytes[start - 1];
  if (before === BACKSLASH || before === PERCENT) start += escapeLength(bytes, start, at);
  while (start < at && [DOT, HYPHEN, PLUS].includes(bytes[start] as number)) start += 1;
  if (before === APOSTROPHE && isOfName(bytes, start - 2)) start -= 2;
  // Markdown: _ann@example.com_
  if (bytes[start] === UNDERSCORE && bytes[endOfDomain(bytes, at)] === UNDERSCORE) start += 1;
  return start;
}

/** `o'neil`, `d'angelo`: any other letter before an apostrophe may be a mark of a literal. */
function isOfName(bytes: Buffer, at: number): boolean {
  return /^[od]$/i.test(String.fromCharCode(bytes[at] ?? 0)) && !isPart(bytes[at - 1] ?? 0, LOCAL);
}

/** `\n`, `\x3c`, `\u003c`, `%3C`, `\fI` of troff: the characters behind the first. */
function escapeLength(bytes: Buffer, start: number, at: number): number {
  const text = bytes.toString('latin1', start - 1, Math.min(at, start + 6));
  return Math.min((ESCAPE.exec(text)?.[0].length ?? 1) - 1, at - start);
}

const ESCAPE = /^(?:\\(?:f[BIPR](?=[a-z])|[nrtbfv]|x[\da-fA-F]{2}|u[\da-fA-F]{4})|%[\da-fA-F]{2})/;

function endOfDomain(bytes: Buffer, at: number): number {
  const most = Math.min(bytes.length, at + REACH);
  let end = at + 1;
  while (end < most && isPart(bytes[end] as number, DOMAIN)) {
    if (bytes[end] === DOT && bytes[end - 1] === DOT) break;
    end += 1;
  }
  while (end > at && (bytes[end - 1] === DOT || bytes[end - 1] === HYPHEN)) end -= 1;
  return end;
}

/** The same where there are bytes beyond ASCII: other scripts stand against an address without a blank. */
function readForeign(
  bytes: Buffer,
  { start, at, end }: { readonly start: number; readonly at: number; readonly end: number },
): Candidate | undefined {
  const encoding = isUtf8(bytes.subarray(start, end)) ? 'utf8' : 'latin1';
  const local = LOCAL_END.exec(bytes.toString(encoding, start, at))?.[0];
  const domain = domainAtStart(bytes.toString(encoding, at + 1, end));
  if (local === undefined || domain === undefined) return;
  return {
    start: at - Buffer.byteLength(local, encoding),
    end: at + 1 + Buffer.byteLength(domain, encoding),
    local,
    domain,
  };
}

/** Scripts that are written without blanks stand against an address: their letters are no part of it. */
const WITHOUT_BLANKS = '\\p{sc=Han}\\p{sc=Hira}\\p{sc=Kana}\\p{sc=Hang}\\p{sc=Thai}';
const LETTER = `(?![${WITHOUT_BLANKS}])[\\p{L}\\p{M}\\d_]`;
const LOCAL_END = new RegExp(`${LETTER}(?:${LETTER}|[.+-])*$`, 'u');

const ASCII_NAME = /^[A-Za-z\d-]+(?:\.[A-Za-z\d-]+)*\.[A-Za-z]{2,}(?!\p{sc=Latin}|\p{M})/u;
const NAME = /^[\p{L}\p{M}\d-]+(?:\.[\p{L}\p{M}\d-]+)+/u;

function domainAtStart(text: string): string | undefined {
  return (ASCII_NAME.exec(text) ?? NAME.exec(text))?.[0];
}
