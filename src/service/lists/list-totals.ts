import { VERDICTS } from '../../contract/verdict.ts';
import type { StoreContext } from '../ports.ts';
import type { Team } from '../records.ts';
import type { ListCounts, ListRecord } from './list-ports.ts';

/**
 * Rows that have something to judge: an address, or a text in its place. Of a list whose rows may hold several,
 * each of them.
 */
export function rowsToJudge(counts: ListCounts): number {
  return counts.entries ?? Math.max(0, counts.rows - counts.empty);
}

/** What is counted of a list: its rows, or what stands in them. */
export function countedUnit(counts: ListCounts | null): 'row' | 'entry' {
  return counts?.entries === undefined ? 'row' : 'entry';
}

/** Rows that have a verdict by now. */
export function judgedRows({ verdicts }: Pick<ListRecord, 'verdicts'>): number {
  return VERDICTS.reduce((sum, verdict) => sum + verdicts[verdict], 0);
}

/** Rows that are still to be checked. */
export function uncheckedRows({ counts, verdicts }: ListRecord): number {
  return counts ? Math.max(0, rowsToJudge(counts) - judgedRows({ verdicts })) : 0;
}

/** Shares of less say little. */
const LEAST_ROWS = 50;
/** Earlier lists that are compared with, and how many are looked at for them. */
const MOST_LISTS = 5;
const LOOKED_AT = 25;
/** Shares that differ by less are as good. */
const ALIKE = 0.01;

export interface UndeliverableShare {
  readonly id: string;
  readonly name: string;
  /** Of its rows, those that are undeliverable. */
  readonly share: number;
}

export interface ListComparison {
  readonly how: 'cleaner' | 'alike' | 'worse';
  readonly share: number;
  /** The middle one of the earlier shares. */
  readonly usual: number;
  /** The latest first; at least one. */
  readonly earlier: readonly UndeliverableShare[];
}

/** Undefined where there is nothing to compare. */
export async function compareWithEarlier(
  { store }: StoreContext,
  team: Team,
  list: ListRecord,
): Promise<ListComparison | undefined> {
  if (!isTelling(list)) return undefined;
  const before = await store.lists(team.id).completedBefore(list.id, LOOKED_AT);
  const earlier = before.filter(isTelling).slice(0, MOST_LISTS).map(toShare);
  if (earlier.length === 0) return undefined;
  const { share } = toShare(list);
  const usual = median(earlier.map((one) => one.share));
  const how = Math.abs(share - usual) < ALIKE ? 'alike' : share < usual ? 'cleaner' : 'worse';
  return { how, share, usual, earlier };
}

function isTelling(list: ListRecord): boolean {
  return list.status === 'completed' && judgedRows(list) >= LEAST_ROWS;
}

function toShare(list: ListRecord): UndeliverableShare {
  const { id, name, verdicts } = list;
  return { id, name, share: verdicts.undeliverable / judgedRows(list) };
}

/** Of at least one number. */
function median(numbers: readonly number[]): number {
  const sorted = numbers.toSorted((one, other) => one - other);
  const [low, high] = [sorted[(sorted.length - 1) >> 1], sorted[sorted.length >> 1]];
  return ((low ?? 0) + (high ?? 0)) / 2;
}
