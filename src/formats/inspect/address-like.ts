import { addressesInCell } from '../../address/clean-cell.ts';

/**
 * Whether a cell looks as if it were there for an address: quick and lenient, for choosing columns
 * and delimiters. What can be sent is decided elsewhere, strictly.
 */
export function looksLikeAddress(cell: string): boolean {
  return SIGNS.some((sign) => cell.includes(sign)) && isMostlyAddress(cell);
}

/** An `@`, a full-width one, or the beginning of a code for it. */
const SIGNS = ['@', '＠', '&#', '%40'];

/** Room for a name before an address; a longer text mentions an address, it isn't one. */
const MAX_LENGTH = 400;

function isMostlyAddress(cell: string): boolean {
  if (cell.length > MAX_LENGTH) return false;
  return BARE.test(cell) || NAMED.test(cell) || isReadable(cell);
}

/** Marks, codes and links around an address: what is cleaned is an address, too. */
function isReadable(cell: string): boolean {
  return addressesInCell(cell).addresses.some(({ ok }) => ok);
}

const WORD = `[^\\s@＠<>()[\\],;:|"]+`;
const ADDRESS = `${WORD}[@＠]${WORD}\\.[^\\s@＠<>()[\\],;:|"]{2,}`;
/** An address, several, or one with marks around it. */
const BARE = new RegExp(
  `^["'<\\s\\u200b\\ufeff]*(?:mailto:)?${ADDRESS}["'>.,;\\s]*(?:$|[\\s,;/]+${ADDRESS})`,
  'iu',
);
const NAMED = new RegExp(
  `^[^@＠<>]*<\\s*(?:mailto:)?${ADDRESS}\\s*>[\\s,;.]*(?:$|[^@＠<>]*<)`,
  'iu',
);
