import { localPartOf } from '../../lib/address-parts.ts';

/** What stands in place of what names somebody. */
const HIDDEN = '…';
/**
 * Any address, or any other word: a message may have been forwarded to another one. The domain may be absent,
 * so that each word is looked at once, however long it is.
 */
const WORD = /[^\s<>()[\]",;:@]+(@[\w.-]*\w)?/g;

/** A reply or a source without addresses, and without the local part of the recipient wherever it stands. */
export function withoutRecipient(text: string, email: string): string {
  const localPart = localPartOf(email);
  const bare = localPart.replace(/^"(.*)"$/, '$1');
  const names = [localPart, bare, bare.split('+', 1)[0] ?? ''];
  const plain = without(text, email, () => true).replace(WORD, (word, domain) =>
    domain === undefined ? word : HIDDEN,
  );
  return names.reduce((rest, name) => without(rest, name, isWord), plain);
}

type Accept = (text: string, start: number, end: number) => boolean;

/**
 * In whatever case. An expression of each address would do as well, but V8 keeps its machine code, 2 KB and more,
 * until the next collection of old objects.
 */
function without(text: string, part: string, accept: Accept): string {
  if (part === '') return text;
  const folded = folds(text);
  const wanted = folds(part);
  let kept = '';
  let rest = 0;
  for (let at = folded.indexOf(wanted); at >= 0; ) {
    const end = at + wanted.length;
    const isHidden = accept(text, at, end);
    if (isHidden) {
      kept += text.slice(rest, at) + HIDDEN;
      rest = end;
    }
    at = folded.indexOf(wanted, isHidden ? end : at + 1);
  }
  return kept + text.slice(rest);
}

const ENDS_IN_WORD = /[\p{L}\d]$/u;
const BEGINS_IN_WORD = /^[\p{L}\d]/u;

/** A part of another word does not count. A character has one or two code units. */
function isWord(text: string, start: number, end: number): boolean {
  const before = text.slice(Math.max(0, start - 2), start);
  return !ENDS_IN_WORD.test(before) && !BEGINS_IN_WORD.test(text.slice(end, end + 2));
}

/** The text of the same length in one case: ς, Σ and σ are one, ß and İ stay single. */
function folds(text: string): string {
  return text.replace(/[A-Z]+|[^\0-\x7f]/gu, (part) =>
    sameLength(part, sameLength(part, part.toUpperCase()).toLowerCase()),
  );
}

function sameLength(text: string, changed: string): string {
  return changed.length === text.length ? changed : text;
}
