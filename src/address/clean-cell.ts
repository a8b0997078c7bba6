import { type Mailbox, type ParsedAddress, parseAddress } from './parse.ts';

export type CellPart =
  | { readonly ok: true; readonly raw: string; readonly address: Mailbox }
  | { readonly ok: false; readonly raw: string; readonly problem: string };

export interface CellAddresses {
  /** In the order written, each address once. Empty for a blank cell. */
  readonly addresses: readonly CellPart[];
}

/**
 * The addresses of a cell as people fill them in: `Ann <ann@x.org>`, `mailto:ann@x.org?subject=…`,
 * zero-width characters, the full-width `＠`, a full stop at the end, several addresses in a row.
 * A cell with text but without an address gives one part with its problem.
 */
export function addressesInCell(cell: string): CellAddresses {
  const text = tidy(cell);
  if (text === '') return { addresses: [] };
  if (text.length > LONGEST_CELL)
    return { addresses: [{ ok: false, raw: text, problem: TOO_LONG }] };
  const found = splitOutside(text).flatMap(candidatesOf);
  const candidates = found.length > 0 ? found : [text];
  return { addresses: withoutRepeats(candidates.map(readCandidate)) };
}

/** Dozens of addresses fit; beyond it a cell is a document, and matching it would cost seconds. */
const LONGEST_CELL = 10_000;
const TOO_LONG = 'is in a cell that is too long';

function tidy(cell: string): string {
  return cell
    .replace(/[\u200b\u2060\ufeff\u00ad\u200e\u200f\u202a-\u202e\u2066-\u2069]/g, '')
    .replace(/[＠﹫]/g, '@')
    .replace(/[\p{Z}\p{Cc}]+/gu, ' ')
    .trim();
}

/** Pieces between `,` and `;`, outside of quotation marks and angle brackets (RFC 5322 §3.4). */
function splitOutside(text: string): string[] {
  const pieces = text.match(/(?:"(?:[^"\\]|\\.)*"|<[^<>]*>|[^,;])+/g);
  return pieces ?? [];
}

function candidatesOf(piece: string): string[] {
  const bracketed = [...piece.matchAll(/<([^<>]*@[^<>]*)>/g)].map((match) => match[1] ?? '');
  if (bracketed.length > 0) return bracketed.flatMap(wordsOf);
  const bare = piece.replace(/\([^()]*\)/g, ' ');
  return wordsOf(bare.includes('@') ? bare : piece.replace(/[()]/g, ' '));
}

/** The words with an `@`; a quoted local part may hold blanks. */
function wordsOf(text: string): string[] {
  const words = text.match(/"(?:[^"\\]|\\.)*"@[^\s"]+|\S+/g) ?? [];
  return words.filter((word) => word.includes('@')).map(stripped);
}

/** The word without what sentences and lists put around an address; a quoted local part keeps its marks. */
function stripped(word: string): string {
  const quoted = /^"(?:[^"\\]|\\.)*"@/.test(word);
  const tail = word.slice(quoted ? 0 : countWhile(word, (char) => OPENING.includes(char)));
  const address = withoutScheme(tail);
  const reversed = [...address].reverse().join('');
  return address.slice(0, address.length - countWhile(reversed, (char) => CLOSING.includes(char)));
}

const MARKS = ' "\'`‘’“”«»[](){}<>';
const OPENING = MARKS;
const CLOSING = `${MARKS}.,:;!?…`;

/** Counted by hand: the same as a pattern would try a long row of marks from each of its characters. */
function countWhile(text: string, accept: (char: string) => boolean): number {
  let count = 0;
  while (count < text.length && accept(text.charAt(count))) count++;
  return count;
}

function withoutScheme(word: string): string {
  const match = /^(mailto|smtp|e-?mail|mail):(.*)$/i.exec(word);
  if (!match) return word;
  const address = (match[2] ?? '').replace(/^\/\//, '');
  return match[1]?.toLowerCase() === 'mailto' ? decoded(address.replace(/\?.*$/, '')) : address;
}

/** RFC 6068 §2: what a mailto URI holds is percent-encoded. */
function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}

function readCandidate(raw: string): CellPart {
  const parsed: ParsedAddress = parseAddress(raw);
  return parsed.ok ? { ok: true, raw, address: parsed.address } : { ...parsed, raw };
}

function withoutRepeats(parts: readonly CellPart[]): CellPart[] {
  const byKey = new Map(parts.map((part) => [part.ok ? part.address.address : part.raw, part]));
  return [...byKey.values()];
}
