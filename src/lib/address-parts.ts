/** What stands behind the last `@` of an address, in its spelling; all of a text without one. */
export function domainOf(address: string): string {
  return address.slice(address.lastIndexOf('@') + 1);
}

/** What stands before the last `@` of an address; empty in a text without one. */
export function localPartOf(address: string): string {
  return address.slice(0, Math.max(0, address.lastIndexOf('@')));
}

/** The text without those of the given characters that stand at its end. An expression would try each run of them anywhere. */
export function withoutEnd(text: string, characters: string): string {
  let end = text.length;
  while (end > 0 && characters.includes(text.charAt(end - 1))) end -= 1;
  return text.slice(0, end);
}
