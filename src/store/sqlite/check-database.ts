import { existsSync } from 'node:fs';
import { MailvetError } from '../../lib/errors.ts';
import { isStoredResult } from '../../result/codec.ts';
import { StoreError } from '../../service/store-error.ts';
import {
  type Check,
  type Checked,
  checksAt,
  LISTS_WITH_FILES,
  PLACE_OF_LISTS,
  type Problem,
  problemsOf,
} from '../checks.ts';
import type { Row } from '../database-parts.ts';
import { sqliteKey } from '../index-keys.ts';
import { checkApplication, refuseUnreleased } from './migrate.ts';
import { type ReadPool, readPool } from './read-pool.ts';
import { openingError } from './sqlite-errors.ts';

/** Problems of one kind that are listed at most. */
const MAX_PROBLEMS = 100;
const SLICE_ROWS = 5000;

/**
 * Finds the problems of a database; none where it is sound. Only reads, so it may run beside the
 * service. Rejects with MailvetError `input` when it is not a mailvet database.
 */
export async function checkDatabase(path: string, now: number): Promise<Checked> {
  if (!existsSync(path)) throw new MailvetError('input', `There is no database ${path}`);
  refuseUnreleased(path);
  const pool = readPool(path);
  try {
    await checkOwner(pool, path);
    const checks = [integrityProblems, referenceProblems, resultProblems];
    const problems: Problem[] = [];
    for (const check of checks) {
      problems.push(...(await findProblems(async () => (await check(pool)).map(damage))));
    }
    problems.push(...(await findProblems(() => rowProblems(pool, now))));
    // Damage interrupts several checks alike.
    const each = new Map(problems.map((problem) => [problem.text, problem]));
    const [lists, place] = [await listsWithFiles(pool), await placeOfLists(pool)];
    return { problems: [...each.values()], lists, place };
  } finally {
    await pool.close();
  }
}

/** A damaged header does not show whose database it is: the later checks report the damage. */
async function checkOwner(pool: ReadPool, path: string): Promise<void> {
  try {
    const [row] = await pool.all('PRAGMA application_id');
    checkApplication(row?.application_id);
  } catch (error) {
    if (!(error instanceof StoreError && error.kind === 'damaged')) throw openingError(path, error);
  }
}

/** A check that damage interrupts has found a problem too. */
async function findProblems(check: () => Promise<Problem[]>): Promise<Problem[]> {
  try {
    return await check();
  } catch (error) {
    if (error instanceof StoreError && error.kind === 'damaged') return [damage(error.message)];
    throw error;
  }
}

const damage = (text: string): Problem => ({ text });

async function integrityProblems(pool: ReadPool): Promise<string[]> {
  const rows = await pool.all(`PRAGMA integrity_check(${MAX_PROBLEMS})`);
  return rows.map(({ integrity_check: text }) => String(text)).filter((text) => text !== 'ok');
}

async function referenceProblems(pool: ReadPool): Promise<string[]> {
  const rows = await pool.all(
    `select "table", parent, count(*) as count from pragma_foreign_key_check group by 1, 2`,
  );
  return rows.map(
    ({ table, parent, count }) => `${count} rows of ${table} have no row of ${parent}`,
  );
}

async function resultProblems(pool: ReadPool): Promise<string[]> {
  const select = 'select id as at, text as value from results';
  const damaged = await countUnfit(pool, select, isStoredResult);
  return damaged > 0 ? [`${damaged} results are damaged`] : [];
}

async function rowProblems(pool: ReadPool, now: number): Promise<Problem[]> {
  const problems: Problem[] = [];
  for (const check of [...checksAt(now), NOT_ENTERED]) {
    const [row] = await pool.all(check.sql);
    problems.push(...problemsOf(check, row?.count));
  }
  return problems;
}

/** A verification that the index leaves out is not found by its mailbox. */
const NOT_ENTERED: Check = {
  sql: `select count(*) as count from verifications
    where seq <= (select seq from verified_mailboxes_end) and not exists (
      select 1 from verified_mailboxes as entered
      where entered.key = ${sqliteKey('verifications.')} and entered.seq = verifications.seq)`,
  tell: (count) => ({ text: `${count} verifications are not found by their address` }),
};

async function listsWithFiles(pool: ReadPool): Promise<ReadonlySet<string> | undefined> {
  const rows = await pool.all(LISTS_WITH_FILES).catch(() => undefined);
  return rows && new Set(rows.map(({ id }) => String(id)));
}

async function placeOfLists(pool: ReadPool): Promise<string | undefined> {
  const rows = await pool.all(PLACE_OF_LISTS).catch(() => []);
  return rows[0] && String(rows[0].value);
}

/** Reads a table by its row ids (`at`), and counts the values that don't fit. */
async function countUnfit(
  pool: ReadPool,
  select: string,
  fits: (value: unknown) => boolean,
): Promise<number> {
  let count = 0;
  let last = Number.MIN_SAFE_INTEGER;
  for (;;) {
    const rows: readonly Row[] = await pool.all(
      `${select} where rowid > ? order by rowid limit ${SLICE_ROWS}`,
      last,
    );
    count += rows.filter(({ value }) => !fits(value)).length;
    const at = rows.at(-1)?.at;
    if (typeof at !== 'number') return count;
    last = at;
  }
}
