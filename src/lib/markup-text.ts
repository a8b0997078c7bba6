/** Characters that XML forbids, and those that change the direction of text. */
const UNFIT =
  /[\x00-\x08\x0b\x0c\x0e-\x1f\x7f-\x9f\u200e\u200f\u202a-\u202e\u2066-\u2069\ufffe\uffff]/g;
const LONE_SURROGATE = /\p{Surrogate}/gu;

/** Foreign text without characters that HTML or XML must not show. It is not escaped. */
export function fitForMarkup(text: string): string {
  return text.replace(UNFIT, '\ufffd').replace(LONE_SURROGATE, '\ufffd');
}

/** Escapes foreign text for XML, between tags or in a quoted attribute. */
export function escapeMarkup(text: string): string {
  return fitForMarkup(text).replace(/[&<>"']/g, (character) => `&#${character.charCodeAt(0)};`);
}
