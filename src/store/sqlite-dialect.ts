import type { DatabaseSync, SQLInputValue, StatementSync } from 'node:sqlite';
import {
  CompiledQuery,
  type DatabaseConnection,
  type Dialect,
  type Driver,
  type QueryResult,
  SqliteAdapter,
  SqliteIntrospector,
  SqliteQueryCompiler,
} from 'kysely';
import { whileBusy } from './while-busy.ts';

/**
 * Kysely's SQLite over `node:sqlite`. Kysely lends the one connection to one user at a time.
 * `onChange` is told after whatever may have changed something.
 */
export function nodeSqliteDialect(database: DatabaseSync, onChange = () => {}): Dialect {
  return {
    createAdapter: () => new SqliteAdapter(),
    createDriver: () => nodeSqliteDriver(database, onChange),
    createIntrospector: (db) => new SqliteIntrospector(db),
    createQueryCompiler: () => new SqliteQueryCompiler(),
  };
}

/**
 * A transaction takes the write lock at once and waits for it: one that began by reading and found
 * another writer ahead of it could only fail (SQLITE_BUSY_SNAPSHOT), however long it waited.
 */
function nodeSqliteDriver(database: DatabaseSync, onChange: () => void): Driver {
  const connection = nodeSqliteConnection(database, onChange);
  const run = async (sql: string) => {
    await connection.executeQuery(CompiledQuery.raw(sql));
  };
  return {
    async init() {},
    acquireConnection: async () => connection,
    beginTransaction: () => run('begin immediate'),
    commitTransaction: () => run('commit'),
    async rollbackTransaction() {
      // A full disk ends the transaction by itself.
      if (database.isTransaction) await run('rollback');
    },
    async releaseConnection() {},
    async destroy() {
      database.close();
    },
  };
}

function nodeSqliteConnection(database: DatabaseSync, onChange: () => void): DatabaseConnection {
  const prepare = preparer(database);
  return {
    async executeQuery<Row>({ sql, parameters }: CompiledQuery) {
      const run = () => execute<Row>(prepare(sql), parameters as SQLInputValue[]);
      const result = await whileBusy(run);
      if (!sql.startsWith('select')) onChange();
      return result;
    },
    streamQuery() {
      throw new Error('streaming is not supported');
    },
  };
}

function execute<Row>(statement: StatementSync, parameters: SQLInputValue[]): QueryResult<Row> {
  if (statement.columns().length > 0) return { rows: statement.all(...parameters) as Row[] };
  const { changes } = statement.run(...parameters);
  return { rows: [], numAffectedRows: BigInt(changes) };
}

/** Statements kept prepared; Kysely compiles the same few dozen texts again and again. */
const MOST_STATEMENTS = 200;

function preparer(database: DatabaseSync): (sql: string) => StatementSync {
  const prepared = new Map<string, StatementSync>();
  return (sql) => {
    const known = prepared.get(sql);
    if (known) return known;
    if (prepared.size >= MOST_STATEMENTS) prepared.clear();
    const statement = database.prepare(sql);
    prepared.set(sql, statement);
    return statement;
  };
}
