import { type Mailbox, type ParsedAddress, parseAddress } from './parse.ts';
import { splitOutside } from './split-outside.ts';
import { isOnlyMarks, withoutMarks } from './surrounding-marks.ts';

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
