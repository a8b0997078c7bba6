import { formatDuration } from '../lib/duration.ts';
import { isoDay, minuteText } from '../lib/iso-time.ts';
import { formatSize, splitSize } from '../lib/size.ts';
import { counted, percent } from '../lib/wording.ts';
import { bracketed } from './brackets.ts';
import type { TextLanguage } from './languages.ts';

/** Numbers and times as a language writes them. */
export interface Formats {
  /** An integer as `12,345`. */
  number(value: number): string;
  /** A share from 0 to 1 as `12.5 %`. */
  percent(share: number): string;
  /** A day in UTC, of milliseconds since the epoch: `2026-11-24`. */
  day(at: number): string;
  /** To the minute, in UTC: `2026-11-24 15:44 UTC`. */
  moment(at: number): string;
  /** A day without its year, in UTC: `1 December`. */
  dayOfYear(at: number): string;
  /** The same in short: `1 Dec`. */
  shortDay(at: number): string;
  /** `November 2026`. */
  month(at: number): string;
  /** A large number in short: `1.2K`. */
  compact(value: number): string;
  /** A time of whole seconds: `1 min 40 s`. */
  duration(ms: number): string;
  /** Of bytes: `1.5 MB`. */
  size(bytes: number): string;
  /** The form of a plural that a number takes. */
  plural(value: number, type: 'cardinal' | 'ordinal'): string;
}

/** Dates in UTC, as far as they need the tables of languages. */
function dates(language: string): Pick<Formats, 'dayOfYear' | 'shortDay' | 'month'> {
  // Intl writes the first of a month in French without its ordinal.
  const ordinal = (text: string) => (language === 'fr' ? text.replace(/^1 /, '1er ') : text);
  const write = (style: Intl.DateTimeFormatOptions) => (at: number) =>
    ordinal(new Date(at).toLocaleDateString(language, { ...style, timeZone: 'UTC' }));
  return {
    dayOfYear: write({ day: 'numeric', month: 'long' }),
    shortDay: write({ day: 'numeric', month: 'short' }),
    month: write({ month: 'long', year: 'numeric' }),
  };
}

/** English without the tables of languages, which take 20 ms to load. */
export const ENGLISH_FORMATS: Formats = {
  number: counted,
  percent,
  day: (at) => isoDay(at),
  moment: (at) => `${minuteText(at)} UTC`,
  ...dates('en-GB'),
  compact: (value) => compact('en', value),
  duration: (ms) => formatDuration(ms).replace(/\.\d s$/, ' s'),
  size: formatSize,
  plural: (value) => (value === 1 ? 'one' : 'other'),
};

/** Dates have words: they show in the pseudo-language that they were written for a reader. */
const PSEUDO_FORMATS: Formats = {
  ...ENGLISH_FORMATS,
  dayOfYear: (at) => bracketed(ENGLISH_FORMATS.dayOfYear(at)),
  shortDay: (at) => bracketed(ENGLISH_FORMATS.shortDay(at)),
  month: (at) => bracketed(ENGLISH_FORMATS.month(at)),
};

export function formatsOf(language: TextLanguage): Formats {
  if (language === 'en') return ENGLISH_FORMATS;
  if (language === 'en-XA') return PSEUDO_FORMATS;
  const numbers = new Intl.NumberFormat(language);
  const shares = new Intl.NumberFormat(language, {
    style: 'percent',
    minimumFractionDigits: 1,
    maximumFractionDigits: 1,
  });
  const days = new Intl.DateTimeFormat(language, { dateStyle: 'medium', timeZone: 'UTC' });
  const rules = {
    cardinal: new Intl.PluralRules(language),
    ordinal: new Intl.PluralRules(language, { type: 'ordinal' }),
  };
  return {
    number: (value) => numbers.format(value),
    percent: (share) => shares.format(share),
    day: (at) => days.format(at),
    moment: (at) => `${days.format(at)} ${minuteText(at).slice(11)} UTC`,
    ...dates(language),
    compact: (value) => compact(language, value),
    duration: (ms) => durationText(language, ms),
    size: (bytes) => sizeText(language, bytes),
    plural: (value, type) => rules[type].select(value),
  };
}

function compact(language: string, value: number): string {
  return value.toLocaleString(language, { notation: 'compact' });
}

/** The units of the English text by their names in Intl. */
const UNITS: Readonly<Record<string, string>> = {
  ms: 'millisecond',
  s: 'second',
  min: 'minute',
  h: 'hour',
  d: 'day',
  B: 'byte',
  kB: 'kilobyte',
  MB: 'megabyte',
  GB: 'gigabyte',
  TB: 'terabyte',
};

function durationText(language: TextLanguage, ms: number): string {
  return unitsIn(language, ENGLISH_FORMATS.duration(ms));
}

/** A duration in English, with the units of a language. */
export function unitsIn(language: TextLanguage, duration: string): string {
  if (language === 'en' || language === 'en-XA') return duration;
  return duration.replace(/(\d{1,15}(?:\.\d)?) (ms|s|min|h|d)\b/g, (_, count, unit) =>
    unitText(language, Number(count), unit),
  );
}

function sizeText(language: string, bytes: number): string {
  const [count, unit] = splitSize(bytes);
  return unitText(language, count, unit);
}

function unitText(language: string, count: number, unit: string): string {
  // The short German day is "Tg.", which nobody writes.
  const unitDisplay = language === 'de' && unit === 'd' ? 'long' : 'short';
  const style = { style: 'unit', unit: UNITS[unit], unitDisplay } as const;
  return count.toLocaleString(language, { ...style, maximumFractionDigits: 1 });
}
