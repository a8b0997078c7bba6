/** Many rows in one statement each, in the caller's transaction. */

import { sql } from 'kysely';
import { encodeResult } from '../../result/codec.ts';
import type { Result } from '../../result/result.ts';
import { toOtherSpelling } from '../../service/verifications/cache-policy.ts';
import { REPLACES, toAnswerKey } from '../cached-answers.ts';
import type { InsertEntries } from '../database-parts.ts';
import { type ResultColumns, ResultNumbers, type StoredResult, textFor } from '../results.ts';
import type { HistoryRow } from '../rows.ts';
import type { Db } from '../tables.ts';
import { namesOf, type UnnestColumn, unnest } from './unnest.ts';

/** Rows of a transaction. */
export const GROUP_ROWS = 1000;

const HISTORY: readonly UnnestColumn<HistoryRow>[] = [
  ['team_id', 'text', ({ teamId }) => teamId],
  ['batch', 'bigint', ({ batch }) => batch],
  ['email', 'text', ({ email }) => email],
  ['mailbox', 'text', ({ email }) => toOtherSpelling(email)],
  ['result_id', 'bigint', ({ columns }) => columns.resultId],
  ['checked_at', 'bigint', ({ columns }) => columns.checkedAt],
  ['at', 'bigint', ({ at }) => at],
];

export async function addToHistory(trx: Db, rows: readonly HistoryRow[]): Promise<void> {
  if (rows.length === 0) return;
  await sql`
    insert into verifications (${namesOf(HISTORY)})
    select * from ${unnest(rows, HISTORY)}`.execute(trx);
}

/** A result and where it goes in the cache. */
export interface KeptAnswer {
  readonly teamId: string;
  readonly key: string;
  readonly expiresAt: number;
  readonly columns: ResultColumns;
}

const CACHE: readonly UnnestColumn<KeptAnswer>[] = [
  ['team_id', 'text', ({ teamId }) => teamId],
  ['key', 'text', ({ key }) => toAnswerKey(key)],
  ['decided', 'bigint', ({ columns }) => (columns.decided ? 1 : 0)],
  ['result_id', 'bigint', ({ columns }) => columns.resultId],
  ['checked_at', 'bigint', ({ columns }) => columns.checkedAt],
  ['expires_at', 'bigint', ({ expiresAt }) => expiresAt],
];

/** Of several answers of a team for one key the last stays. In order of both, so that writers meet none crosswise. */
export async function keepAnswers(trx: Db, answers: readonly KeptAnswer[]): Promise<void> {
  if (answers.length === 0) return;
  const last = new Map(answers.map((answer) => [`${answer.teamId} ${answer.key}`, answer]));
  const rows = [...last].sort(([one], [other]) => (one < other ? -1 : 1)).map(([, row]) => row);
  await sql`
    insert into cached_answers (${namesOf(CACHE)}) select * from ${unnest(rows, CACHE)}
    on conflict (team_id, key) do update set decided = excluded.decided, result_id = excluded.result_id,
      checked_at = excluded.checked_at, expires_at = excluded.expires_at
    where ${sql.raw(REPLACES)}`.execute(trx);
}

const ENTRIES: readonly UnnestColumn<{
  readonly batchId: string;
  readonly position: number;
  readonly email: string;
  readonly cacheKey: string;
  readonly cost: number;
}>[] = [
  ['batch_id', 'text', ({ batchId }) => batchId],
  ['position', 'bigint', ({ position }) => position],
  ['email', 'text', ({ email }) => email],
  ['cache_key', 'text', ({ cacheKey }) => cacheKey],
  ['cost', 'bigint', ({ cost }) => cost],
];

export const insertEntries: InsertEntries = async (trx, { id, entries }) => {
  const rows = entries.map((entry, position) => ({ ...entry, batchId: id, position }));
  await sql`
    insert into entries (${namesOf(ENTRIES)}, status)
    select given.*, 'pending' from ${unnest(rows, ENTRIES)}`.execute(trx);
};

/** Usage to be added to, or taken from, the month of a team. */
export interface UsageChange {
  readonly teamId: string;
  readonly month: string;
  readonly count: number;
}

