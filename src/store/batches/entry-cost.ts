import type { EntryOutcome } from '../../service/batches/part-queue.ts';

/** Where the verification ran, the first entry is charged; all others give their cost back. */
export function costGivenBack(
  { charged }: EntryOutcome,
  entries: readonly { readonly cost: number }[],
): number {
  const all = entries.reduce((sum, { cost }) => sum + cost, 0);
  return charged ? all - (entries[0]?.cost ?? 0) : all;
}
