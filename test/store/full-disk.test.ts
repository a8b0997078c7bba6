import { DatabaseSync } from 'node:sqlite';
import { Kysely } from 'kysely';
import { expect, it } from 'vitest';
import { singleConnection } from '../support/single-connection.ts';

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
  await using db = new Kysely<Tables>({ dialect: singleConnection(smallDatabase()) });
  const insert = (text: string) =>
    db.transaction().execute((trx) => trx.insertInto('note').values({ text }).execute());
  await expect(insert(TOO_LONG)).rejects.toThrow('database or disk is full');
  await insert('short');
  expect(await db.selectFrom('note').selectAll().execute()).toEqual([{ text: 'short' }]);
});
