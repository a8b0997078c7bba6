import { withoutEnd } from '../lib/address-parts.ts';
import { addressesInCell, tidy } from './clean-cell.ts';
import { parseAddress } from './parse.ts';
import { suggestDomain } from './suggest.ts';

/**
 * The address that was probably meant by a cell that holds none, or more than one: a hint for a
 * person to confirm, never to act on.
 */
export function suggestAddress(cell: string): string | undefined {
  const text = withSigns(cell);
  for (const mended of text === undefined ? [] : guesses(text)) {
    const parsed = parseAddress(mended);
    if (!parsed.ok) continue;
    const { localPart, domain } = parsed.address;
    return `${localPart}@${suggestDomain(domain) ?? domain}`;
  }
  return undefined;
}

/**
 * The address of a cell whose signs are written in words or mistyped (`ann(at)x.org`, `ann@@x.org`, `ann@x,org`), where
 * the whole cell is accounted for: unlike a suggestion, it leaves out and joins no words.
 */
export function mendAddress(cell: string): string | undefined {
  const text = withSigns(cell);
  if (text === undefined || !text.includes('@')) return undefined;
  const [one, ...others] = addressesInCell(text).addresses;
  if (others.length > 0) return undefined;
  const parsed = one?.ok ? one : parseAddress(withDots(text));
  if (!parsed.ok) return undefined;
  const { localPart, domain } = parsed.address;
  return `${localPart}@${suggestDomain(domain) ?? domain}`;
}

/** `ann@x,org` and `ann@x..org` with one dot; a comma behind a dot may separate something else. */
function withDots(text: string): string {
  const at = text.lastIndexOf('@') + 1;
  const domain = text.slice(at).replace(/\.{2,}/g, '.');
  return text.slice(0, at) + domain.replace(/^([^.,;]+)[,;]([^.,;]+)$/, '$1.$2');
}

/** The cell with its signs in ASCII, without a label; undefined for a document. */
function withSigns(cell: string): string | undefined {
  const text = tidy(cell).replace(/^(?:mailto|smtp|e-?mail|mail): ?/i, '');
  return text.length > MAX_LENGTH ? undefined : withAsciiSigns(withAtSign(text));
}

/** Longer cells are documents. */
const MAX_LENGTH = 200;

/** `ann(at)x(dot)org`, `ann at x.org`, `ann@@x.org`, `ann=40x.org` (quoted-printable). */
function withAtSign(text: string): string {
  const dotted = text.replace(/ ?[([{] ?(?:dot|punkt|point) ?[)\]}] ?/gi, '.');
  const marked = dotted.replace(/ ?[([{] ?(?:at|a|@) ?[)\]}] ?/gi, '@').replace(/@{2,}/g, '@');
  if (marked.includes('@')) return marked;
  return marked.replace(/^(\S+) at (\S+)$/i, '$1@$2').replace(/^([^\s=]+)=40([^\s=]+)$/, '$1@$2');
}

/** A text program writes `o’neil@x.org` and `ann–lee@x.org`, an input method `ann。lee@x.org`. */
function withAsciiSigns(text: string): string {
  const dotted = text.replace(/[。｡]/g, '.').replace(/[‐‑‒–—]/g, '-');
  return dotted.replace(/[‘’ʼ′](?=\p{L})/gu, "'");
}

/** What may have been meant, the likeliest first; only of cells with a single `@`. */
function guesses(text: string): string[] {
  const at = text.indexOf('@');
  if (at === -1 || at !== text.lastIndexOf('@')) return [];
  const found = addressesInCell(text).addresses.flatMap((part) =>
    part.ok ? [part.address.address] : [],
  );
  const named = /^[\p{L} .,'-]+[([<]([^\s()[\]<>]+@[^\s()[\]<>]+)[)\]>]?$/u.exec(text)?.[1];
  const withoutHints = text.replace(/\([^()]*\)/g, ' ').trim();
  const domain = mendDomain(text.slice(at + 1));
  const local = mendLocalPart(text.slice(0, at).trim());
  return [
    ...found,
    named ?? '',
    text,
    withoutHints,
    ...(local === '' ? [] : [`${local}@${domain}`]),
  ];
}

/** The domain, without a note behind it: `x,com`, `x.co m`, `x..com`, `x.org work`, `x.org - old`. */
function mendDomain(text: string): string {
  const trimmed = text
    .trim()
    .replace(/^[.,;]+/, '')
    .replace(/^([^\s.]+) ?\. ?(?=[a-z]{2,3}$)/, '$1.');
  const head = /^[^\s,;:/|()<>"[\]{}\\]*/.exec(trimmed)?.[0] ?? '';
  const domain = withoutEnd(head.replace(/\.{2,}/g, '.'), '.!?');
  const rest = /^([,; ])([a-z]{1,3}(?:\.[a-z]{2})?)[.,;]?$/.exec(trimmed.slice(head.length));
  if (!rest) return domain;
  const [, gap = '', piece = ''] = rest;
  // What follows a comma at once was meant to follow a dot; behind a blank it completes an ending.
  if (gap !== ' ') return `${domain}.${piece}`;
  return TORN_ENDING.test(`${domain} ${piece}`) ? `${domain}${piece}` : domain;
}

/** `x.c om`, `x.co m`, `x.c o.uk`; the note in `x.org uk` is not part of a domain. */
const TORN_ENDING = /\.(?:[a-z] \S+|co m|ne t|or g|inf o|ed u)$/;

/**
 * The local part, without a note before it: of `1. ann` and `work: ann`, `ann`; `john smith` and
 * `max. muster` are one name. Empty where it can't be said: of three words, the first ones are more
 * likely a name beside the address.
 */
function mendLocalPart(text: string): string {
  const words = text.split(' ');
  const [first = '', last = ''] = words;
  const own = words.at(-1) ?? '';
  if (words.length === 1) return text.replace(/[,;]/g, '.').replace(/\.{2,}/g, '.');
  if (isNote(words.slice(0, -1).join(' '), own)) return own;
  return words.length === 2 && isName(first) && isName(last)
    ? `${first}.${last}`.replace(/\.{2,}/g, '.')
    : '';
}

function isName(word: string): boolean {
  return /^[\p{L}'-]+\.?$/u.test(word);
}

/** Whether what stands before an address belongs to it in no way. */
function isNote(before: string, own: string): boolean {
  if (/[:;,|>)=/–—-]$|^\(?\d+[.)]?$/.test(before)) return true;
  const words = before
    .toLowerCase()
    .split(/[ .]+/)
    .filter((word) => word !== '');
  return words.every(
    (word) => NOTES.has(word) || (word.length > 1 && own.toLowerCase().includes(word)),
  );
}

const NOTES: ReadonlySet<string> = new Set(
  `work home private personal business office main primary secondary alt alternative other old new
  email mail e-mail contact to cc bcc via see or and also former current invoice billing support
  privat geschäftlich arbeit büro alt neu travail bureau privé perso trabajo casa lavoro
  mr mrs ms dr prof herr frau`.split(/\s+/),
);
