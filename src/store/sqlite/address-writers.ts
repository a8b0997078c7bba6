import type { DatabaseSync, StatementSync } from 'node:sqlite';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { formatResult } from '../../result/codec.ts';
import type { PartQueue } from '../../service/parts/part-queue.ts';
import { settleCost } from '../batches.ts';
import type {
  AddressWriters,
  OutcomeGroup,
  TeamReservation,
  TeamVerification,
} from '../database-parts.ts';
import { GroupedWrites } from '../grouped-writes.ts';
import { IS_FREE_KEY } from '../idempotency.ts';
import type { ResultColumns, StoredResult } from '../results.ts';
import type { HistoryRow } from '../rows.ts';
import { cacheRows, historyRows, ResultRows, undecidedGiver } from './address-rows.ts';
import { answerName } from './prepared-reads.ts';
import { asStoreError } from './sqlite-errors.ts';
import type { Writer, WriterTurn } from './writer.ts';

interface GroupCommitOptions<Item, Result> {
  /** Writes items within a transaction, synchronously; returns a result for each. Called for each slice of a group. */
  readonly write: (items: readonly Item[]) => readonly Result[];
  /** Called with what has been committed. */
  readonly onCommit?: (items: readonly Item[]) => void;
  /** Called after a transaction of which nothing is left. */
  readonly onRollback?: () => void;
  /** Rows that an item stands for; 1 by default. */
  readonly weight?: (item: Item) => number;
  /** Whether an item must survive a power cut once it is committed; its group then does. */
  readonly isDurable?: (item: Item) => boolean;
}

/** Rows between two turns of the event loop: some 5 ms, which delays no request. */
const SLICE_ROWS = 500;
/** Rows of a transaction while nobody else waits for the connection: a page that many of them change is written once. */
const GROUP_ROWS = 2000;

/** Commits items in groups over the writing connection. */
export class GroupCommit<Item, Result> {
  readonly #writer: Writer;
  readonly #options: GroupCommitOptions<Item, Result>;
  readonly #begin: StatementSync;
  readonly #commit: StatementSync;
  readonly #writes: GroupedWrites<Item, Result>;

  constructor(writer: Writer, options: GroupCommitOptions<Item, Result>) {
    this.#writer = writer;
    this.#options = options;
    this.#begin = writer.file.prepare('begin immediate');
    this.#commit = writer.file.prepare('commit');
    this.#writes = new GroupedWrites({
      write: (items) => this.#commitGroup(items),
      weight: options.weight,
      groupRows: GROUP_ROWS,
    });
  }

  /** Resolves when the item is committed. */
  add(item: Item): Promise<Result> {
    return this.#writes.add(item);
  }

  async #commitGroup(items: readonly Item[]): Promise<readonly Result[]> {
    const { onCommit, onRollback } = this.#options;
    const turn = await this.#writer.take();
    let results: readonly Result[];
    try {
      results = await this.#transact(items, turn);
    } catch (error) {
      onRollback?.();
      throw asStoreError(error);
    } finally {
      // Rolls back what is not committed.
      this.#writer.give();
    }
    onCommit?.(items.slice(0, results.length));
    return results;
  }

  async #transact(items: readonly Item[], turn: WriterTurn): Promise<readonly Result[]> {
    const { isDurable = () => false } = this.#options;
    this.#writer.checkFile();
    if (items.some(isDurable)) this.#writer.makeDurable();
    await turn.run(() => this.#begin.run());
    const results = await this.#writeSlices(items);
    this.#commit.run();
    return results;
  }

  /** Ends early where others wait for the connection. */
  async #writeSlices(items: readonly Item[]): Promise<readonly Result[]> {
    const { write, weight = () => 1 } = this.#options;
    const results: Result[] = [];
    while (results.length < items.length) {
      if (results.length > 0) await nextTurn();
      if (results.length > 0 && this.#writer.isWanted) break;
      let rows = 0;
      const slice: Item[] = [];
      for (let at = results.length; at < items.length && rows < SLICE_ROWS; at++) {
        const item = items[at] as Item;
        slice.push(item);
        rows += weight(item);
      }
      for (const result of write(slice)) results.push(result);
    }
    return results;
  }
}

/** Records single verifications. `onKept` gets the names of replaced answers. */
export function historyWriter(
  writer: Writer,
  onKept: (names: readonly string[]) => void,
): AddressWriters['writeHistory'] {
  const addToHistory = historyRows(writer.file);
  const keepRequest = requestRows(writer.file);
  const settle = settler(writer.file);
  const results = new ResultRows(writer.file);
  const commits = new GroupCommit<TeamVerification, boolean>(writer, {
    write(group) {
      const isFirst = group.map(keepRequest);
      const recorded = group.filter((_, index) => isFirst[index]);
      const answered = recorded.map((one) => ({
        one,
        stored: results.place(one.result, one.keep?.key ?? '', one.at),
      }));
      addToHistory(answered.map(({ one, stored }) => toRow(one, stored)));
      for (const { one, stored } of answered) settle(one, stored);
      return isFirst;
    },
    // Who names a request may send it again: it gets this answer, also after a power cut.
    isDurable: ({ request }) => request !== undefined,
    onRollback: () => results.forget(),
    onCommit: (group) =>
      onKept(group.flatMap(({ teamId, keep }) => (keep ? [answerName(teamId, keep.key)] : []))),
  });
  return (verification) => commits.add(verification);
}

