/** The history by months: a month that is too old goes at once, and its room with it. */

import { type Kysely, sql } from 'kysely';
import { isoMonth } from '../../lib/iso-time.ts';
import type { Tables } from '../tables.ts';
import { repeated } from '../transaction.ts';
import { sqlState } from './postgres-error.ts';

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
export interface Partition {
  readonly table: string;
  readonly from: number;
  readonly until: number;
}

/** Oldest first. */
export async function listPartitions(db: Kysely<Tables>): Promise<Partition[]> {
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
async function makeMonths(db: Kysely<Tables>, months: readonly Month[]): Promise<void> {
  await db.transaction().execute(async (trx) => {
    await sql`select pg_advisory_xact_lock(${LOCK})`.execute(trx);
    const known = new Set((await listPartitions(trx)).map(({ from }) => from));
    for (const month of months) if (!known.has(month.from)) await makeMonth(trx, month);
  });
}

/** Made apart and then attached: writers of other months go on meanwhile. */
async function makeMonth(trx: Kysely<Tables>, { name, from, until }: Month): Promise<void> {
  const table = sql.table(`verifications_${name}`);
  await sql`create table ${table} (like verifications including defaults)`.execute(trx);
  await sql`
    alter table verifications attach partition ${table}
    for values from (${sql.lit(from)}) to (${sql.lit(until)})`.execute(trx);
}

/** The months of the history that there are, as far as this process knows. */
export class HistoryMonths {
  readonly #db: Kysely<Tables>;
  readonly #known = new Set<number>();

  constructor(db: Kysely<Tables>) {
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
