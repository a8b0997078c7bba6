import { findAll } from './dom.ts';
import { localTimes } from './local-time.ts';

/** In the zone of the browser, or of the person. What a time was in UTC is its title. */
export function showLocalTimes(): void {
  const { lang, dataset } = document.documentElement;
  const say = localTimes(lang, dataset.zone || undefined);
  for (const time of findAll<HTMLTimeElement>(document, 'time[datetime]')) {
    time.title ||= time.textContent;
    time.textContent = say(new Date(time.dateTime), new Date());
  }
}
