import { STYLES, type StyleName } from './styles.ts';

/** A cell as XML, without its place: `<c r="A1"` stands before it. Empty for an empty cell. */
export type CellXml = string & { readonly __cell: never };

/** Characters of a cell that Excel opens (ECMA-376 has no bound). */
export const MAX_TEXT_LENGTH = 32_767;

/** Text that stays text: a program never reads a number, a date or a formula from it. */
export function textCell(text: string, style: StyleName = 'text'): CellXml {
  if (text === '') return EMPTY;
  const shown = text.length > MAX_TEXT_LENGTH ? text.slice(0, MAX_TEXT_LENGTH) : text;
  const space = /^\s|\s$|\n/.test(shown) ? ' xml:space="preserve"' : '';
  return ` s="${STYLES[style]}" t="inlineStr"><is><t${space}>${escaped(shown)}</t></is></c>` as CellXml;
}

export function numberCell(value: number, style: StyleName = 'plain'): CellXml {
  return ` s="${STYLES[style]}"><v>${value}</v></c>` as CellXml;
}

export const EMPTY = '' as CellXml;

/** How many characters a cell shows, about. */
export function lengthOf(cell: CellXml): number {
  const shown = /<[tv](?: [^<>]*)?>([^<\n]*)/.exec(cell)?.[1] ?? '';
  return shown.length;
}

const SPECIAL = /[&<>\0-\x08\x0b-\x1f\ufffe\uffff]|_x[0-9A-Fa-f]{4}_/;
const EACH_SPECIAL = /[&<>\0-\x08\x0b-\x1f\ufffe\uffff]|_(?=x[0-9A-Fa-f]{4}_)/g;
const ENTITIES: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;' };

/** ST_Xstring (ECMA-376 part 1, 22.9.2.19): characters that XML can't hold stand as `_x0001_`. */
export function escaped(text: string): string {
  if (!SPECIAL.test(text)) return text;
  return text.replace(EACH_SPECIAL, (char) => ENTITIES[char] ?? hexadecimal(char));
}

function hexadecimal(char: string): string {
  return `_x${char.charCodeAt(0).toString(16).toUpperCase().padStart(4, '0')}_`;
}
