const DAY_MS = 86_400_000;

/**
 * Says a time in a zone, or in that of the machine: `today 18:18`, `3 Nov, 09:05`, `3 Nov 2024, 09:05`. A
 * formatter costs more than what it formats: one of each for all times of a page.
 */
export function localTimes(
  language: string,
  zone: string | undefined,
): (at: Date, now: Date) => string {
  // Dates as the server writes them for browsers without this script.
  const written = language === 'en' ? 'en-GB' : language;
  const comma = language === 'ja' ? '' : ',';
  const inZone = (options: Intl.DateTimeFormatOptions, locale = written) =>
    new Intl.DateTimeFormat(locale, { ...options, timeZone: zone });
  const date = { day: 'numeric', month: 'short' } as const;
  // As 2026-11-21.
  const iso = inZone({ dateStyle: 'short' }, 'sv');
  const clock = inZone({ hour: '2-digit', minute: '2-digit', hourCycle: 'h23' });
  const thisYear = inZone(date);
  const otherYear = inZone({ ...date, year: 'numeric' });
  const relative = new Intl.RelativeTimeFormat(language, { numeric: 'auto' });
  const dayText = (at: Date, now: Date) => {
    const [day, today] = [iso.format(at), iso.format(now)];
    const days = Math.round((Date.parse(day) - Date.parse(today)) / DAY_MS);
    if (Math.abs(days) <= 1) return relative.format(days, 'day');
    const isThisYear = day.slice(0, 4) === today.slice(0, 4);
    return `${(isThisYear ? thisYear : otherYear).format(at)}${comma}`;
  };
  return (at, now) => `${dayText(at, now)} ${clock.format(at)}`;
}
