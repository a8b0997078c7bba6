import { Client } from 'pg';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type OpenedPostgres, openPostgres } from '../../src/store/postgres/open-postgres.ts';
import { migratedDatabase, type TestDatabase } from '../support/postgres.ts';
import { withClient } from '../support/postgres-template.ts';
import { fillDatabase, HISTORY_ROWS } from './filled-database.ts';
import { READS } from './reads.ts';
import { logStatements, type Scan, type Statement, scansOf } from './statement-log.ts';

/** Tables of fewer rows are read whole: that is less work than an index. */
const SMALL = 10_000;
/** A statement reads no more rows of a table: what a page deep in the audit log steps over. */
const MOST_ROWS = 40_000;

let database: TestDatabase;
let opened: OpenedPostgres;
let explainer: Client;
let log: Statement[];
/** Rows by table, of partitions too. */
let sizes: Map<string, number>;

beforeAll(async () => {
  database = await migratedDatabase();
  await fillDatabase(database.url);
  sizes = await tableSizes(database.url);
  opened = await openPostgres(database.url, { poolSize: 2 });
  log = logStatements(opened.pool);
  explainer = new Client({ connectionString: database.url });
  await explainer.connect();
});
afterAll(async () => {
  await explainer?.end();
  await opened?.store.close();
  await database?.dispose();
});

async function tableSizes(url: string): Promise<Map<string, number>> {
  return withClient(url, async (client) => {
    const { rows } = await client.query<{ name: string; rows: number }>(`
      select relname as name, reltuples::float8 as rows from pg_class
      where relnamespace = 'public'::regnamespace and relkind = 'r'`);
    return new Map(rows.map(({ name, rows: count }) => [name, count]));
  });
}

function isBad({ kind, table, rows }: Scan): boolean {
  return (kind.endsWith('Seq Scan') && (sizes.get(table) ?? 0) > SMALL) || rows > MOST_ROWS;
}

it('the history has a million rows, in a table for each month', () => {
  const months = [...sizes].filter(([name, rows]) => name.startsWith('verifications_') && rows > 0);
  expect(months.length).toBeGreaterThanOrEqual(12);
  const total = months.reduce((sum, [, rows]) => sum + rows, 0);
  expect(total).toBeGreaterThan(HISTORY_ROWS * 0.95);
});

describe('by an index, and no more rows than needed', () => {
  it.each(READS)('$name', async ({ run }) => {
    log.length = 0;
    await run(opened.store);
    const statements = [...log];
    expect(statements.length).toBeGreaterThan(0);
    const bad: object[] = [];
    for (const statement of statements) {
      const scans = (await scansOf(explainer, statement)).filter(isBad);
      if (scans.length > 0) bad.push({ text: statement.text, scans });
    }
    expect(bad).toEqual([]);
  });
});
