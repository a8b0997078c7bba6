import { raw, html as template } from 'hono/html';
import { fitForMarkup } from './safe-text.ts';

/** HTML in which every interpolated text is escaped. */
export type Html = Awaited<ReturnType<typeof template>>;

type HtmlPart = Html | string | number | boolean | null | undefined | readonly HtmlPart[];

/**
 * HTML by a template, for the dashboard, the API reference and the reports alike. Interpolated text
 * is escaped; absent values and booleans are left out.
 */
export function html(pieces: TemplateStringsArray, ...parts: readonly HtmlPart[]): Html {
  // Hono's template is asynchronous only with promises in it, which HtmlPart does not allow.
  return template(pieces, ...parts.map(toFit)) as Html;
}

/** A text of the program's own that is HTML or CSS already. Never a foreign text. */
export function rawHtml(text: string): Html {
  return raw(text);
}

/** Empty HTML. */
export const NOTHING: Html = html``;

function toFit(part: HtmlPart): unknown {
  if (typeof part === 'string') return fitForMarkup(part);
  return Array.isArray(part) ? part.map(toFit) : part;
}
