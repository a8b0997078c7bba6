import { isRole } from '../../address/role.ts';

/**
 * How a local part is made up, without what it says: `first.last`, `f.last`, `word`, … It is kept with
 * outcomes, which do not keep the local part.
 */
export type LocalPartForm = string;

const SEPARATORS = /[._-]+/;
const LONGEST = 24;

/** The form of a local part in any case; what follows a plus does not count. */
export function formOf(localPart: string): LocalPartForm {
  const text = (localPart.toLowerCase().split('+', 1)[0] ?? '').replace(/^"(.*)"$/, '$1');
  if (isRole(text)) return 'role';
  if (looksRandom(text)) return 'random';
  if (/\d/.test(text)) return 'digits';
  const [first = '', last, ...more] = text.split(SEPARATORS);
  if (last === undefined) return 'word';
  if (more.length > 0) return 'several';
  return `${first.length === 1 ? 'f' : 'first'}${separatorOf(text)}${last.length === 1 ? 'l' : 'last'}`;
}

function separatorOf(text: string): string {
  return text.match(SEPARATORS)?.[0].charAt(0) ?? '';
}

/** No name: digits among letters, letters that nobody can say, or far too long. */
function looksRandom(text: string): boolean {
  const letters = text.replaceAll(/[^\p{L}]/gu, '');
  const changes = text.match(/\p{L}\d|\d\p{L}/gu)?.length ?? 0;
  const vowels = letters.match(/[aeiouyàâäåæéèêëíìîïóòôöøúùûü]/g)?.length ?? 0;
  const isLatin = /^[\p{Script=Latin}\d._-]*$/u.test(text);
  if (text.length > LONGEST && text.search(SEPARATORS) === -1) return true;
  return changes >= 3 || (isLatin && letters.length >= 6 && vowels / letters.length < 0.1);
}
