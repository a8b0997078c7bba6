import { isoDay, parseIsoTime } from '../../lib/iso-time.ts';

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;

/** Further back a date says more. */
const LONGEST = 30 * DAY;

/**
 * An ISO 8601 time as people say it: `just now`, `5 min ago`, `3 h ago`, `2 days ago`, and before
 * that the date. What is no time, or is yet to come, stays as it is.
 */
export function relativeTime(iso: string, now: number): string {
  const at = parseIsoTime(iso) ?? now + 1;
  const age = now - at;
  if (age < 0) return iso;
  if (age < MINUTE) return 'just now';
  if (age < HOUR) return `${Math.floor(age / MINUTE)} min ago`;
  if (age < DAY) return `${Math.floor(age / HOUR)} h ago`;
  if (age >= LONGEST) return isoDay(at);
  const days = Math.floor(age / DAY);
  return days === 1 ? '1 day ago' : `${days} days ago`;
}
