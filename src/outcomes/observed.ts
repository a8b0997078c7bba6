import { parseAddress } from '../address/parse.ts';
import type { Outcome } from '../contract/outcomes.ts';
import { isoTime } from '../lib/iso-time.ts';

/** An outcome before it is known where it was read. */
export type Observed = Omit<Outcome, 'source'>;

/** What the text of a source holds: outcomes, perhaps none, or why it can't be read. */
export type ReadText = { readonly outcomes: readonly Observed[] } | { readonly unreadable: string };

/** Read, but not an outcome. */
export const NOTHING: ReadText = { outcomes: [] };

/** Characters of a text from outside that are looked at: no address, date or reply has more. */
export const MAX_TEXT_LENGTH = 4096;

/** An address as mail is delivered to it; null for any other text. */
export function toEmail(text: string | undefined | null): string | null {
  if (text && text.length > MAX_TEXT_LENGTH) return null;
  const bare = (text ?? '').trim().replace(/^<(.*)>$/, '$1');
  const parsed = parseAddress(bare);
  return parsed.ok ? parsed.address.address : null;
}

/** Zones that mail names by letters and no parser knows. */
const OLD_ZONES: Readonly<Record<string, string>> = {
  jst: '+0900',
  cet: '+0100',
  cest: '+0200',
  bst: '+0100',
  met: '+0100',
  mest: '+0200',
};

/** Years before mail and times that no date can be. */
const FIRST_YEAR = 1980;

/** A date of mail, JSON or a table (without a zone: UTC) as ISO 8601; null if it is not a date. */
export function toTime(value: unknown): string | null {
  const at =
    typeof value === 'number'
      ? secondsOrMs(value)
      : parseDate(typeof value === 'string' ? value : '');
  if (!Number.isFinite(at)) return null;
  const year = new Date(at).getUTCFullYear();
  return year >= FIRST_YEAR && year < 10_000 ? isoTime(at) : null;
}

/** The first number that is a time in milliseconds: in seconds it would be in the year 5138. */
const FIRST_MS = 1e11;

function secondsOrMs(value: number): number {
  return value < FIRST_MS ? value * 1000 : value;
}

/** In characters: a day, a time and a zone, with the zone's name behind it. */
const MAX_DATE_LENGTH = 200;

function parseDate(text: string): number {
  if (text.length > MAX_DATE_LENGTH) return Number.NaN;
  const plain = withYearFirst(text.trim());
  if (/^\d{9,13}(?:\.\d+)?$/.test(plain)) return secondsOrMs(Number(plain));
  if (/^\d{4}-\d\d-\d\d[ T]\d\d:\d\d(?::\d\d(?:\.\d+)?)?$/.test(plain)) {
    return Date.parse(`${plain.replace(' ', 'T')}Z`);
  }
  if (!/\d{4}|\d\d:\d\d/.test(plain)) return Number.NaN;
  const zoned = withoutComment(plain).replace(
    /\b([a-z]{3,4})$/i,
    (zone) => OLD_ZONES[zone.toLowerCase()] ?? zone,
  );
  const hasZone = /(?:[+-]\d{4}|[+-]\d\d:\d\d|Z|UTC|GMT|[ECMP][SD]T)$/i.test(zoned);
  return Date.parse(hasZone || /^\d{4}-\d\d-\d\d$/.test(zoned) ? zoned : `${zoned} UTC`);
}

/** Brevo exports `31-03-2026 08:15:00`. Where the second number is no month, it is the day. */
function withYearFirst(text: string): string {
  const [date, one = '', other = '', year] = /^(\d{1,2})-(\d{1,2})-(\d{4})\b/.exec(text) ?? [];
  if (date === undefined) return text;
  const [day, month] = Number(other) > 12 ? [other, one] : [one, other];
  return `${year}-${month.padStart(2, '0')}-${day.padStart(2, '0')}${text.slice(date.length)}`;
}

/** The date without the brackets at its end: `(Central European Time)`. */
function withoutComment(text: string): string {
  if (!text.endsWith(')')) return text;
  const from = text.indexOf('(', text.lastIndexOf(')', text.length - 2) + 1);
  return from === -1 ? text : text.slice(0, from).trimEnd();
}

/** Foreign text on one line, within bounds; null for none. */
export function toReply(text: string | undefined | null): string | null {
  const line = (text ?? '')
    .slice(0, MAX_TEXT_LENGTH)
    .replace(/[\s\x00-\x1f\x7f]+/g, ' ')
    .trim();
  return line === '' ? null : line.slice(0, MAX_REPLY_LENGTH).trimEnd();
}

/** In characters. */
const MAX_REPLY_LENGTH = 1000;
