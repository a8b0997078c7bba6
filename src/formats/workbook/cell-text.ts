/** How a number is shown: as a date, or filled up with zeros to a width (postcodes). */
export type NumberFormat = 'date' | number;

/** A number as a spreadsheet's user sees it, but for formats that hide what is there. */
export function numberText(
  value: string,
  format: NumberFormat | undefined,
  from1904: boolean,
): string {
  const number = value.trim() === '' ? Number.NaN : Number(value);
  if (!Number.isFinite(number)) return value;
  if (format === 'date') return dateText(from1904 ? number + DAYS_TO_1904 : number);
  if (format !== undefined && /^\d+$/.test(value)) return value.padStart(format, '0');
  return NUMBER.format(number);
}

/** A number without exponent, with the 15 digits that Excel keeps. */
const NUMBER = new Intl.NumberFormat('en-US', {
  useGrouping: false,
  maximumSignificantDigits: 15,
  signDisplay: 'negative',
});

const DAYS_TO_1904 = 1462;
const DAY = 86_400;
/** Day 0 of Excel's count; it holds 1900 for a leap year, so that days before March are one off. */
const FIRST_DAY = Date.UTC(1899, 11, 30) / 1000;
const MARCH_1900 = 61;

/**
 * ISO 8601: `2026-01-31`, `2026-01-31T09:30:00`; a time alone is a part of day 0: `09:30:00`.
 * Days are fractions: a second may come out some milliseconds short, hence the rounding.
 */
function dateText(days: number): string {
  const shifted = days >= 1 && days < MARCH_1900 ? days + 1 : days;
  const date = new Date((FIRST_DAY + Math.round(shifted * DAY)) * 1000);
  if (days < 0 || Number.isNaN(date.getTime())) return NUMBER.format(days);
  const [day = '', time = ''] = date.toISOString().slice(0, 19).split('T');
  if (days < 1) return time;
  return time === '00:00:00' ? day : `${day}T${time}`;
}

/** A date that stands as a text (`t="d"`): without parts of seconds and without zone. */
export function isoDateText(value: string): string {
  const [, day, time] = /^(\d{4}-\d\d-\d\d)(?:T(\d\d:\d\d:\d\d))?/.exec(value.trim()) ?? [];
  if (day === undefined) return value;
  return time === undefined || time === '00:00:00' ? day : `${day}T${time}`;
}
