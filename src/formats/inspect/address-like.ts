/**
 * Whether a cell looks as if it were there for an address: quick and lenient, for choosing columns
 * and delimiters. What can be sent is decided elsewhere, strictly.
 */
export function looksLikeAddress(cell: string): boolean {
  return cell.includes('@') || cell.includes('＠') ? isMostlyAddress(cell) : false;
}

/** Room for a name before an address; a longer text mentions an address, it isn't one. */
const MAX_LENGTH = 400;

function isMostlyAddress(cell: string): boolean {
  return cell.length <= MAX_LENGTH && (BARE.test(cell) || NAMED.test(cell));
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
