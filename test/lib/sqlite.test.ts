import { DatabaseSync } from 'node:sqlite';
import { expect, test } from 'vitest';
import { inTransaction } from '../../src/lib/sqlite.ts';

test('a transaction that finds the disk full says so, and is undone', () => {
  using database = new DatabaseSync(':memory:');
  database.exec('PRAGMA max_page_count = 5; CREATE TABLE note (text TEXT NOT NULL)');
  const insert = database.prepare('INSERT INTO note VALUES (?)');
  const work = () => {
    insert.run('short');
    insert.run('x'.repeat(40_960));
  };
  expect(() => inTransaction(database, work)).toThrow('database or disk is full');
  expect(database.prepare('SELECT count(*) AS count FROM note').get()).toEqual({ count: 0 });
});
