/** What stands in place of what names somebody. */
const HIDDEN = '…';
/** Any address: a message may have been forwarded to another one. */
const ADDRESS = /[^\s<>()[\]",;:@]+@[\w.-]*\w/g;

/** A reply or a source without addresses, and without the local part of the recipient wherever it stands. */
export function withoutRecipient(text: string, email: string): string {
  const localPart = email.slice(0, email.lastIndexOf('@'));
  const bare = localPart.replace(/^"(.*)"$/, '$1');
  const plain = replaceAll(text, email).replace(ADDRESS, HIDDEN);
  return [localPart, bare, bare.split('+', 1)[0] ?? ''].reduce(withoutName, plain);
}

function replaceAll(text: string, part: string): string {
  return text.replace(new RegExp(escaped(part), 'gi'), HIDDEN);
}

/** As a word: a part of another word is none of it. */
function withoutName(text: string, name: string): string {
  if (name === '') return text;
  return text.replace(new RegExp(`(?<![\\p{L}\\d])${escaped(name)}(?![\\p{L}\\d])`, 'giu'), HIDDEN);
}

function escaped(text: string): string {
  return text.replace(/[\\^$.*+?()[\]{}|/]/g, '\\$&');
}
