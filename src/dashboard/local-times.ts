import type { Texts } from '../i18n/texts.ts';
import { type Html, html, rawHtml } from '../lib/html.ts';

/** The zones that a person can choose. */
export const ZONES: readonly string[] = [
  ...new Set(['UTC', ...Intl.supportedValuesOf('timeZone')]),
];

/** As `moment` writes them; a text of somebody has no markup. */
const TIMES = /<time datetime="([^"<>]+)">([^<]*)<\/time>/g;

/** A page whose times are said in a zone, for browsers without the script; UTC is their title. */
export function inZone(text: Texts, page: Html, zone: string): Html {
  const format = new Intl.DateTimeFormat(text.language === 'en' ? 'en-GB' : text.language, {
    dateStyle: 'medium',
    timeStyle: 'short',
    timeZone: zone,
  });
  const written = String(page).replace(TIMES, (_, iso: string, utc: string) =>
    String(html`<time datetime="${iso}" title="${utc}">${format.format(new Date(iso))}</time>`),
  );
  return rawHtml(written);
}
