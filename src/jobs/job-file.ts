import type { DatabaseSync, SQLOutputValue, StatementSync } from 'node:sqlite';
import { MailvetError } from '../errors.ts';
import type { RowResult } from '../lists/output.ts';
import type { ListSource } from '../lists/source.ts';
import { inTransaction, openDatabase } from './job-database.ts';
import { inputOf } from './job-input.ts';
import type { BatchRecord, JobRecord, Listing, WrittenFile } from './job-record.ts';

type Row = Record<string, SQLOutputValue>;

/** A range of addresses by their 1-based ordinals, both ends included. */
export interface AddressRange {
  readonly first: number;
  readonly last: number;
}

/** What was last seen of a batch. */
export type Seen = Pick<BatchRecord, 'status' | 'processed' | 'collected'>;

/**
 * One job on the disk. Every method is one statement or one transaction, and what it wrote is
 * durable when it returns: the caller's next request may rely on it.
 */
export class JobFile {
  readonly path: string;
  readonly record: JobRecord;
  readonly #database: DatabaseSync;
  readonly #statements = new Map<string, StatementSync>();

  private constructor(path: string, database: DatabaseSync) {
    this.path = path;
    this.#database = database;
    this.record = JSON.parse(this.#text('SELECT record FROM job') ?? '');
  }

  /** Opens a job that exists. Rejects with `input` when the file is no job of ours. */
  static open(path: string): JobFile {
    let database: DatabaseSync | undefined;
    try {
      database = openDatabase(path);
      return new JobFile(path, database);
    } catch (cause) {
      database?.close();
      throw new MailvetError('input', `${path} can't be read as a job`, {
        cause,
        hint: 'If it is damaged, remove the file',
      });
    }
  }

  close(): void {
    this.#statements.clear();
    this.#database.close();
  }

  [Symbol.dispose](): void {
    this.close();
  }

  /** The list as it was when it was submitted. */
  input(): ListSource {
    return inputOf(this.#database, this.record.name);
  }

  /** Addresses of a range, in order. */
  addresses({ first, last }: AddressRange): string[] {
    const sql = 'SELECT address FROM address WHERE ordinal BETWEEN ? AND ? ORDER BY ordinal';
    return this.#all(sql, first, last).map((row) => String(row.address));
  }

  /** Results of a range, aligned with `addresses`. */
  results({ first, last }: AddressRange): (RowResult | undefined)[] {
    const sql = 'SELECT result FROM address WHERE ordinal BETWEEN ? AND ? ORDER BY ordinal';
    return this.#all(sql, first, last).map((row) => decodeResult(row.result));
  }

  /** The result of an address; undefined while there is none. */
  lookup(address: string): RowResult | undefined {
    return decodeResult(this.#text('SELECT result FROM address WHERE address = ?', address));
  }

  /** Addresses that no batch has taken up, at most `size` of them; undefined when none is left. */
  nextRange(size: number): AddressRange | undefined {
    const first = 1 + this.#number('SELECT coalesce(max(last), 0) FROM batch');
    const last = Math.min(first + size - 1, this.record.counts.wanted);
    return last < first ? undefined : { first, last };
  }

  batches(): BatchRecord[] {
    return this.#all('SELECT * FROM batch ORDER BY number').map(decodeBatch);
  }

  /** Sent, or about to be when we died, with no answer on record. */
  unanswered(): BatchRecord[] {
    const sql = 'SELECT * FROM batch WHERE service_id IS NULL ORDER BY number';
    return this.#all(sql).map(decodeBatch);
  }

  /** Accepted by the service, their results not stored yet. */
  openBatches(): BatchRecord[] {
    const sql =
      'SELECT * FROM batch WHERE service_id IS NOT NULL AND collected = 0 ORDER BY number';
    return this.#all(sql).map(decodeBatch);
  }

  /** The intent, before the POST. */
  recordIntent({ first, last }: AddressRange, at: number): BatchRecord {
    const number = 1 + this.#number('SELECT coalesce(max(number), 0) FROM batch');
    this.#run(
      'INSERT INTO batch (number, first, last, intended_at) VALUES (?, ?, ?, ?)',
      number,
      first,
      last,
      at,
    );
    return this.batch(number);
  }

  /** The same addresses are about to go once more. */
  renewIntent(number: number, at: number): BatchRecord {
    this.#run('UPDATE batch SET intended_at = ? WHERE number = ?', at, number);
    return this.batch(number);
  }

  /** The service surely did nothing: the addresses count as never sent. */
  dropIntent(number: number): void {
    this.#run('DELETE FROM batch WHERE number = ? AND service_id IS NULL', number);
  }

  /** The answer, after the POST. */
  recordAnswer(number: number, serviceId: string): void {
    const sql = "UPDATE batch SET service_id = ?, status = 'pending' WHERE number = ?";
    this.#run(sql, serviceId, number);
  }

  recordSeen(number: number, seen: Seen): void {
    const sql = 'UPDATE batch SET status = ?, processed = ?, collected = ? WHERE number = ?';
    this.#run(sql, seen.status, seen.processed, Number(seen.collected), number);
  }

  /** Stores what came back for a batch, aligned with its addresses, and what was seen of it. */
  storeResults(batch: BatchRecord, results: readonly (RowResult | undefined)[], seen: Seen): void {
    inTransaction(this.#database, () => {
      const update = this.#prepared('UPDATE address SET result = ? WHERE ordinal = ?');
      results.forEach((result, index) => {
        if (result) update.run(JSON.stringify(result), batch.first + index);
      });
      this.recordSeen(batch.number, seen);
    });
  }

  batch(number: number): BatchRecord {
    const [row] = this.#all('SELECT * FROM batch WHERE number = ?', number);
    if (!row) throw new MailvetError('internal', `batch ${number} is not in ${this.path}`);
    return decodeBatch(row);
  }

  /** True while something is left to send or to collect. */
  hasWork(): boolean {
    return this.nextRange(1) !== undefined || this.#number(OPEN_COUNT) > 0;
  }

  /** The process that works on the job, as far as it said so. */
  get pid(): number | undefined {
    return this.#number('SELECT coalesce(pid, 0) FROM job') || undefined;
  }

  set pid(pid: number | undefined) {
    this.#run('UPDATE job SET pid = ?', pid ?? null);
  }

  get listing(): Listing | undefined {
    const text = this.#text('SELECT listing FROM job');
    return text === undefined ? undefined : JSON.parse(text);
  }

  set listing(listing: Listing | undefined) {
    this.#run('UPDATE job SET listing = ?', listing ? JSON.stringify(listing) : null);
  }

  get written(): WrittenFile[] {
    return JSON.parse(this.#text('SELECT written FROM job') ?? '[]');
  }

  /** A results file is about to get its name. Older ones of that name stay known. */
  recordWritten(file: WrittenFile): void {
    this.#run('UPDATE job SET written = ?', JSON.stringify([...this.written, file]));
  }

  /** True once the results, all of them, were written. */
  get delivered(): boolean {
    return this.#number('SELECT delivered FROM job') === 1;
  }

  recordDelivered(): void {
    this.#run('UPDATE job SET delivered = 1');
  }

  #prepared(sql: string): StatementSync {
    const known = this.#statements.get(sql);
    if (known) return known;
    const statement = this.#database.prepare(sql);
    this.#statements.set(sql, statement);
    return statement;
  }

  #run(sql: string, ...values: (string | number | null)[]): void {
    this.#prepared(sql).run(...values);
  }

  #all(sql: string, ...values: (string | number)[]): Row[] {
    return this.#prepared(sql).all(...values);
  }

  #first(sql: string, values: readonly string[] = []): SQLOutputValue | undefined {
    return Object.values(this.#prepared(sql).get(...values) ?? {})[0];
  }

  #text(sql: string, ...values: string[]): string | undefined {
    const value = this.#first(sql, values);
    return typeof value === 'string' ? value : undefined;
  }

  #number(sql: string): number {
    return Number(this.#first(sql) ?? 0);
  }
}

const OPEN_COUNT = 'SELECT count(*) FROM batch WHERE collected = 0';

function decodeResult(value: SQLOutputValue | undefined): RowResult | undefined {
  return typeof value === 'string' ? JSON.parse(value) : undefined;
}

function decodeBatch(row: Row): BatchRecord {
  return {
    number: Number(row.number),
    first: Number(row.first),
    last: Number(row.last),
    intendedAt: Number(row.intended_at),
    serviceId: typeof row.service_id === 'string' ? row.service_id : null,
    status: String(row.status) as BatchRecord['status'],
    processed: Number(row.processed),
    collected: row.collected === 1,
  };
}
