import type { EntryOutcome } from '../../service/batches/part-queue.ts';

interface SettledCost {
  /** What is given back in any case. */
  readonly givenBack: number;
  /** What is given back unless the team is charged for what can't be decided. */
  readonly undecided: number;
}

/** Where the verification ran, the first entry is charged; all others give their cost back. */
export function settleCost(
  { charged, result }: Pick<EntryOutcome, 'charged' | 'result'>,
  entries: readonly { readonly cost: number }[],
): SettledCost {
  const all = entries.reduce((sum, { cost }) => sum + cost, 0);
  const ran = charged ? (entries[0]?.cost ?? 0) : 0;
  return { givenBack: all - ran, undecided: result.decided ? 0 : ran };
}