function toRow({ teamId, email, at }: TeamVerification, stored: StoredResult): HistoryRow {
  return { teamId, batch: null, email, columns: stored.columnsOf(email), at };
}

/** Keeps the result, and turns the reservation into a charge, or gives it back. */
function settler(
  file: DatabaseSync,
): (verification: TeamVerification, stored: StoredResult) => void {
  const keepResult = cacheRows(file);
  const useUp = file.prepare('delete from reservations where id = ?');
  const charge = file.prepare('update usage set used = used + ? where team_id = ? and month = ?');
  const giveBackUndecided = undecidedGiver(file);
  return ({ teamId, keep, reservation, result }, { columns }) => {
    if (keep) keepResult(teamId, keep, columns);
    if (!reservation) return;
    const { id, count, month } = reservation;
    // The reservation expired and was given back meanwhile; the finished work is charged again.
    if (useUp.run(id).changes === 0) charge.run(count, teamId, month);
    if (!result.decided) giveBackUndecided(teamId, month, count);
  };
}

/** Remembers the answer to a request with a key; false where another request has the key, or it has an answer. */
function requestRows(file: DatabaseSync): (answered: TeamVerification) => boolean {
  const keep = file.prepare(`
    insert into idempotency_keys (team_id, key, request_hash, email, answer, expires_at)
    values (?, ?, ?, ?, ?, ?)
    on conflict (team_id, key) do update set request_hash = excluded.request_hash,
      batch_id = null, email = excluded.email, answer = excluded.answer,
      expires_at = excluded.expires_at
    where ${IS_FREE_KEY('?')}`);
  return ({ teamId, email, result, request }) => {
    if (!request) return true;
    const { key, hash, expiresAt, at } = request;
    const { changes } = keep.run(teamId, key, hash, email, formatResult(result), expiresAt, at);
    return changes > 0;
  };
}

/** Outcomes that are written without a turn of the event loop between them. */
const PIECE = 200;

/**
 * Records groups of outcomes; false, with nothing written from then on, when the claim is lost. Groups of several
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
  return async (part, outcomes, now) => {
    const pieces: Promise<boolean>[] = [];
    for (let at = 0; at < outcomes.length; at += PIECE)
      pieces.push(commits.add({ part, outcomes: outcomes.slice(at, at + PIECE), now }));
    return (await Promise.all(pieces)).every((isRecorded) => isRecorded);
  };
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

/** Sets the result of pending entries only, so that none is counted twice. */
function entrySettler(file: DatabaseSync) {
  // Both take less than an update that returns the row.
  const find = file.prepare(`
    select email, cost from entries where batch_id = ? and position = ? and status = 'pending'`);
  const settle = file.prepare(`
    update entries set status = 'verified', result_id = ?, checked_at = ?
    where batch_id = ? and position = ?`);
  // An object for each row costs more than the row.
  find.setReturnArrays(true);
  return (
    batchId: string,
    positions: readonly number[],
    { resultId, checkedAt }: ResultColumns,
  ) => {
    const settled: { readonly email: string; readonly cost: number }[] = [];
    for (const position of positions) {
      const row = find.get(batchId, position) as unknown;
      if (!row) continue;
      settle.run(resultId, checkedAt, batchId, position);
      const [email, cost] = row as [string, number];
      settled.push({ email, cost });
    }
    return settled;
  };
}

/** Reserves usage for single verifications. */
export function reservationWriter(writer: Writer): AddressWriters['reserve'] {
  const reserve = reserver(writer.file);
  const commits = new GroupCommit<TeamReservation, boolean>(writer, {
    write: (group) => group.map(reserve),
  });
  return (teamId, reservation) => commits.add({ ...reservation, teamId });
}

function reserver(file: DatabaseSync): (reservation: TeamReservation) => boolean {
  const begin = file.prepare(`
    insert into usage (team_id, month, used) values (?, ?, 0) on conflict do nothing`);
  const charge = file.prepare(`
    update usage set used = used + ?3
    where team_id = ?1 and month = ?2
      and used + ?3 <= coalesce((select quota from teams where id = ?1), ${Number.MAX_SAFE_INTEGER})`);
  const insert = file.prepare(`
    insert into reservations (id, team_id, month, count, expires_at) values (?, ?, ?, ?, ?)`);
  return ({ id, teamId, month, count, expiresAt }) => {
    if (count > 0) {
      begin.run(teamId, month);
      if (charge.run(teamId, month, count).changes === 0) return false;
    }
    insert.run(id, teamId, month, count, expiresAt);
    return true;
  };
}
