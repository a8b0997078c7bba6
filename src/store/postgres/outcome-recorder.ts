import { type Kysely, sql } from 'kysely';
import type { EntryOutcome, PartClaim } from '../../service/batches/part-queue.ts';
import { settleCost } from '../batches/entry-cost.ts';
import { GroupedWrites } from '../grouped-writes.ts';
import type { ResultColumns } from '../results/result-rows.ts';
import type { HistoryRow } from '../rows.ts';
import type { Tables } from '../tables.ts';
import { inTransaction } from '../transaction.ts';
import {
  addToHistory,
  changeUsage,
  GROUP_ROWS,
  giveBackUndecided,
  type KeptAnswer,
  keepAnswers,
  type UsageChange,
} from './address-rows.ts';
import type { HistoryMonths } from './partitions.ts';
import { ResultRows, type StoredResult } from './result-rows.ts';
import { type Column, unnest } from './unnest.ts';

/** Outcomes of one part that are recorded together. */
interface OutcomeGroup {
  readonly part: PartClaim;
  readonly outcomes: readonly EntryOutcome[];
  readonly now: number;
}

/** What is written of the batch of a claim. */
interface ClaimedBatch {
  readonly seq: number;
  readonly team_id: string;
  readonly month: string;
}

/** The outcomes' results as they are written. */
type Stored = ReadonlyMap<EntryOutcome, StoredResult>;

interface StoredGroups {
  readonly groups: readonly OutcomeGroup[];
  readonly stored: Stored;
}

async function placeAll(results: ResultRows, groups: readonly OutcomeGroup[]): Promise<Stored> {
  const given = groups.flatMap(({ outcomes, now }) =>
    outcomes.map((outcome) => ({
      outcome,
      result: outcome.result,
      address: outcome.keep?.key ?? '',
      isRespelled: outcome.isRespelled ?? false,
      now,
    })),
  );
  const placed = await results.place(given);
  return new Map(given.map(({ outcome }, index) => [outcome, placed[index] as StoredResult]));
}

function rowsOf(stored: Stored, outcome: EntryOutcome): StoredResult {
  return stored.get(outcome) as StoredResult;
}

/** Locks what the claims are of, until the transaction ends. Undefined in place of a lost one. */
export type LockParts = (
  trx: Kysely<Tables>,
  claims: readonly PartClaim[],
) => Promise<readonly (ClaimedBatch | undefined)[]>;

/**
 * Records groups of outcomes; false, with nothing written, when the claim is lost. Groups of several
 * parts that arrive together share a transaction.
 */
export function outcomeRecorder(
  db: Kysely<Tables>,
  months: HistoryMonths,
  lockParts: LockParts,
): (part: PartClaim, outcomes: readonly EntryOutcome[], now: number) => Promise<boolean> {
  const results = new ResultRows(db);
  const writes = new GroupedWrites<OutcomeGroup, boolean>({
    groupRows: GROUP_ROWS,
    async write(groups) {
      const stored = await placeAll(results, groups);
      return months.write(
        groups.map(({ now }) => now),
        () => inTransaction(db, (trx) => recordAll(trx, { groups, stored }, lockParts)),
      );
    },
    weight: ({ outcomes }) => outcomes.length,
  });
  return (part, outcomes, now) => writes.add({ part, outcomes, now });
}

async function recordAll(
  trx: Kysely<Tables>,
  { groups, stored }: StoredGroups,
  lockParts: LockParts,
): Promise<boolean[]> {
  const batches = await lockParts(
    trx,
    groups.map(({ part }) => part),
  );
  const open = groups.flatMap((group, index) => {
    const batch = batches[index];
    return batch ? [{ ...group, batch }] : [];
  });
  if (open.length > 0) await recordOpen(trx, open, stored);
  return batches.map((batch) => batch !== undefined);
}

interface OpenGroup extends OutcomeGroup {
  readonly batch: ClaimedBatch;
}

/** One statement a table for all groups. Usage comes last: all batches of a team change its row. */
async function recordOpen(
  trx: Kysely<Tables>,
  groups: readonly OpenGroup[],
  stored: Stored,
): Promise<void> {
  const settled = await settleEntries(trx, groups, stored);
  const written = groups.map((group) => toRows(group, settled, stored));
  await addToHistory(
    trx,
    written.flatMap(({ history }) => history),
  );
  await keepAnswers(
    trx,
    written.flatMap(({ kept }) => kept),
  );
  await addProgress(trx, written);
  await changeUsage(
    trx,
    written.map(({ usage }) => usage),
  );
  await giveBackUndecided(
    trx,
    written.map(({ undecided }) => undecided),
  );
}

