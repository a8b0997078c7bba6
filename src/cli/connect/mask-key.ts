/** Enough of a key to distinguish it from another, and no more. */
export function maskKey(key: string): string {
  return key.length < 12 ? '…' : `…${key.slice(-4)}`;
}
