const AT = '@＠﹫';
/** What ends a local part without quotation marks on its left. */
const BETWEEN = `\\s${AT}<>()[\\],;:"`;

/**
 * What stands before an `@`, full-width ones included: a quoted string (RFC 5321 §4.1.2) or a run of
 * other characters. The look-behinds keep the search linear in long runs.
 */
const LOCAL_PARTS = new RegExp(
  `(?:(?<!\\\\)"(?:[^"\\\\\\n]|\\\\.)*"|(?<![^${BETWEEN}])[^${BETWEEN}]+)(?=[${AT}])`,
  'gu',
);
const KEYS = /mv_[\w-]{20,}/g;

/** Text in which of every address only the first letter and the domain are left: `a***@example.com`. */
export function maskAddresses(text: string): string {
  return text.replace(LOCAL_PARTS, maskLocalPart);
}

/** One address alone, which may hold blanks: `a***@example.com`; `***` for anything else. */
export function maskAddress(address: string): string {
  const at = Math.max(...[...AT].map((sign) => address.lastIndexOf(sign)));
  return at < 1 ? '***' : maskLocalPart(address.slice(0, at)) + address.slice(at);
}

/** One address and nothing else: a cell may also hold a name, a handle, several addresses. */
const SINGLE = new RegExp(
  `^(?:"[^"\\n]*"|[^\\s${AT}]+)[${AT}][\\p{L}\\p{N}-]+(?:\\.[\\p{L}\\p{N}-]+)+$`,
  'u',
);

/** What stands in an e-mail cell: an address as above, `***` for anything else. */
export function maskCell(cell: string): string {
  if (cell === '') return '';
  return SINGLE.test(cell) ? maskAddress(cell) : '***';
}

function maskLocalPart(local: string): string {
  return `${[...local.replace(/^"/, '')][0] ?? ''}***`;
}

/** Text without API keys: they are written nowhere. */
export function maskKeys(text: string): string {
  return text.replace(KEYS, 'mv_…');
}
