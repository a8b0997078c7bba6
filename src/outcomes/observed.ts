import { parseAddress } from '../address/parse.ts';
import type { Outcome } from '../contract/outcomes.ts';
import { isoTime } from '../lib/iso-time.ts';

/** An outcome before it is known where it was read. */
export type Observed = Omit<Outcome, 'source'>;

/** What the text of a source holds: outcomes, perhaps none, or why it can't be read. */
export type Read = { readonly outcomes: readonly Observed[] } | { readonly unreadable: string };

/** Read, and no outcome of ours. */
export const NOTHING: Read = { outcomes: [] };

/** An address as it is delivered to; null for a text that is none. */
export function toEmail(text: string | undefined | null): string | null {
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

/** A date of mail, JSON or a table (without a zone: UTC) as ISO 8601; null for what is none. */
export function toTime(value: unknown): string | null {
  const at = typeof value === 'number' ? secondsOrMs(value) : parseDate(String(value ?? ''));
  if (!Number.isFinite(at)) return null;
  const year = new Date(at).getUTCFullYear();
  return year >= FIRST_YEAR && year < 10_000 ? isoTime(at) : null;
}

/** The first number that is a time in milliseconds: in seconds it would be in the year 5138. */
const FIRST_MS = 1e11;

function secondsOrMs(value: number): number {
  return value < FIRST_MS ? value * 1000 : value;
}

function parseDate(text: string): number {
  const plain = text.trim();
  if (/^\d{9,13}(?:\.\d+)?$/.test(plain)) return secondsOrMs(Number(plain));
  if (/^\d{4}-\d\d-\d\d[ T]\d\d:\d\d(?::\d\d(?:\.\d+)?)?$/.test(plain)) {
    return Date.parse(`${plain.replace(' ', 'T')}Z`);
  }
  if (!/\d{4}|\d\d:\d\d/.test(plain)) return Number.NaN;
  const zoned = plain
    .replace(/\s*\([^)]*\)\s*$/, '')
    .replace(/\b([a-z]{3,4})$/i, (zone) => OLD_ZONES[zone.toLowerCase()] ?? zone);
  const hasZone = /(?:[+-]\d{4}|[+-]\d\d:\d\d|Z|UTC|GMT|[ECMP][SD]T)$/i.test(zoned);
  return Date.parse(hasZone || /^\d{4}-\d\d-\d\d$/.test(zoned) ? zoned : `${zoned} UTC`);
}

/** Foreign text on one line, within bounds; null for none. */
export function toReply(text: string | undefined | null): string | null {
  const line = (text ?? '').replace(/[\s\x00-\x1f\x7f]+/g, ' ').trim();
  return line === '' ? null : line.slice(0, MAX_REPLY_LENGTH).trimEnd();
}

/** In characters. */
const MAX_REPLY_LENGTH = 1000;
