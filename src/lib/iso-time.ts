import { DAY_MS } from './time-units.ts';

/** Times as ISO 8601 in UTC; in numbers they are milliseconds since the Unix epoch. */
export function isoTime(at: number): string {
  return new Date(at).toISOString();
}

export function isoOrNull(at: number | null | undefined): string | null {
  return at === null || at === undefined ? null : isoTime(at);
}

/** `2026-11` */
export function isoMonth(at: number): string {
  return isoTime(at).slice(0, 7);
}

/** `2026-11-24` */
export function isoDay(at: number): string {
  return isoTime(at).slice(0, 10);
}

/** To the minute, for people: `2026-11-24 15:44`. */
export function minuteText(at: number): string {
  return isoTime(at).slice(0, 16).replace('T', ' ');
}

/** Undefined for what is no time. */
export function parseIsoTime(text: string | null | undefined): number | undefined {
  const at = Date.parse(text ?? '');
  return Number.isNaN(at) ? undefined : at;
}

/**
 * The end of a day (UTC) written as `2027-01-31`, in milliseconds since the epoch: the start of the
 * next one. Undefined for any other text, and for a date that is in no calendar.
 */
export function endOfDay(text: string): number | undefined {
  if (!/^\d{4}-\d{2}-\d{2}$/.test(text)) return undefined;
  const start = Date.parse(text);
  // Date.parse takes February 30 for March 2.
  const isDate = !Number.isNaN(start) && isoDay(start) === text;
  return isDate ? start + DAY_MS : undefined;
}