/** What the outcomes of a batch come to. */
interface WrittenGroup {
  readonly batchId: string;
  readonly history: readonly HistoryRow[];
  readonly kept: readonly KeptAnswer[];
  readonly usage: UsageChange;
  readonly undecided: UsageChange;
}

function toRows(
  { part: { batchId }, batch: { seq: batch, team_id: teamId, month }, outcomes, now }: OpenGroup,
  settled: SettledEntries,
  stored: Stored,
): WrittenGroup {
  const history: HistoryRow[] = [];
  const kept: KeptAnswer[] = [];
  let cost = 0;
  let undecided = 0;
  for (const outcome of outcomes) {
    const { columns, columnsOf } = rowsOf(stored, outcome);
    const entries = outcome.positions.flatMap((position) => settled.take(batchId, position));
    for (const { email } of entries) {
      history.push({ teamId, batch, email, columns: columnsOf(email), at: now });
    }
    // Nothing is cached of an address that was erased meanwhile.
    if (outcome.keep && entries.length > 0) kept.push({ ...outcome.keep, teamId, columns });
    const { givenBack, undecided: unpaid } = settleCost(outcome, entries);
    cost += givenBack;
    undecided += unpaid;
  }
  return {
    batchId,
    history,
    kept,
    usage: { teamId, month, count: -cost },
    undecided: { teamId, month, count: undecided },
  };
}

const PROGRESS: readonly Column<WrittenGroup>[] = [
  ['batch_id', 'text', ({ batchId }) => batchId],
  ['count', 'bigint', ({ history }) => history.length],
];

/** The rows of the batches are locked, so that their order is of no importance. */
async function addProgress(trx: Kysely<Tables>, written: readonly WrittenGroup[]): Promise<void> {
  await sql`
    update batches set processed_count = processed_count + added.count, failures = 0
    from (select batch_id, sum(count)::bigint as count from ${unnest(written, PROGRESS)}
      group by batch_id) as added
    where batches.id = added.batch_id`.execute(trx);
}

interface SettledEntry {
  readonly batch_id: string;
  readonly position: number;
  readonly email: string;
  readonly cost: number;
}

interface EntryAnswer {
  readonly batchId: string;
  readonly position: number;
  readonly columns: ResultColumns;
}

const ANSWERS: readonly Column<EntryAnswer>[] = [
  ['batch_id', 'text', ({ batchId }) => batchId],
  ['position', 'bigint', ({ position }) => position],
  ['result_id', 'bigint', ({ columns }) => columns.resultId],
  ['checked_at', 'bigint', ({ columns }) => columns.checkedAt],
];

/** Sets the results of pending entries only, so that none is counted twice. */
async function settleEntries(
  trx: Kysely<Tables>,
  groups: readonly OutcomeGroup[],
  stored: Stored,
): Promise<SettledEntries> {
  const given = groups.flatMap(({ part: { batchId }, outcomes }) =>
    outcomes.flatMap((outcome) => {
      const { columns } = rowsOf(stored, outcome);
      return outcome.positions.map((position) => ({ batchId, position, columns }));
    }),
  );
  const { rows } = await sql<SettledEntry>`
    update entries set status = 'verified', result_id = given.result_id, checked_at = given.checked_at
    from ${unnest(given, ANSWERS)}
    where entries.batch_id = given.batch_id and entries.position = given.position
      and status = 'pending'
    returning entries.batch_id, entries.position, email, cost`.execute(trx);
  return new SettledEntries(rows);
}

/** Entries that have an answer now. Each is handed out once. */
class SettledEntries {
  readonly #batches: Map<string, Map<number, SettledEntry>>;

  constructor(rows: readonly SettledEntry[]) {
    const groups = Map.groupBy(rows, ({ batch_id }) => batch_id);
    const byPosition = (group: readonly SettledEntry[]) =>
      new Map(group.map((entry) => [entry.position, entry]));
    this.#batches = new Map([...groups].map(([id, group]) => [id, byPosition(group)]));
  }

  take(batchId: string, position: number): SettledEntry[] {
    const entries = this.#batches.get(batchId);
    const entry = entries?.get(position);
    entries?.delete(position);
    return entry ? [entry] : [];
  }
}
