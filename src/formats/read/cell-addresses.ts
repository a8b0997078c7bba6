import { addressesInCell, type CellPart } from '../../address/clean-cell.ts';
import { meansNothing } from '../../address/no-address.ts';
import type { CellAddress } from '../row.ts';

/** What a cell has in the place of an address; at least one, and one exactly unless cells are split. */
export function cellAddresses(cell: string, split: boolean): readonly CellAddress[] {
  const plain = plainAddress(cell);
  if (plain !== undefined) return [{ raw: cell, address: plain }];
  if (!AT_SIGN.test(cell))
    return [{ raw: cell, address: undefined, problem: withoutAddress(cell) }];
  const parts = addressesInCell(cell).addresses;
  if (parts.length === 0) return [{ raw: cell, address: undefined, problem: 'empty' }];
  if (parts.length === 1 || !parts.some(({ ok }) => ok)) return [read(cell, parts[0])];
  if (!split) return [{ raw: cell, address: undefined, problem: 'several_addresses' }];
  return parts.map((part) => read(part.raw, part));
}

/** Or a code for it. */
const AT_SIGN = /[@＠﹫]|%40|&#(?:64|x40);|&commat;/i;

/** What a text has in the place of an address: several of them are a problem. */
export function cellAddress(text: string): CellAddress {
  const [cell = { raw: text, address: undefined, problem: 'syntax' as const }] = cellAddresses(
    text,
    false,
  );
  return cell;
}

/** Cells without any are recognised at once: a list may have millions of them. */
function withoutAddress(cell: string): 'empty' | 'syntax' {
  if (meansNothing(cell)) return 'empty';
  return VISIBLE.test(cell) || addressesInCell(cell).addresses.length > 0 ? 'syntax' : 'empty';
}

const VISIBLE = /[!-~]/;

/**
 * Nearly every cell of nearly every list needs no cleaning: such an address is taken as it is. The
 * pattern admits nothing that the parser refuses; short enough, no length limit can be broken.
 */
function plainAddress(cell: string): string | undefined {
  if (cell.length > SHORT || !PLAIN.test(cell) || cell.includes('--')) return undefined;
  if (!UPPER.test(cell)) return cell;
  const at = cell.indexOf('@');
  return cell.slice(0, at) + cell.slice(at).toLowerCase();
}

/** RFC 5321 §4.5.3.1.1 allows the local part alone as many octets. */
const SHORT = 64;
const PLAIN = /^[a-z0-9_+-]+(?:\.[a-z0-9_+-]+)*@(?:[a-z0-9](?:[a-z0-9-]*[a-z0-9])?\.)+[a-z]{2,}$/i;
const UPPER = /[A-Z]/;

function read(raw: string, part: CellPart | undefined): CellAddress {
  if (part?.ok) return { raw, address: part.address.address };
  return { raw, address: undefined, problem: 'syntax' };
}
