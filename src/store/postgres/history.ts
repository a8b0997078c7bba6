import { type RawBuilder, sql } from 'kysely';
import { isoMonth } from '../../lib/iso-time.ts';
import type { HistoryPosition } from '../../service/people/records.ts';
import { HISTORY } from '../block-counts.ts';
import type { HistoryReads, HistoryUpkeep, Row, WantedBeginnings } from '../database-parts.ts';
import { countedReads } from '../history.ts';
import { type KeyRange, POSTGRES_KEY, toKeyRanges } from '../index-keys.ts';
import { resultOf, resultsJoin } from '../results.ts';
import type { Db } from '../tables.ts';
import { repeated } from '../transaction.ts';
import { sqlState } from './postgres-errors.ts';

const RESULT = sql.raw(resultOf('verifications'));
const JOINED = sql.raw(resultsJoin('verifications'));

/** By the index (team_id, at, seq); `at` alone is compared too, since it chooses the months. */
export function historyReads(db: Db): HistoryReads {
  const all = async (query: RawBuilder<Row>) => (await query.execute(db)).rows;
  async function beginnings(teamId: string, { before, text, limit, most }: WantedBeginnings) {
    const found = toKeyRanges(text).map((range) => foundIn(teamId, range, most + 1));
    if (found.length === 0) return [];
    // A row may be in two ranges.
    const rows = await all(sql`
      with found as materialized (${sql.join(found, sql` union `)})
      select counted.found, matching.*
      from (select count(*) as found from found) as counted left join (
        select seq, at, email, ${RESULT} from found as verifications ${JOINED}
        where ${isBefore(before)} and strpos(lower(email), ${text}) > 0
        order by at desc, seq desc limit ${limit}
      ) as matching on true order by at desc, seq desc`);
    if (Number(rows[0]?.found) > most) return undefined;
    return rows.filter(({ seq }) => seq !== null);
  }

  return {
    rows: (teamId, before, limit) =>
      all(sql`
        select seq, at, email, ${RESULT}
        from verifications ${JOINED}
        where team_id = ${teamId} and ${isBefore(before)}
        order by at desc, seq desc limit ${limit}`),
    position: (teamId, before, count) =>
      all(sql`
        select seq, at from verifications where team_id = ${teamId} and ${isBefore(before)}
        order by at desc, seq desc limit 1 offset ${count - 1}`),
    matches: (teamId, { before, to, text, limit }) =>
      all(sql`
        select seq, at, email, ${RESULT}
        from verifications ${JOINED}
        where team_id = ${teamId} and ${isBefore(before)}
          and at >= ${to.at} and (at, seq) >= (${to.at}, ${to.seq})
          and strpos(lower(email), ${text}) > 0
        order by at desc, seq desc limit ${limit}`),
    beginnings,
    ...countedReads(all),
  };
}

/** A team's rows with keys in a range, `limit` at most. In their order, which only the index has at hand. */
function foundIn(teamId: string, { from, until }: KeyRange, limit: number): RawBuilder<unknown> {
  const key = sql.raw(POSTGRES_KEY);
  return sql`(select seq, at, email, result_id, checked_at from verifications
    where team_id = ${teamId} and ${key} >= ${from} and ${key} < ${until}
    order by ${key} limit ${limit})`;
}

function isBefore({ at, seq }: HistoryPosition): RawBuilder<boolean> {
  return sql<boolean>`at <= ${at} and (at, seq) < (${at}, ${seq})`;
}

/** Rows that one sweep deletes at most of a month that stays. */
const SWEEP_ROWS = 5000;

export function historyUpkeep(db: Db): HistoryUpkeep {
  return {
    async newest() {
      const { rows } = await sql<{ at: number | null }>`
        select max(newest.at) as at from teams, lateral (
          select at from verifications where team_id = teams.id
          order by at desc, seq desc limit 1
        ) as newest`.execute(db);
      return rows[0]?.at ?? undefined;
    },
    async sweep(before) {
      for (const partition of await listPartitions(db)) {
        if (partition.from >= before) return 0;
        const swept =
          partition.until <= before
            ? await dropMonth(db, partition)
            : await deleteRows(db, partition, before);
        if (swept > 0) return swept;
      }
      return 0;
    },
  };
}

/** Readers of the history wait while a month is dropped: not for long, even behind a slow one. */
function dropMonth(db: Db, { table, until }: Partition): Promise<number> {
  return db.transaction().execute(async (trx) => {
    await sql`set local lock_timeout = '3s'`.execute(trx);
    const { rows } = await sql<{ count: number }>`
      select count(*) as count from ${sql.table(table)}`.execute(trx);
    await sql`drop table ${sql.table(table)}`.execute(trx);
    // No trigger counts what a table is dropped with. Also of months that an older version dropped.
    await sql`
      delete from block_counts where team_id in (select id from teams)
        and counted = ${HISTORY.name} and start < ${until}`.execute(trx);
    return rows[0]?.count ?? 0;
  });
}

