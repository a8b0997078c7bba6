import { type MessageFormatElement, TYPE } from '@formatjs/icu-messageformat-parser';
import { CLOSE, OPEN } from './brackets.ts';

/** Turns a parsed English message into one of the pseudo-language: accented, about 40 % longer, in brackets. */
export function pseudo(message: MessageFormatElement[]): void {
  accent(message);
  message.unshift({ type: TYPE.literal, value: OPEN });
  message.push({ type: TYPE.literal, value: CLOSE });
}

function accent(elements: readonly MessageFormatElement[]): void {
  for (const element of elements) {
    if (element.type === TYPE.literal) element.value = lengthen(element.value);
    else if (element.type === TYPE.tag) accent(element.children);
    else if (element.type === TYPE.plural || element.type === TYPE.select) {
      for (const { value } of Object.values(element.options)) accent(value);
    }
  }
}

/** Accents the vowels of each word, and doubles one of them. */
function lengthen(text: string): string {
  return text.replace(/\p{L}+/gu, (word) => {
    const accented = word.replace(/[a-zA-Z]/g, (letter) => ACCENTED[letter] ?? letter);
    const more = Math.ceil(word.length * 0.4);
    return accented + [...accented].slice(-more).join('');
  });
}

const ACCENTED: Readonly<Record<string, string>> = {
  a: 'á',
  c: 'ç',
  e: 'é',
  i: 'î',
  n: 'ñ',
  o: 'ö',
  s: 'š',
  u: 'û',
  y: 'ý',
  z: 'ž',
  A: 'Å',
  C: 'Ç',
  E: 'É',
  I: 'Î',
  N: 'Ñ',
  O: 'Ö',
  S: 'Š',
  U: 'Û',
  Y: 'Ý',
  Z: 'Ž',
};
