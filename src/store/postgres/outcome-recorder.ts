import { type Kysely, sql } from 'kysely';
import type { EntryOutcome, Lease } from '../../service/batch-queue.ts';
import { costGivenBack } from '../batches/entry-cost.ts';
import { GroupedWrites } from '../grouped-writes.ts';
import { type AnswerColumns, answerColumns, type HistoryRow } from '../rows.ts';
import type { Tables } from '../tables.ts';
import { inTransaction } from '../transaction.ts';
import {
  addToHistory,
  changeUsage,
  GROUP_ROWS,
  type KeptAnswer,
  keepAnswers,
  type UsageChange,
} from './address-rows.ts';
import type { HistoryMonths } from './partitions.ts';
import { type Column, unnest } from './unnest.ts';

/** Outcomes of one batch that are recorded together. */
interface OutcomeGroup<L extends Lease = Lease> {
  readonly lease: L;
  readonly outcomes: readonly EntryOutcome[];
  readonly now: number;
}

/** The right to write to a batch, and the batch. */
interface LeasedBatch {
  readonly team_id: string;
  readonly month: string;
}

/** Locks what the leases are of, until the transaction ends. Undefined in place of a lost one. */
export type LockLeases<L extends Lease> = (
  trx: Kysely<Tables>,
  leases: readonly L[],
) => Promise<readonly (LeasedBatch | undefined)[]>;

/**
 * Records groups of outcomes; false, with nothing written, when the lease is lost. Groups of several
 * batches that arrive together share a transaction.
 */
export function outcomeRecorder<L extends Lease>(
  db: Kysely<Tables>,
  months: HistoryMonths,
  lockLeases: LockLeases<L>,
): (lease: L, outcomes: readonly EntryOutcome[], now: number) => Promise<boolean> {
  const writes = new GroupedWrites<OutcomeGroup<L>, boolean>({
    groupRows: GROUP_ROWS,
    write: (groups) =>
      months.write(
        groups.map(({ now }) => now),
        () => inTransaction(db, (trx) => recordAll(trx, groups, lockLeases)),
      ),
    weight: ({ outcomes }) => outcomes.length,
  });
  return (lease, outcomes, now) => writes.add({ lease, outcomes, now });
}

async function recordAll<L extends Lease>(
  trx: Kysely<Tables>,
  groups: readonly OutcomeGroup<L>[],
  lockLeases: LockLeases<L>,
): Promise<boolean[]> {
  const batches = await lockLeases(
    trx,
    groups.map(({ lease }) => lease),
  );
  for (const [index, group] of groups.entries()) {
    const batch = batches[index];
    if (batch) await recordOne(trx, group, batch);
  }
  return batches.map((batch) => batch !== undefined);
}

/** The batches that are worked on, locked: none of them is cancelled or taken over meanwhile. */
export const lockBatches: LockLeases<Lease> = async (trx, leases) => {
  const rows = await trx
    .selectFrom('batches')
    .select(['id', 'owner', 'team_id', 'month'])
    .where(
      'id',
      'in',
      leases.map(({ batchId }) => batchId),
    )
    .where('status', '=', 'processing')
    .orderBy('id')
    .forNoKeyUpdate()
    .execute();
  const batches = new Map(rows.map((row) => [row.id, row]));
  return leases.map(({ batchId, owner }) => {
    const batch = batches.get(batchId);
    return batch?.owner === owner ? batch : undefined;
  });
};

async function recordOne(
  trx: Kysely<Tables>,
  { lease: { batchId }, outcomes, now }: OutcomeGroup,
  { team_id: teamId, month }: LeasedBatch,
): Promise<void> {
  const settled = await settleEntries(trx, batchId, outcomes);
  const history: HistoryRow[] = [];
  const kept: KeptAnswer[] = [];
  let cost = 0;
  for (const outcome of outcomes) {
    const columns = answerColumns(outcome.answer);
    const entries = outcome.positions.flatMap((position) => settled.get(position) ?? []);
    for (const { email } of entries) history.push({ teamId, batchId, email, columns, at: now });
    // Nothing is cached of an address that was erased meanwhile.
    if (outcome.keep && entries.length > 0) kept.push({ ...outcome.keep, columns });
    cost += costGivenBack(outcome, entries);
  }
  await addToHistory(trx, history);
  await keepAnswers(trx, kept);
  await changeUsage(trx, [{ teamId, month, count: -cost } satisfies UsageChange]);
  await trx
    .updateTable('batches')
    .set(({ eb }) => ({
      processed_count: eb('processed_count', '+', history.length),
      failures: 0,
    }))
    .where('id', '=', batchId)
    .execute();
}

interface SettledEntry {
  readonly position: number;
  readonly email: string;
  readonly cost: number;
}

interface EntryAnswer {
  readonly position: number;
  readonly columns: AnswerColumns;
}

const ANSWERS: readonly Column<EntryAnswer>[] = [
  ['position', 'bigint', ({ position }) => position],
  ['facts', 'text', ({ columns }) => columns.facts],
  ['detail', 'text', ({ columns }) => columns.detail],
];

/** Sets the answers of pending entries only, so that none is counted twice. */
async function settleEntries(
  trx: Kysely<Tables>,
  batchId: string,
  outcomes: readonly EntryOutcome[],
): Promise<Map<number, SettledEntry>> {
  const answers = outcomes.flatMap(({ positions, answer }) =>
    positions.map((position) => ({ position, columns: answerColumns(answer) })),
  );
  const { rows } = await sql<SettledEntry>`
    update entries set status = 'verified', facts = given.facts, detail = given.detail
    from ${unnest(answers, ANSWERS)}
    where batch_id = ${batchId} and entries.position = given.position and status = 'pending'
    returning entries.position, email, cost`.execute(trx);
  return new Map(rows.map((row) => [row.position, row]));
}
