import { cellAddresses } from '../../formats/read/cell-addresses.ts';

/** Characters that would make it another address, before it and behind it. */
const BEFORE = /[a-z0-9._+-]$/;
const BEHIND = /^(?:[a-z0-9-]|\.[a-z0-9])/;

/** Finds texts that hold an address: as what they are, or in the middle of other words. */
export function createAddressFinder(address: string): (text: string) => boolean {
  const wanted = address.toLowerCase();
  const localPart = wanted.slice(0, wanted.lastIndexOf('@'));
  return (text) => {
    const lower = text.toLowerCase();
    if (!lower.includes(localPart)) return false;
    if (isMentioned(lower, wanted)) return true;
    return cellAddresses(text, true).some((found) => found.address?.toLowerCase() === wanted);
  };
}

function isMentioned(text: string, wanted: string): boolean {
  for (let at = text.indexOf(wanted); at !== -1; at = text.indexOf(wanted, at + 1)) {
    const behind = text.slice(at + wanted.length);
    if (!BEFORE.test(text.slice(0, at)) && !BEHIND.test(behind)) return true;
  }
  return false;
}
