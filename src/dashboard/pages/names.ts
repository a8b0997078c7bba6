/** Names that stand in files, within our words. */
import type { Texts } from '../../i18n/texts.ts';
import { type Html, html, NOTHING } from '../../lib/html.ts';
import type { ListRecord } from '../../service/lists/list-ports.ts';

/** In the quotation marks of the language. */
export function quoted(text: Texts, name: string): Html {
  return html`<span class="address" translate="no">${text('common.quoted', { text: name })}</span>`;
}

/** `“E-mail”` of the header, or `column 3`. */
export function columnName(text: Texts, form: ListRecord['form'], column: number): Html {
  const name = form?.header?.[column]?.trim();
  return name ? quoted(text, name) : html`${text('list.nth_column', { number: column + 1 })}`;
}

/** `one and other`. */
export function both(text: Texts, parts: readonly Html[]): Html {
  const [first = NOTHING, ...more] = parts;
  return more.reduce((one, other) => html`${text.rich('common.both', { one, other })}`, first);
}

/** `one, other`. */
export function series(text: Texts, parts: readonly string[]): string {
  const [first = '', ...more] = parts;
  return more.reduce((one, other) => text('common.series', { one, other }), first);
}
