import type { Listing, WrittenFile } from './job-record.ts';
import type { Statements } from './statements.ts';

/** What changes of a job beside its batches. Every change is durable when it returns. */
export class JobState {
  readonly #sql: Statements;

  constructor(sql: Statements) {
    this.#sql = sql;
  }

  /** The process that works on the job, where one has noted itself. */
  get pid(): number | undefined {
    return this.#sql.number('SELECT coalesce(pid, 0) FROM job') || undefined;
  }

  set pid(pid: number | undefined) {
    this.#sql.run('UPDATE job SET pid = ?', pid ?? null);
  }

  /** The mailvet that created the job; undefined where none said so. */
  get writer(): string | undefined {
    return this.#sql.text('SELECT writer FROM job');
  }

  /** What the service listed before anything was sent, where it could be asked. */
  get listing(): Listing | undefined {
    const text = this.#sql.text('SELECT listing FROM job');
    return text === undefined ? undefined : JSON.parse(text);
  }

  set listing(listing: Listing | undefined) {
    this.#sql.run('UPDATE job SET listing = ?', listing ? JSON.stringify(listing) : null);
  }

  /** The results files that the job wrote. */
  get written(): WrittenFile[] {
    return JSON.parse(this.#sql.text('SELECT written FROM job') ?? '[]');
  }

  /** Notes a results file, before it gets its name. Earlier ones of that name stay known. */
  recordWritten(file: WrittenFile): void {
    this.#sql.run('UPDATE job SET written = ?', JSON.stringify([...this.written, file]));
  }

  /** True once all results were written. */
  get isDelivered(): boolean {
    return this.#sql.number('SELECT delivered FROM job') === 1;
  }

  recordDelivered(): void {
    this.#sql.run('UPDATE job SET delivered = 1');
  }
}
