/**
 * What happens to a list after it was read, as data: the same changes in the same order make the same
 * list of every copy of it.
 */
import type { DatabaseSync } from 'node:sqlite';
import type { ListResult } from '../../service/list-files.ts';
import type { ListRound } from '../../service/list-ports.ts';
import { divideUnknown, putPortions, splitPortion } from './list-portions.ts';
import { type PackedRow, packRows, putResults } from './list-results.ts';

export type ListChange =
  /** Results in place of what was there. */
  | { readonly kind: 'results'; readonly rows: readonly PackedRow[] }
  /** The first addresses of a portion stay in it; the others become the next portion. */
  | { readonly kind: 'split'; readonly number: number; readonly first: number }
  /** Portions behind those that were sent, in place of the others; the ordinals of each. */
  | {
      readonly kind: 'portions';
      readonly sent: number;
      readonly portions: readonly (readonly number[])[];
    };

/** To be done in a transaction. */
export function applyChange(database: DatabaseSync, change: ListChange): void {
  if (change.kind === 'results') putResults(database, change.rows);
  else if (change.kind === 'split') splitPortion(database, change.number, change.first);
  else putPortions(database, change.sent, change.portions);
}

/** The round of a retry, as a change; nothing is changed yet. */
export function planRetry(
  database: DatabaseSync,
  sent: number,
): { readonly change: ListChange; readonly round: ListRound } {
  const { total, portions } = divideUnknown(database);
  const ordinals = portions.map((one) => [...one]);
  return {
    change: { kind: 'portions', sent, portions: ordinals },
    round: { portions: sent + portions.length, totalCount: total },
  };
}

/** Results as a change. Those of addresses that were erased meanwhile are left out. */
export function planResults(database: DatabaseSync, results: readonly ListResult[]): ListChange {
  return { kind: 'results', rows: packRows(database, results) };
}
