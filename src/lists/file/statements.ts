import type { DatabaseSync, SQLInputValue, SQLOutputValue, StatementSync } from 'node:sqlite';

export type Row = Record<string, SQLOutputValue>;

/** Runs SQL on a database, each statement prepared once. */
export class Statements {
  readonly #database: DatabaseSync;
  readonly #prepared = new Map<string, StatementSync>();

  constructor(database: DatabaseSync) {
    this.#database = database;
  }

  run(sql: string, ...values: SQLInputValue[]): void {
    this.#statement(sql).run(...values);
  }

  all(sql: string, ...values: SQLInputValue[]): Row[] {
    return this.#statement(sql).all(...values);
  }

  first(sql: string, ...values: SQLInputValue[]): Row | undefined {
    return this.#statement(sql).get(...values);
  }

  /** The first column of the first row; undefined for what is no text. */
  text(sql: string, ...values: SQLInputValue[]): string | undefined {
    const value = this.#value(sql, values);
    return typeof value === 'string' ? value : undefined;
  }

  /** The first column of the first row; 0 without one. */
  number(sql: string, ...values: SQLInputValue[]): number {
    return Number(this.#value(sql, values) ?? 0);
  }

  /** Forgets the prepared statements: the database is about to be closed. */
  clear(): void {
    this.#prepared.clear();
  }

  #value(sql: string, values: readonly SQLInputValue[]): SQLOutputValue | undefined {
    return Object.values(this.first(sql, ...values) ?? {})[0];
  }

  #statement(sql: string): StatementSync {
    const known = this.#prepared.get(sql);
    if (known) return known;
    const statement = this.#database.prepare(sql);
    this.#prepared.set(sql, statement);
    return statement;
  }
}
