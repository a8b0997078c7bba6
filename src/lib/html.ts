/** Text that is HTML already: it goes into other HTML as it is. */
export interface Html {
  readonly html: string;
}

type Part = Html | string | number | undefined | readonly Html[];

/** HTML by a template: whatever is put in and is not HTML itself is escaped. */
export function html(pieces: TemplateStringsArray, ...parts: readonly Part[]): Html {
  const text = pieces.map((piece, index) => piece + toHtml(parts[index]));
  return { html: text.join('') };
}

/** Characters that XML forbids, and those that turn the direction of text. */
const UNFIT =
  /[\x00-\x08\x0b\x0c\x0e-\x1f\x7f-\x9f\u200e\u200f\u202a-\u202e\u2066-\u2069\ufffe\uffff]/g;
const LONE_SURROGATE = /\p{Surrogate}/gu;

/** Foreign text for HTML and XML, between tags or in a quoted attribute. */
export function escapeMarkup(text: string): string {
  return text
    .replace(UNFIT, '\ufffd')
    .replace(LONE_SURROGATE, '\ufffd')
    .replace(/[&<>"']/g, (character) => `&#${character.charCodeAt(0)};`);
}

function toHtml(part: Part): string {
  if (part === undefined) return '';
  if (typeof part === 'string' || typeof part === 'number') return escapeMarkup(String(part));
  return 'html' in part ? part.html : part.map((each) => each.html).join('');
}
