import { isoDay } from './iso-time.ts';
import { DAY_MS } from './time-units.ts';

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
