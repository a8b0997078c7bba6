/** What looks like an address, wherever it stands in a text. */
const ADDRESSES = /[^\s@<>"'(),;:]+@[^\s@<>"'(),;:]+/gu;
/** What looks like a key of ours. */
const KEYS = /mv_[\w-]{20,}/g;

/** `a…@example.com`: enough to tell whose mail it is about, not whose it is. */
export function maskAddress(address: string): string {
  const at = address.lastIndexOf('@');
  if (at < 1) return '…';
  return `${String.fromCodePoint(address.codePointAt(0) ?? 0)}…${address.slice(at)}`;
}

export function maskAddresses(text: string): string {
  return text.replace(ADDRESSES, maskAddress);
}

/** Keys are never written anywhere. */
export function maskKeys(text: string): string {
  return text.replace(KEYS, 'mv_…');
}
