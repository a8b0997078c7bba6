import { tidy } from './clean-cell.ts';
import { parseAddress } from './parse.ts';
import { suggestDomain } from './suggest.ts';

/**
 * The address that was probably meant by a cell that holds none, or more than one: a hint for a
 * person to confirm, never to act on.
 */
export function suggestAddress(cell: string): string | undefined {
  const text = tidy(cell).replace(/^(?:mailto|smtp|e-?mail|mail): ?/i, '');
  if (text.length > MAX_LENGTH) return undefined;
  for (const mended of guesses(withAtSign(text))) {
    const parsed = parseAddress(mended);
    if (!parsed.ok) continue;
    const { localPart, domain } = parsed.address;
    return `${localPart}@${suggestDomain(domain) ?? domain}`;
  }
  return undefined;
}

/** Longer cells are documents. */
const MAX_LENGTH = 200;

/** `ann(at)x(dot)org`, `ann at x.org`, `ann@@x.org`. */
function withAtSign(text: string): string {
  const dotted = text.replace(/ ?[([{] ?(?:dot|punkt|point) ?[)\]}] ?/gi, '.');
  const marked = dotted.replace(/ ?[([{] ?(?:at|a|@) ?[)\]}] ?/gi, '@').replace(/@{2,}/g, '@');
  return marked.includes('@') ? marked : marked.replace(/^(\S+) at (\S+)$/i, '$1@$2');
}

/** What may have been meant, the likeliest first; only of cells with a single `@`. */
function guesses(text: string): string[] {
  const at = text.indexOf('@');
  if (at === -1 || at !== text.lastIndexOf('@')) return [];
  const withoutHints = text.replace(/\([^()]*\)/g, ' ').trim();
  const named = /^[\p{L} .,'-]+[([<]([^\s()[\]<>]+@[^\s()[\]<>]+)[)\]>]?$/u.exec(text)?.[1];
  const local = text.slice(0, at).trim();
  const domain = mendDomain(text.slice(at + 1));
  const words = local.split(/[\s,]+/);
  // Of three words, the first ones are more likely a name beside the address.
  const joined = words.length === 2 ? [`${words.join('.').replace(/\.+/g, '.')}@${domain}`] : [];
  return [named ?? '', text, ...joined, withoutHints, `${local}@${domain}`];
}

/** `x,com`, `x.co m`, `x..com`, `x.com.` */
function mendDomain(domain: string): string {
  return domain
    .trim()
    .replace(/^[.,;]+|[.,;:!?]+$/g, '')
    .replace(/ ?[,;] ?|\.{2,}/g, '.')
    .replace(/ /g, '');
}
