import { unitsIn } from './format.ts';
import type { Texts } from './texts.ts';

/** A time, a day or a share that stands in an English sentence, as the language writes it. */
export function localValue(text: Texts, name: string, given: string): string {
  if (name.startsWith('share')) return shareText(text, given);
  if (name.startsWith('day') || name.startsWith('time')) return timeText(text, given);
  return given;
}

/** `12.5 %` */
function shareText(text: Texts, given: string): string {
  const [, percent] = /^(\d+\.\d) %$/.exec(given) ?? [];
  return percent === undefined ? given : text.percent(Number(percent) / 100);
}

/** `2026-11-24`, `2026-11-24 15:44` or `1 min 40 s` */
function timeText(text: Texts, given: string): string {
  const [, day = '', minute = ''] = /^(\d{4}-\d\d-\d\d)( \d\d:\d\d)?$/.exec(given) ?? [];
  if (day === '') return unitsIn(text.language, given);
  return `${text.day(Date.parse(day))}${minute}`;
}
