/** In characters. RFC 5321 §4.5.3.1.6 allows 1000 octets; what is behind is no sentence of a server. */
const MAX_LINE = 2000;

/** In characters: no field that an expression sees is longer. */
export const MAX_FIELD = 2000;

/** In characters: an address has at most 254 (RFC 5321 §4.5.3.1.3), escaped up to eight times as many. */
const MAX_ADDRESS_FIELD = 2000;

/** Ends of lines in any form, those of Unicode too: a dot of an expression matches none of them. */
const LINE_END = /\r\n?|[\n\u0085\u2028\u2029]/;

/** The lines of a foreign text, each within bounds. */
export function boundedLines(text: string): string[] {
  return text.split(LINE_END).map((line) => line.slice(0, MAX_LINE));
}

/** The addresses that a field names, without looking at any part of it twice. */
export function addressesIn(field: string | undefined): string[] {
  return (field ?? '').split(/[\s<>,;:"'()]/).flatMap((word) => {
    const at = word.indexOf('@');
    const isAddress = at > 0 && at < word.length - 1 && word.length <= MAX_ADDRESS_FIELD;
    return isAddress ? [word] : [];
  });
}
