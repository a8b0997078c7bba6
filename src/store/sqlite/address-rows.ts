import type { DatabaseSync, StatementSync } from 'node:sqlite';
import { encodeResult } from '../../result/codec.ts';
import type { Result } from '../../result/result.ts';
import type { NewBatch } from '../../service/ports.ts';
import type { CacheSlot } from '../../service/records.ts';
import { toOtherSpelling } from '../../service/verifications/cache-policy.ts';
import { COUNT_HISTORY, HISTORY } from '../block-counts.ts';
import { REPLACES, toAnswerKey } from '../cached-answers.ts';
import {
  type ResultColumns,
  ResultNumbers,
  resultOf,
  resultsJoin,
  type StoredResult,
  textFor,
} from '../results.ts';
import type { HistoryRow } from '../rows.ts';

/** Puts a result into the cache, in place of what it held (`REPLACES`). */
type KeepResult = (teamId: string, slot: CacheSlot, columns: ResultColumns) => void;

export function cacheRows(file: DatabaseSync): KeepResult {
  const keep: StatementSync = file.prepare(`
    insert into cached_answers (team_id, key, decided, result_id, checked_at, expires_at)
    values (?, ?, ?, ?, ?, ?)
    on conflict (team_id, key) do update set decided = excluded.decided, result_id = excluded.result_id,
      checked_at = excluded.checked_at, expires_at = excluded.expires_at
    where ${REPLACES}`);
  return (teamId, { key, expiresAt }, { decided, resultId, checkedAt }) => {
    keep.run(teamId, toAnswerKey(key), decided ? 1 : 0, resultId, checkedAt, expiresAt);
  };
}

const ANSWER = `cached_answers.key, expires_at, ${resultOf('cached_answers')}`;

/** Reads the answers that have not expired by a JSON array of keys, a team and the time. */
export const FIND_ANSWERS = `select ${ANSWER} from json_each(?1) as wanted
  cross join cached_answers on cached_answers.key = wanted.value and cached_answers.team_id = ?2
  ${resultsJoin('cached_answers')} where expires_at > ?3`;

/** Reads the answer of a team and a key that has not expired. */
export const FIND_ANSWER = `select ${ANSWER} from cached_answers ${resultsJoin('cached_answers')}
  where team_id = ? and key = ? and expires_at > ?`;

const INTO_HISTORY = 'verifications (team_id, batch, email, mailbox, at, result_id, checked_at)';

/** Adds rows to the history, with a statement prepared for each size of group, and counts them. */
export function historyRows(file: DatabaseSync): (rows: readonly HistoryRow[]) => void {
  const prepared = new Map<number, StatementSync>();
  const insertOfSize = (count: number) => {
    const known = prepared.get(count);
    if (known) return known;
    const insert = file.prepare(buildInsert(INTO_HISTORY, '(?, ?, ?, ?, ?, ?, ?)', count));
    prepared.set(count, insert);
    return insert;
  };
  const count = file.prepare(COUNT_HISTORY);
  return (rows) => {
    for (const group of rowGroups(rows)) insertOfSize(group.length).run(...toValues(group));
    for (let start = 0, end = 0; start < rows.length; start = end) {
      const { teamId, at } = rows[start] as HistoryRow;
      while (end < rows.length && isOfBlock(rows[end] as HistoryRow, teamId, at)) end++;
      count.run({ team_id: teamId, at, count: end - start });
    }
  };
}

function isOfBlock(row: HistoryRow, teamId: string, at: number): boolean {
  return row.teamId === teamId && row.at - (row.at % HISTORY.fine) === at - (at % HISTORY.fine);
}

function toValues(rows: readonly HistoryRow[]) {
  const values: (string | number | null)[] = [];
  for (const { teamId, batch, email, at, columns } of rows) {
    const { resultId, checkedAt } = columns;
    values.push(teamId, batch, email, toOtherSpelling(email), at, resultId, checkedAt);
  }
  return values;
}

/** Stores results, each text once. */
export class ResultRows {
  readonly #numbers = new ResultNumbers();
  readonly #insert: StatementSync;

  constructor(file: DatabaseSync) {
    this.#insert = file.prepare('insert into results (text, created_at) values (?, ?)');
  }

  /** In a transaction; `address` as the cache has it. */
  place(result: Result, address: string, now: number): StoredResult {
    const { text, isMarked } = encodeResult(result, address);
    const { decided, checkedAt } = result;
    const columns = { decided, resultId: this.#numberOf(text, now), checkedAt };
    if (!isMarked) return { columns, columnsOf: () => columns };
    return {
      columns,
      columnsOf: (email) =>
        email === address
          ? columns
          : { ...columns, resultId: this.#numberOf(textFor(result), now) },
    };
  }

  /** After the transaction was rolled back. */
  forget(): void {
    this.#numbers.clear();
  }

  #numberOf(text: string, now: number): number {
    const known = this.#numbers.find(text, now);
    if (known !== undefined) return known;
    const id = Number(this.#insert.run(text, now).lastInsertRowid);
    this.#numbers.keep(text, id, now);
    return id;
  }
}

interface EntryInsert {
  readonly sql: string;
  readonly values: readonly (string | number)[];
}

const INTO_ENTRIES = 'entries (batch_id, position, email, cache_key, cost, status)';
const PENDING = "(?, ?, ?, ?, ?, 'pending')";

/** The statements that add the entries of a new batch: their texts are always the same three. */
export function entryInserts(batchId: string, entries: NewBatch['entries']): EntryInsert[] {
  const rows = entries.map(({ email, cacheKey, cost }, position) => {
    return [batchId, position, email, cacheKey === email ? '' : cacheKey, cost];
  });
  return rowGroups(rows).map((group) => ({
    sql: buildInsert(INTO_ENTRIES, PENDING, group.length),
    values: group.flat(),
  }));
}

/** Gives back what verifications cost that could not be decided, unless the team is charged for them. */
export function undecidedGiver(
  file: DatabaseSync,
): (teamId: string, month: string, count: number) => void {
  const giveBack = file.prepare(`
    update usage set used = used - ?3, given_back = given_back + ?3
    where team_id = ?1 and month = ?2 and (select charges_unknown from teams where id = ?1) = 0`);
  return (teamId, month, count) => {
    if (count > 0) giveBack.run(teamId, month, count);
  };
}

/**
 * Cuts rows into groups of 100, 10 and 1: one statement with many rows is faster than one per row,
 * and with three sizes only three statements have to be prepared.
 */
export function rowGroups<Row>(rows: readonly Row[]): readonly (readonly Row[])[] {
  const groups: (readonly Row[])[] = [];
  let start = 0;
  for (const size of SIZES) {
    for (; start + size <= rows.length; start += size) groups.push(rows.slice(start, start + size));
  }
  return groups;
}

const SIZES = [100, 10, 1];

/** Builds `insert into … values (…), (…)` from the table's part and one row's parentheses. */
export function buildInsert(into: string, row: string, count: number): string {
  return `insert into ${into} values ${Array(count).fill(row).join(', ')}`;
}
