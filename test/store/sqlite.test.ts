import { existsSync } from 'node:fs';
import { DatabaseSync } from 'node:sqlite';
import { Kysely } from 'kysely';
import { afterAll, expect, it } from 'vitest';
import { openStore } from '../../src/store/open-store.ts';
import { buildInsert, entryInserts, rowGroups } from '../../src/store/sqlite/address-rows.ts';
import { nodeSqliteDialect } from '../../src/store/sqlite/sqlite-dialect.ts';
import { Writer, whileBusy } from '../../src/store/sqlite/writer.ts';
import { hintSaying } from '../support/hint-saying.ts';
import { runCli } from '../support/run-cli.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';

const folder = temporaryFolder();
afterAll(() => folder.dispose());

it('a database is not created in a folder that is missing', async () => {
  const path = folder.path('slip/service.db');
  await expect(openStore(path)).rejects.toMatchObject({
    code: 'config',
    message: `${path} can't be used: there is no folder ${folder.path('slip')}`,
    hint: hintSaying(/^Create the folder, or give another file with --database$/),
  });
  expect(existsSync(folder.path('slip'))).toBe(false);
});

it.for(['serve --port 0', 'admin team create x'])(
  '%s ends at a missing folder with exit code 3',
  async (line) => {
    const database = folder.path('slip/service.db');
    const { exitCode, stderr } = await runCli([...line.split(' '), '--database', database]);
    expect(exitCode).toBe(3);
    expect(stderr).toContain(`there is no folder ${folder.path('slip')}`);
    expect(existsSync(folder.path('slip'))).toBe(false);
  },
);

interface Tables {
  readonly note: { readonly text: string };
}

/** A database without room for a text of ten pages. SQLite then ends the transaction by itself. */
function smallDatabase(): DatabaseSync {
  const file = new DatabaseSync(':memory:');
  file.exec('PRAGMA max_page_count = 5; CREATE TABLE note (text TEXT NOT NULL)');
  return file;
}

const TOO_LONG = 'x'.repeat(40_960);

it('a full disk is said to be full after a transaction, too', async () => {
  await using db = new Kysely<Tables>({
    dialect: nodeSqliteDialect({ writer: new Writer(smallDatabase()) }),
  });
  const insert = (text: string) =>
    db.transaction().execute((trx) => trx.insertInto('note').values({ text }).execute());
  await expect(insert(TOO_LONG)).rejects.toThrow('database or disk is full');
  await insert('short');
  expect(await db.selectFrom('note').selectAll().execute()).toEqual([{ text: 'short' }]);
});

function sqliteError(errcode: number): Error {
  return Object.assign(new Error('from SQLite'), { errcode });
}

function failing(times: number, error: Error) {
  let attempts = 0;
  return {
    attempts: () => attempts,
    run() {
      attempts++;
      if (attempts <= times) throw error;
      return 'done';
    },
  };
}

it.each([5, 5 | (2 << 8)])('what finds the database locked (%i) is tried again', async (code) => {
  const work = failing(3, sqliteError(code));
  expect(await whileBusy(work.run)).toBe('done');
  expect(work.attempts()).toBe(4);
});

it('any other error is not', async () => {
  const work = failing(1, sqliteError(19));
  await expect(whileBusy(work.run)).rejects.toThrow('from SQLite');
  expect(work.attempts()).toBe(1);
});

const toEntry = (email: string) => ({ email, cacheKey: email.toLowerCase(), cost: 1 });

it('entries are added in their order, each with its position in the batch', () => {
  const emails = [
    'ann@a.test',
    'Bob@B.test',
    'no address',
    'cid@a.test',
    'dan@b.test',
    '"@"@a.test',
  ];
  const inserts = entryInserts('batch_1', emails.map(toEntry));
  const rows = inserts.map(({ values }) => values);
  expect(rows).toEqual(
    emails.map((text, position) => {
      const { email, cacheKey, cost } = toEntry(text);
      return ['batch_1', position, email, cacheKey === email ? '' : cacheKey, cost];
    }),
  );
});

it.each([
  [0, []],
  [1, [1]],
  [9, Array(9).fill(1)],
  [50, Array(5).fill(10)],
  [212, [100, 100, 10, 1, 1]],
])('%i rows are cut into groups of these sizes', (count, sizes) => {
  const rows = Array.from({ length: count }, (_, n) => n);
  const groups = rowGroups(rows);
  expect(groups.map(({ length }) => length)).toEqual(sizes);
  expect(groups.flat()).toEqual(rows);
});

it('a statement has the parentheses of each row', () => {
  expect(buildInsert('t (a, b)', '(?, 0)', 2)).toBe('insert into t (a, b) values (?, 0), (?, 0)');
});
