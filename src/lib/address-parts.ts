/** What stands behind the last `@` of an address, in its spelling; all of a text without one. */
export function domainOf(address: string): string {
  return address.slice(address.lastIndexOf('@') + 1);
}

/** What stands before the last `@` of an address; empty in a text without one. */
export function localPartOf(address: string): string {
  return address.slice(0, Math.max(0, address.lastIndexOf('@')));
}
