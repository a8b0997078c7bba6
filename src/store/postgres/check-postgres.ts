import { type RawBuilder, sql } from 'kysely';
import { isStoredResult } from '../../result/codec.ts';
import {
  type Check,
  type Checked,
  checksAt,
  LISTS_WITH_FILES,
  PLACE_OF_LISTS,
  type Problem,
  problemsOf,
} from '../checks.ts';
import type { Db } from '../tables.ts';
import { checkVersion, readVersion } from './migrate.ts';
import { withDirect } from './open-postgres.ts';
import { JOB_SCHEMA } from './part-jobs.ts';
import { openingError } from './postgres-errors.ts';

const SLICE_ROWS = 5000;

/**
 * Finds the problems of a database: rows that PostgreSQL does not check itself. Only reads, in one
 * snapshot. Rejects with MailvetError where it can't be opened.
 */
export async function checkPostgres(url: string, now: number): Promise<Checked> {
  try {
    return await withDirect(url, async (db) => {
      checkVersion(await readVersion(db));
      const snapshot = db.transaction().setIsolationLevel('repeatable read');
      return snapshot.execute(async (trx) => ({
        problems: [
          ...(await referenceProblems(trx)).map((text) => ({ text })),
          ...(await resultProblems(trx)).map((text) => ({ text })),
          ...(await rowProblems(trx, [...checksAt(now), ...PARTS])),
        ],
        lists: await listsWithFiles(trx),
        place: (await sql<{ value: string }>`${sql.raw(PLACE_OF_LISTS)}`.execute(trx)).rows[0]
          ?.value,
      }));
    });
  } catch (error) {
    throw openingError(url, error);
  }
}

async function referenceProblems(trx: Db): Promise<string[]> {
  const { rows } = await sql<{ entries: number; verifications: number }>`
    select
      (select count(*) from entries where not exists
        (select 1 from batches where batches.id = entries.batch_id)) as entries,
      (select count(*) from verifications where not exists
        (select 1 from teams where teams.id = verifications.team_id)) as verifications`.execute(
    trx,
  );
  const { entries = 0, verifications = 0 } = rows[0] ?? {};
  return [
    ...(entries > 0 ? [`${entries} rows of entries have no row of batches`] : []),
    ...(verifications > 0 ? [`${verifications} rows of verifications have no row of teams`] : []),
  ];
}

async function resultProblems(trx: Db): Promise<string[]> {
  const damaged = await countUnfit(trx, sql`select text as value from results`, isStoredResult);
  return damaged > 0 ? [`${damaged} results are damaged`] : [];
}

/** Rules for the parts of batches. Both are written in the transactions that begin and end a batch. */
const PARTS: readonly Check[] = [
  {
    sql: `select count(distinct data ->> 'batch') as count from ${JOB_SCHEMA}.job
      where data ? 'batch' and not exists (select 1 from batches
        where batches.id = data ->> 'batch' and status in ('pending', 'processing'))`,
    tell: (count) => ({
      text: `${count} batches that have ended have parts`,
      mend: 'within a minute',
    }),
  },
  {
    sql: `select count(*) as count from batches where status in ('pending', 'processing')
      and not exists (select 1 from ${JOB_SCHEMA}.job
        where data ->> 'batch' = batches.id and state in ('created', 'retry', 'active'))`,
    tell: (count) => ({ text: `${count} open batches have no part`, mend: 'within a minute' }),
  },
];

async function rowProblems(trx: Db, checks: readonly Check[]): Promise<Problem[]> {
  const problems: Problem[] = [];
  for (const check of checks) {
    const { rows } = await sql<{ count: number }>`${sql.raw(check.sql)}`.execute(trx);
    problems.push(...problemsOf(check, rows[0]?.count));
  }
  return problems;
}

async function listsWithFiles(trx: Db): Promise<ReadonlySet<string>> {
  const { rows } = await sql<{ id: string }>`${sql.raw(LISTS_WITH_FILES)}`.execute(trx);
  return new Set(rows.map(({ id }) => id));
}

async function countUnfit(
  trx: Db,
  select: RawBuilder<unknown>,
  fits: (value: unknown) => boolean,
): Promise<number> {
  await sql`declare results no scroll cursor for ${select}`.execute(trx);
  let count = 0;
  for (;;) {
    const { rows } = await sql<{ value: unknown }>`
      fetch ${sql.lit(SLICE_ROWS)} from results`.execute(trx);
    if (rows.length === 0) break;
    count += rows.filter(({ value }) => !fits(value)).length;
  }
  await sql`close results`.execute(trx);
  return count;
}
