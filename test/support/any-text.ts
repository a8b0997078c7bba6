import fc from 'fast-check';

const SURROGATES = 0xd800;
const SURROGATE_COUNT = 0x800;
const LAST = 0x10ffff;

/** Any code point, as a text: fast-check's own unit `binary` first makes a table of all of them. */
export const anyCharacter = fc
  .integer({ min: 0, max: LAST - SURROGATE_COUNT })
  .map((at) => String.fromCodePoint(at < SURROGATES ? at : at + SURROGATE_COUNT));

/** Any text that can be written as UTF-8. */
export function anyText(length: { readonly minLength?: number; readonly maxLength?: number } = {}) {
  return fc.string({ unit: anyCharacter, ...length });
}
