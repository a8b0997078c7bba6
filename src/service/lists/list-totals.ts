import { VERDICTS } from '../../contract/verdict.ts';
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
export function uncheckedRows({
  counts,
  verdicts,
}: Pick<ListRecord, 'counts' | 'verdicts'>): number {
  return counts ? Math.max(0, rowsToJudge(counts) - judgedRows({ verdicts })) : 0;
}
