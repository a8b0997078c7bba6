import { isoTime, minuteText } from '../lib/iso-time.ts';
import { counted, percent } from '../lib/wording.ts';
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
  /** The form of a plural that a number takes. */
  plural(value: number, type: 'cardinal' | 'ordinal'): string;
}

/** English without the tables of languages, which take 20 ms to load. */
export const ENGLISH_FORMATS: Formats = {
  number: counted,
  percent,
  day: (at) => isoTime(at).slice(0, 10),
  moment: (at) => `${minuteText(at)} UTC`,
  plural: (value) => (value === 1 ? 'one' : 'other'),
};

export function formatsOf(language: TextLanguage): Formats {
  if (language === 'en' || language === 'en-XA') return ENGLISH_FORMATS;
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
    plural: (value, type) => rules[type].select(value),
  };
}
