import { hash } from 'node:crypto';

const CONSONANTS = 'bdfgklmnprstvz';
const VOWELS = 'aeiou';
const LETTERS = 'abcdefghijkmnpqrstuvwxyz23456789';
const LENGTH = 20;
const SYLLABLES = 5;

/**
 * A local part that no mailbox has, of a keyed hash of the domain: 31 bits that look like a name, or 100
 * bits that look like an identifier. It is the same each time, so that hosts which greylist pairs, and
 * filters which cache answers, recognise it the second time.
 */
export function randomLocalPart(form: 'name' | 'identifier', key: string, domain: string): string {
  const octets = hash('sha256', `${key} ${domain}`, 'buffer');
  return form === 'name' ? toName(octets) : toIdentifier(octets);
}

/** Whether it has one of the two forms. */
export function isRandomLocalPart(text: string): boolean {
  return FORMS.test(text);
}

const FORMS = new RegExp(
  `^(?:x[${LETTERS}]{${LENGTH}}|(?:[${CONSONANTS}][${VOWELS}]){${SYLLABLES}})$`,
);

function toName(octets: Buffer): string {
  let name = '';
  for (let at = 0; at < 2 * SYLLABLES; at++) {
    const letters = at % 2 === 0 ? CONSONANTS : VOWELS;
    name += letters.charAt((octets[at] ?? 0) % letters.length);
  }
  return name;
}

function toIdentifier(octets: Buffer): string {
  let name = 'x';
  for (let at = 0; at < LENGTH; at++) name += LETTERS.charAt((octets[at] ?? 0) % LETTERS.length);
  return name;
}
