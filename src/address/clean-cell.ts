import { type Mailbox, type ParsedAddress, parseAddress } from './parse.ts';

/**
 * One address of a cell, or text that is none. `problem` completes the sentence "the address …".
 */
export type CellPart =
  | { readonly ok: true; readonly raw: string; readonly address: Mailbox }
  | { readonly ok: false; readonly raw: string; readonly problem: string };

interface CellAddresses {
  /** In the order written, each address once. Empty for a blank cell. */
  readonly addresses: readonly CellPart[];
}

/**
 * The addresses of a cell as people fill them in: `Ann <ann@x.org>`, `mailto:ann@x.org?subject=…`,
 * zero-width characters, the full-width `＠`, a full stop at the end, several addresses in a row.
 *
 * An address is taken only where the whole cell is accounted for. What is left over may belong to
 * the address (`john smith@x.org`, `ann@x.co,uk`): without it, the address is a stranger's. Such a
 * cell gives one part with its problem.
 */
export function addressesInCell(cell: string): CellAddresses {
  const text = tidy(cell);
  if (text === '') return { addresses: [] };
  if (text.length > MAX_CELL_LENGTH) return { addresses: [toUnreadPart(text, TOO_LONG)] };
  const whole = readWhole(text) ?? readMarked(text);
  if (whole) return { addresses: [whole] };
  const pieces = splitOutside(text).map((piece) => piece.trim());
  const parts = pieces.filter((piece) => !isOnlyMarks(piece)).map(readPiece);
  const found = parts.flatMap((part) => part ?? []);
  if (parts.includes(undefined) || !found.some(({ ok }) => ok)) {
    return { addresses: [toUnreadPart(text, findProblem(text))] };
  }
  return { addresses: withoutRepeats(found) };
}

/** Dozens of addresses fit; beyond it a cell is a document, and matching it would cost seconds. */
const MAX_CELL_LENGTH = 10_000;
const TOO_LONG = 'is in a cell that is too long';

/** The cell on one line: no invisible characters, one kind of `@`, single blanks, none beside an `@`. */
export function tidy(cell: string): string {
  const text = cell
    .replace(/[\u200b\u2060\ufeff\u00ad\u200e\u200f\u202a-\u202e\u2066-\u2069]/g, '')
    .replace(/[＠﹫]/g, '@')
    .replace(/[\p{Z}\p{Cc}]+/gu, ' ')
    .trim();
  // Beside the only `@` it is a slip; among several it may separate one address from the next.
  const single = text.indexOf('@') === text.lastIndexOf('@');
  return single && !text.includes('"') ? text.replace(/ ?@ ?/, '@') : text;
}

/** A text that is one address, but for marks around it and a scheme before it. */
function readWhole(text: string): CellPart | undefined {
  const asItStands = parseAddress(text);
  if (asItStands.ok) return { ok: true, raw: text, address: asItStands.address };
  const bare = withoutMarks(withoutScheme(withoutMarks(text)));
  const parsed = parseAddress(bare);
  return parsed.ok ? { ok: true, raw: bare, address: parsed.address } : undefined;
}

/** `Lee, Ann <ann@x.org>`: the angle brackets tell where the address is (RFC 5322 §3.4). */
function readMarked(text: string): CellPart | undefined {
  const match = /^[^<>]*<([^<>]*)>([^<>]*)$/.exec(text);
  if (!match || !isOnlyMarks(match[2] ?? '')) return undefined;
  return readWhole((match[1] ?? '').trim());
}

/** The addresses of a piece; undefined where something of it is left over. */
function readPiece(piece: string): CellPart[] | undefined {
  const one = readWhole(piece) ?? readMarked(piece);
  if (one) return [one];
  const words = piece.split(/[ /|]+/).filter((word) => !isOnlyMarks(word));
  const parts = words.map((word) => readWhole(word) ?? readMarked(word));
  if (parts.every((part) => part !== undefined)) return parts;
  // A slip that stands alone belongs to nobody else; beside a blank it may be part of what follows.
  const [only = ''] = words;
  const isSlip = words.length === 1 && only.includes('@');
  return isSlip ? [toUnreadPart(only, findProblem(only))] : undefined;
}

function withoutScheme(word: string): string {
  const match = /^(mailto|smtp|e-?mail|mail): ?(.*)$/i.exec(word);
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

function findProblem(text: string): string {
  const parsed: ParsedAddress = parseAddress(text);
  return parsed.ok ? 'is not all that the cell holds' : parsed.problem;
}

function toUnreadPart(raw: string, problem: string): CellPart {
  return { ok: false, raw, problem };
}

function withoutRepeats(parts: readonly CellPart[]): CellPart[] {
  const byKey = new Map(parts.map((part) => [part.ok ? part.address.address : part.raw, part]));
  return [...byKey.values()];
}

/**
 * Pieces between `,` and `;`, outside of quotation marks and angle brackets (RFC 5322 §3.4). Each
 * character is looked at once: a pattern would seek the end of each quotation mark that has none.
 */
function splitOutside(text: string): string[] {
  const pieces: string[] = [];
  let from = 0;
  let at = 0;
  let isOpen = false;
  while (at < text.length) {
    const char = text.charAt(at);
    if (char === ',' || char === ';') {
      pieces.push(text.slice(from, at));
      from = at + 1;
    }
    const end: number = isOpen ? at + 1 : endOfMarked(text, at);
    // Behind a mark that nothing closes, marks are characters like others.
    isOpen ||= end === NEVER;
    at = isOpen ? at + 1 : end;
  }
  return [...pieces, text.slice(from)];
}

const NEVER = Number.POSITIVE_INFINITY;

/** Behind the character, or behind what is quoted or in brackets from here on. */
function endOfMarked(text: string, from: number): number {
  const char = text.charAt(from);
  if (char === '<') return behind(text, '>', from);
  if (char !== '"') return from + 1;
  for (let at = from + 1; at < text.length; at++) {
    if (text.charAt(at) === '\\') at++;
    else if (text.charAt(at) === '"') return at + 1;
  }
  return NEVER;
}

function behind(text: string, mark: string, from: number): number {
  const at = text.indexOf(mark, from);
  return at === -1 ? NEVER : at + 1;
}

/** Marks that lists put around an address and that no address begins with. */
const OPENING = ' "‘“«»[(<>)],:;';
/** Each may begin an address; as a mark it has its partner at the end. */
const PARTNERS: Readonly<Record<string, string>> = { "'": "'", '`': '`', '{': '}', '’': '’' };
/** None of these ends a domain. */
const CLOSING = ' "\'`‘’“”«»[](){}<>.,:;!?…';

/** The text without what sentences and lists put around an address. */
function withoutMarks(text: string): string {
  const end = endWithoutMarks(text);
  const tail = text.slice(end);
  // A quoted local part keeps its quotation marks.
  if (/^"(?:[^"\\]|\\.)*"@/.test(text)) return text.slice(0, end);
  let start = 0;
  while (start < end && isOpening(text.charAt(start), tail)) start++;
  return text.slice(start, end);
}

function isOpening(char: string, tail: string): boolean {
  const partner = PARTNERS[char];
  return partner === undefined ? OPENING.includes(char) : tail.includes(partner);
}

/** Counted by hand: a pattern would try a long row of marks from each of its characters. */
function endWithoutMarks(text: string): number {
  let end = text.length;
  while (end > 0 && CLOSING.includes(text.charAt(end - 1))) end--;
  return end;
}

/** True where nothing stands that an address could have lost. */
function isOnlyMarks(text: string): boolean {
  for (const char of text) if (!(OPENING + CLOSING).includes(char)) return false;
  return true;
}
