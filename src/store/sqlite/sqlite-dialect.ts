import type { DatabaseSync, SQLInputValue, StatementSync } from 'node:sqlite';
import {
  CompiledQuery,
  type DatabaseConnection,
  type Dialect,
  type Driver,
  type QueryResult,
  type SelectModifierNode,
  SqliteAdapter,
  SqliteIntrospector,
  SqliteQueryCompiler,
} from 'kysely';
import { BoundedMap } from '../../lib/bounded-map.ts';
import { type Writer, type WriterTurn, whileBusy } from './writer.ts';

type SelectModifier = NonNullable<SelectModifierNode['modifier']>;

interface SqliteConnections {
  readonly writer: Writer;
  /** For reads outside transactions, so that they never wait for a writer; absent: the writer. */
  readonly reader?: DatabaseSync;
  /** Called after each statement that may have changed data. */
  readonly onChange?: () => void;
  /** Whether commits of transactions survive a power cut. */
  readonly isDurable?: boolean;
}

/**
 * Kysely's SQLite dialect over `node:sqlite`. SessionStatements that only read go to `reader` at once;
 * transactions and all other statements wait for their turn at `writer`.
 */
export function nodeSqliteDialect(connections: SqliteConnections): Dialect {
  return {
    createAdapter: () => new TwoConnections(),
    createDriver: () => nodeSqliteDriver(connections),
    createIntrospector: (db) => new SqliteIntrospector(db),
    createQueryCompiler: () => new WithoutRowLocks(),
  };
}

/** Turns are managed here, so that Kysely must not serialise connections itself. */
class TwoConnections extends SqliteAdapter {
  override get supportsMultipleConnections(): boolean {
    return true;
  }
}

const ROW_LOCKS: readonly (SelectModifier | undefined)[] = [
  'ForUpdate',
  'ForNoKeyUpdate',
  'ForShare',
  'ForKeyShare',
  'NoWait',
  'SkipLocked',
];

/** SQLite locks no rows: a transaction that writes has the database to itself. */
class WithoutRowLocks extends SqliteQueryCompiler {
  protected override visitSelectModifier(node: SelectModifierNode): void {
    if (!ROW_LOCKS.includes(node.modifier)) super.visitSelectModifier(node);
  }
}

/**
 * A transaction waits for the write lock at its beginning: one that begins with a read and then meets
 * another writer's commit fails (SQLITE_BUSY_SNAPSHOT), however long it waits.
 */
function nodeSqliteDriver(connections: SqliteConnections): Driver {
  const statements = {
    write: preparer(connections.writer.file),
    read: connections.reader && preparer(connections.reader),
  };
  const run = (session: DatabaseConnection, sql: string) => (session as SqliteSession).write(sql);
  return {
    async init() {},
    acquireConnection: async () => new SqliteSession(connections, statements),
    async beginTransaction(session) {
      if (connections.isDurable) await (session as SqliteSession).makeDurable();
      await run(session, 'begin immediate');
    },
    commitTransaction: (session) => run(session, 'commit'),
    async rollbackTransaction(session) {
      // A full disk ends the transaction by itself.
      if (connections.writer.file.isTransaction) await run(session, 'rollback');
    },
    releaseConnection: async (session) => (session as SqliteSession).release(),
    async destroy() {
      connections.reader?.close();
      connections.writer.file.close();
    },
  };
}

type Prepare = (sql: string) => Prepared;

interface SessionStatements {
  readonly write: Prepare;
  readonly read: Prepare | undefined;
}

/** A template may begin with a line break. */
const READ = /^\s*select\b/;

/** One use of the store: a statement or a transaction. */
class SqliteSession implements DatabaseConnection {
  readonly #connections: SqliteConnections;
  readonly #statements: SessionStatements;
  #turn: WriterTurn | undefined;

  constructor(connections: SqliteConnections, statements: SessionStatements) {
    this.#connections = connections;
    this.#statements = statements;
  }

  async executeQuery<Row>({ sql, parameters }: CompiledQuery): Promise<QueryResult<Row>> {
    const values = parameters as SQLInputValue[];
    const { read } = this.#statements;
    const isRead = READ.test(sql);
    if (isRead && read && !this.#turn) return whileBusy(() => execute<Row>(read(sql), values));
    const result = await this.#inTurn(() => execute<Row>(this.#statements.write(sql), values));
    if (!isRead) this.#connections.onChange?.();
    return result;
  }

  async write(sql: string): Promise<void> {
    await this.executeQuery(CompiledQuery.raw(sql));
  }

  makeDurable(): Promise<void> {
    return this.#inTurn(() => this.#connections.writer.makeDurable());
  }

  async #inTurn<T>(work: () => T): Promise<T> {
    if (!this.#turn) {
      const { writer } = this.#connections;
      this.#turn = await writer.take();
      writer.checkFile();
    }
    return this.#turn.run(work);
  }

  release(): void {
    if (!this.#turn) return;
    this.#turn = undefined;
    this.#connections.writer.give();
  }

  streamQuery(): never {
    throw new Error('streaming is not supported');
  }
}

/** A statement whose rows come as arrays, where it has rows. */
interface Prepared {
  readonly statement: StatementSync;
  readonly hasRows: boolean;
}

function execute<Row>(
  { statement, hasRows }: Prepared,
  parameters: SQLInputValue[],
): QueryResult<Row> {
  if (hasRows) return { rows: toRows(statement, statement.all(...parameters)) as Row[] };
  const { changes } = statement.run(...parameters);
  return { rows: [], numAffectedRows: BigInt(changes) };
}

/**
 * The rows as objects. Those of `node:sqlite` are hash tables, of which each costs twice the time and three times
 * the memory. The columns are read after the rows, since SQLite compiles a statement again where a table changed.
 */
function toRows(statement: StatementSync, rows: readonly unknown[]): Record<string, unknown>[] {
  const names = statement.columns().map(({ name }) => name);
  return rows.map((values) => {
    const row: Record<string, unknown> = {};
    names.forEach((name, at) => {
      row[name] = (values as unknown[])[at];
    });
    return row;
  });
}

/** Prepared statements that are kept; Kysely compiles the same few dozen texts repeatedly. */
const MAX_STATEMENTS = 200;

function preparer(database: DatabaseSync): Prepare {
  const prepared = new BoundedMap<string, Prepared>(MAX_STATEMENTS);
  return (sql) => {
    const known = prepared.get(sql);
    if (known) return known;
    const statement = database.prepare(sql);
    statement.setReturnArrays(true);
    const hasRows = statement.columns().length > 0;
    prepared.set(sql, { statement, hasRows });
    return { statement, hasRows };
  };
}
