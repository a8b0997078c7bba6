import type { DatabaseSync } from 'node:sqlite';
import type { EntryOutcome, PartClaim, PartQueue } from '../../../service/batches/part-queue.ts';
import { settleCost } from '../../batches/entry-cost.ts';
import type { ResultColumns } from '../../results/result-rows.ts';
import type { HistoryRow } from '../../rows.ts';
import { answerName } from '../prepared-reads.ts';
import type { Writer } from '../writer.ts';
import { cacheRows } from './cache-rows.ts';
import { GroupCommit } from './group-commit.ts';
import { historyRows } from './history-rows.ts';
import { ResultRows } from './result-rows.ts';
import { undecidedGiver } from './undecided-usage.ts';

/** Outcomes of one part that are recorded together. */
interface OutcomeGroup {
  readonly part: PartClaim;
  readonly outcomes: readonly EntryOutcome[];
  readonly now: number;
}

/**
 * Records groups of outcomes; false, with nothing written, when the claim is lost. Groups of several
 * parts that arrive together share a transaction.
 */
export function outcomeRecorder(
  writer: Writer,
  onKept: (names: readonly string[]) => void,
): PartQueue['record'] {
  const results = new ResultRows(writer.file);
  const replaced: string[] = [];
  const onReplaced = (teamId: string, key: string) => void replaced.push(answerName(teamId, key));
  const record = groupRecorder(writer.file, results, onReplaced);
  const commits = new GroupCommit<OutcomeGroup, boolean>(writer, {
    write: (groups) => groups.map(record),
    onCommit: () => onKept(replaced.splice(0)),
    onRollback() {
      replaced.length = 0;
      results.forget();
    },
    weight: ({ outcomes }) => outcomes.length,
  });
  return (part, outcomes, now) => commits.add({ part, outcomes, now });
}

interface LeasedBatch {
  readonly seq: number;
  readonly team_id: string;
  readonly month: string;
}

function groupRecorder(
  file: DatabaseSync,
  results: ResultRows,
  onReplaced: (teamId: string, key: string) => void,
): (group: OutcomeGroup) => boolean {
  const findLeased = file.prepare(`
    select seq, team_id, month from batches where id = ? and owner = ? and status = 'processing'`);
  const addProgress = file.prepare(`
    update batches set processed_count = processed_count + ?, failures = 0 where id = ?`);
  const giveBack = file.prepare('update usage set used = used - ? where team_id = ? and month = ?');
  const giveBackUndecided = undecidedGiver(file);
  const settle = entrySettler(file);
  const addToHistory = historyRows(file);
  const keepResult = cacheRows(file);
  return ({ part: { batchId, owner }, outcomes, now }) => {
    const batch = findLeased.get(batchId, owner) as LeasedBatch | undefined;
    if (!batch) return false;
    const history: HistoryRow[] = [];
    let cost = 0;
    let undecided = 0;
    for (const outcome of outcomes) {
      const stored = results.place(outcome.result, outcome.keep?.key ?? '', now);
      const entries = settle(batchId, outcome.positions, stored.columns);
      for (const { email } of entries) {
        const columns = stored.columnsOf(email);
        history.push({ teamId: batch.team_id, batch: batch.seq, email, columns, at: now });
      }
      // Nothing is cached of an address that was erased meanwhile.
      if (outcome.keep && entries.length > 0) {
        keepResult(batch.team_id, outcome.keep, stored.columns);
        onReplaced(batch.team_id, outcome.keep.key);
      }
      const { givenBack, undecided: unpaid } = settleCost(outcome, entries);
      cost += givenBack;
      undecided += unpaid;
    }
    addToHistory(history);
    if (cost > 0) giveBack.run(cost, batch.team_id, batch.month);
    giveBackUndecided(batch.team_id, batch.month, undecided);
    addProgress.run(history.length, batchId);
    return true;
  };
}

interface SettledEntry {
  readonly email: string;
  readonly cost: number;
}

/** Sets the result of pending entries only, so that none is counted twice. */
function entrySettler(file: DatabaseSync) {
  const settle = file.prepare(`
    update entries set status = 'verified', result_id = ?, checked_at = ?
    where batch_id = ? and position = ? and status = 'pending' returning email, cost`);
  // An object for each row costs more than the row.
  settle.setReturnArrays(true);
  return (
    batchId: string,
    positions: readonly number[],
    { resultId, checkedAt }: ResultColumns,
  ): SettledEntry[] => {
    const settled: SettledEntry[] = [];
    for (const position of positions) {
      const row = settle.get(resultId, checkedAt, batchId, position) as unknown;
      if (!row) continue;
      const [email, cost] = row as [string, number];
      settled.push({ email, cost });
    }
    return settled;
  };
}
