import type { Kysely } from 'kysely';
import type { EntryOutcome, Lease } from '../service/batch-queue.ts';
import { keepAnswers } from './cached-answers.ts';
import { answerColumns } from './rows.ts';
import type { Tables } from './tables.ts';
import { giveBackUsage } from './usage.ts';

interface OutcomeGroup {
  readonly outcomes: readonly EntryOutcome[];
  readonly now: number;
}

interface SettledEntries {
  readonly outcome: EntryOutcome;
  readonly entries: readonly { position: number; email: string; cost: number }[];
}

/**
 * Writes a group of outcomes in one transaction; false, with nothing written, when the lease is
 * lost.
 */
export function recordOutcomes(
  db: Kysely<Tables>,
  lease: Lease,
  { outcomes, now }: OutcomeGroup,
): Promise<boolean> {
  return db.transaction().execute(async (trx) => {
    const batch = await leasedBatch(trx, lease);
    if (!batch) return false;
    const settled: SettledEntries[] = [];
    for (const outcome of outcomes) settled.push(await settle(trx, lease.batchId, outcome));
    await writeHistory(trx, settled, { ...batch, batch_id: lease.batchId, at: now });
    await keepAnswers(trx, settled.flatMap(kept));
    const count = sum(settled.map(costGivenBack));
    await giveBackUsage(trx, { teamId: batch.team_id, month: batch.month, count });
    await addProgress(trx, lease.batchId, sum(settled.map(({ entries }) => entries.length)));
    return true;
  });
}

function leasedBatch(trx: Kysely<Tables>, { batchId, owner }: Lease) {
  return trx
    .selectFrom('batches')
    .select(['team_id', 'month'])
    .where('id', '=', batchId)
    .where('owner', '=', owner)
    .where('status', '=', 'processing')
    .executeTakeFirst();
}

/** Sets the answer of pending entries only, so that none is counted twice. */
async function settle(
  trx: Kysely<Tables>,
  batchId: string,
  outcome: EntryOutcome,
): Promise<SettledEntries> {
  const { facts, detail } = answerColumns(outcome.answer);
  const entries = await trx
    .updateTable('entries')
    .set({ status: 'verified', facts, detail })
    .where('batch_id', '=', batchId)
    .where('position', 'in', outcome.positions)
    .where('status', '=', 'pending')
    .returning(['position', 'email', 'cost'])
    .execute();
  return { outcome, entries };
}

/** Nothing is cached of an address that was erased meanwhile. */
function kept({ outcome: { answer, keep }, entries }: SettledEntries) {
  return keep && entries.length > 0 ? [{ answer, keep }] : [];
}

/** Where the verification ran, the first entry is charged; all others give their cost back. */
function costGivenBack({ outcome, entries }: SettledEntries): number {
  const all = sum(entries.map(({ cost }) => cost));
  return outcome.keep ? all - (entries[0]?.cost ?? 0) : all;
}

async function writeHistory(
  trx: Kysely<Tables>,
  settled: readonly SettledEntries[],
  { team_id, batch_id, at }: { team_id: string; batch_id: string; at: number },
): Promise<void> {
  const rows = settled.flatMap(({ outcome, entries }) =>
    entries.map(({ email }) => ({
      team_id,
      batch_id,
      email,
      at,
      ...answerColumns(outcome.answer),
    })),
  );
  if (rows.length > 0) await trx.insertInto('verifications').values(rows).execute();
}

async function addProgress(trx: Kysely<Tables>, batchId: string, count: number): Promise<void> {
  await trx
    .updateTable('batches')
    .set(({ eb }) => ({ processed_count: eb('processed_count', '+', count), failures: 0 }))
    .where('id', '=', batchId)
    .execute();
}

function sum(numbers: readonly number[]): number {
  return numbers.reduce((total, number) => total + number, 0);
}
