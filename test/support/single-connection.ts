import type { DatabaseSync } from 'node:sqlite';
import type { Dialect } from 'kysely';
import { nodeSqliteDialect } from '../../src/store/sqlite/sqlite-dialect.ts';
import { Writer } from '../../src/store/sqlite/writer.ts';

/** Kysely over one connection, for a database without other users. */
export function singleConnection(file: DatabaseSync): Dialect {
  return nodeSqliteDialect({ writer: new Writer(file) });
}