/**
 * By the index of each team: a month has no other by time. The rows are deleted from the whole history, whose
 * trigger counts them; their times choose the month.
 */
async function deleteRows(
  db: Db,
  { table, from, until }: Partition,
  before: number,
): Promise<number> {
  const { numAffectedRows = 0n } = await sql`
    delete from verifications where at >= ${from} and at < ${until} and ctid = any(array(
      select old.ctid from teams, lateral (
        select ctid from ${sql.table(table)} where team_id = teams.id and at < ${before}
        limit ${SWEEP_ROWS}
      ) as old limit ${SWEEP_ROWS}
    ))`.execute(db);
  return Number(numAffectedRows);
}

/** The history by months: a month that is too old goes at once, and its room with it. */

/** SQLSTATE check_violation: of an insert, that no partition takes the row. */
const NO_PARTITION = '23514';
/** Any number that stands for no other lock in this database. */
const LOCK = 0x6d76_7061;
/** Months that are made before their time. */
const AHEAD = 2;

interface Month {
  /** As in the name of its table, `2026_11`. */
  readonly name: string;
  /** Milliseconds since the epoch. */
  readonly from: number;
  readonly until: number;
}

/** The month of a time, or one that is some months later. */
function monthOf(at: number, later = 0): Month {
  const date = new Date(at);
  const [year, month] = [date.getUTCFullYear(), date.getUTCMonth() + later];
  const from = Date.UTC(year, month);
  const name = isoMonth(from).replace('-', '_');
  return { name, from, until: Date.UTC(year, month + 1) };
}

/** A table of the history. */
interface Partition {
  readonly table: string;
  readonly from: number;
  readonly until: number;
}

/** Oldest first. */
async function listPartitions(db: Db): Promise<Partition[]> {
  const { rows } = await sql<{ table: string; bound: string }>`
    select part.relname as "table", pg_get_expr(part.relpartbound, part.oid) as bound
    from pg_inherits join pg_class part on part.oid = inhrelid
    where inhparent = 'verifications'::regclass`.execute(db);
  return rows
    .map(({ table, bound }) => {
      const [from = 0, until = 0] = [...bound.matchAll(/'(-?\d+)'/g)].map(([, text]) =>
        Number(text),
      );
      return { table, from, until };
    })
    .sort((one, other) => one.from - other.from);
}

/** Makes the months of these times, where they are missing. Several processes may do so at once. */
async function makeMonths(db: Db, months: readonly Month[]): Promise<void> {
  await db.transaction().execute(async (trx) => {
    await sql`select pg_advisory_xact_lock(${LOCK})`.execute(trx);
    const known = new Set((await listPartitions(trx)).map(({ from }) => from));
    for (const month of months) if (!known.has(month.from)) await makeMonth(trx, month);
  });
}

/** Made apart and then attached: writers of other months go on meanwhile. */
async function makeMonth(trx: Db, { name, from, until }: Month): Promise<void> {
  const table = sql.table(`verifications_${name}`);
  await sql`create table ${table} (like verifications including defaults)`.execute(trx);
  await sql`
    alter table verifications attach partition ${table}
    for values from (${sql.lit(from)}) to (${sql.lit(until)})`.execute(trx);
}

/** The months of the history that there are, as far as this process knows. */
export class HistoryMonths {
  readonly #db: Db;
  readonly #known = new Set<number>();

  constructor(db: Db) {
    this.#db = db;
  }

  /** Makes this month and the next ones. */
  makeAhead(now: number): Promise<void> {
    return this.#ensure(Array.from({ length: AHEAD + 1 }, (_, later) => monthOf(now, later)));
  }

  /** Writes verifications of these times; again, where another process has dropped a month. */
  async write<T>(times: Iterable<number>, work: () => Promise<T>): Promise<T> {
    const months = monthsOf(times);
    await this.#ensure(months);
    try {
      return await work();
    } catch (error) {
      if (sqlState(error) !== NO_PARTITION) throw error;
      this.#known.clear();
      await this.#ensure(months);
      return work();
    }
  }

  async #ensure(months: readonly Month[]): Promise<void> {
    const missing = months.filter(({ from }) => !this.#known.has(from));
    if (missing.length === 0) return;
    await repeated(() => makeMonths(this.#db, missing));
    for (const { from } of missing) this.#known.add(from);
  }
}

function monthsOf(times: Iterable<number>): Month[] {
  const months = new Map<number, Month>();
  for (const at of times) {
    const month = monthOf(at);
    months.set(month.from, month);
  }
  return [...months.values()];
}