const USAGE: readonly UnnestColumn<UsageChange>[] = [
  ['team_id', 'text', ({ teamId }) => teamId],
  ['month', 'text', ({ month }) => month],
  ['count', 'bigint', ({ count }) => count],
];

export async function changeUsage(trx: Db, changes: readonly UsageChange[]): Promise<void> {
  const rows = summed(changes).filter(({ count }) => count !== 0);
  if (rows.length === 0) return;
  await sql`
    update usage set used = used + given.count from ${unnest(rows, USAGE)}
    where usage.team_id = given.team_id and usage.month = given.month`.execute(trx);
}

/** Gives back what verifications cost that could not be decided, unless the team is charged for them. */
export async function giveBackUndecided(trx: Db, costs: readonly UsageChange[]): Promise<void> {
  const rows = summed(costs).filter(({ count }) => count > 0);
  if (rows.length === 0) return;
  await sql`
    update usage set used = used - given.count, given_back = given_back + given.count
    from ${unnest(rows, USAGE)} join teams on teams.id = given.team_id
    where usage.team_id = given.team_id and usage.month = given.month
      and teams.charges_unknown = 0`.execute(trx);
}

/** One change for each team and month, in their order. */
export function summed(changes: readonly UsageChange[]): UsageChange[] {
  const sums = new Map<string, UsageChange>();
  for (const { teamId, month, count } of changes) {
    const id = JSON.stringify([teamId, month]);
    sums.set(id, { teamId, month, count: (sums.get(id)?.count ?? 0) + count });
  }
  return [...sums].sort(([one], [other]) => (one < other ? -1 : 1)).map(([, sum]) => sum);
}

/** A result, and the address that it was found for as the cache has it. */
interface GivenResult {
  readonly result: Result;
  readonly address: string;
  /** Whether a row of it may spell the address otherwise. */
  readonly isRespelled: boolean;
  readonly now: number;
}

type NewResult = readonly [text: string, now: number];

const RESULTS: readonly UnnestColumn<NewResult>[] = [
  ['text', 'text', ([text]) => text],
  ['created_at', 'bigint', ([, now]) => now],
];

/** Stores results, each text once. */
export class ResultRows {
  readonly #db: Db;
  readonly #numbers = new ResultNumbers();

  constructor(db: Db) {
    this.#db = db;
  }

  /** Before the transaction that writes the rows: a text to which nothing refers is swept later. */
  async place(given: readonly GivenResult[]): Promise<readonly StoredResult[]> {
    const texts = given.map(({ result, address, isRespelled }) => {
      const { text, isMarked } = encodeResult(result, address);
      return { own: text, other: isMarked && isRespelled ? textFor(result) : text };
    });
    const ids = await this.#idsOf(
      given.flatMap(({ now }, at): NewResult[] => {
        const { own = '', other = '' } = texts[at] ?? {};
        return [[own, now], ...(other === own ? [] : [[other, now] as const])];
      }),
    );
    return given.map(({ result: { decided, checkedAt }, address }, at) => {
      const { own = '', other = '' } = texts[at] ?? {};
      const columns = { decided, resultId: ids.get(own) ?? 0, checkedAt };
      const others = { ...columns, resultId: ids.get(other) ?? 0 };
      return { columns, columnsOf: (email) => (email === address ? columns : others) };
    });
  }

  /** Of all texts: of those that are known, and of those stored now. */
  async #idsOf(texts: readonly NewResult[]): Promise<ReadonlyMap<string, number>> {
    const ids = new Map<string, number>();
    const missing = new Map<string, number>();
    for (const [text, now] of texts) {
      const known = this.#numbers.find(text, now);
      if (known === undefined) missing.set(text, now);
      else ids.set(text, known);
    }
    for (const [text, id] of await this.#store([...missing])) ids.set(text, id);
    return ids;
  }

  async #store(results: readonly NewResult[]): Promise<readonly (readonly [string, number])[]> {
    if (results.length === 0) return [];
    const { rows } = await sql<{ id: number; text: string; created_at: number }>`
      insert into results (${namesOf(RESULTS)}) select * from ${unnest(results, RESULTS)}
      returning id, text, created_at`.execute(this.#db);
    for (const { id, text, created_at } of rows) this.#numbers.keep(text, id, created_at);
    return rows.map(({ id, text }) => [text, id]);
  }
}
