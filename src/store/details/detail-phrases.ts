/**
 * Shared details as SQLite stores them: what most of them have alike is one character each. JSON escapes control
 * characters, so that in a detail they stand for nothing else; \u0001 is the address (shared-detail.ts).
 */

/** In the order of their characters, from \u0002. Stored: none may change. */
const PHRASES = [
  '{"reason":"accepted","provider":"',
  '{"reason":"no_mailbox","provider":"',
  '{"reason":"',
  '","provider":"',
  '","mxHost":"',
  '","egress":"default","free":false,"reply":{"code":250,"enhanced":"2.1.5","text":"',
  '","egress":"default","free":false,"reply":{"code":550,"enhanced":"5.1.1","text":"',
  '","egress":"default","free":',
  '"},"rule":"accepted","control":"refused_behind","checkedAt":"@","attempts":1,"retryAfter":null}',
  '"},"rule":"plainly-missing","control":"accepted_behind","checkedAt":"@","attempts":1,"retryAfter":null}',
  '"},"rule":"',
  '","control":"',
  '"reply":{"code":',
  ',"enhanced":"',
  '","text":"',
  ',"control":null',
  '"checkedAt":"@","attempts":',
  ',"retryAfter":null',
] as const;

const FIRST = 2;
const CHARACTERS = new Map<string, string>(
  PHRASES.map((phrase, at) => [phrase, String.fromCharCode(FIRST + at)]),
);
/** Longer ones first: some begin like others. */
const ANY_PHRASE = new RegExp(
  PHRASES.toSorted((one, other) => other.length - one.length)
    .map((phrase) => phrase.replace(/[{}[\]().?$|]/g, '\\$&'))
    .join('|'),
  'g',
);
const ANY_CHARACTER = new RegExp(`[${[...CHARACTERS.values()].join('')}]`, 'g');

export function shortenDetail(text: string): string {
  return text.replace(ANY_PHRASE, (phrase) => CHARACTERS.get(phrase) ?? phrase);
}

/** Also of a text that was never shortened. */
export function expandDetail(text: string): string {
  return text.replace(ANY_CHARACTER, (found) => PHRASES[found.charCodeAt(0) - FIRST] ?? found);
}
