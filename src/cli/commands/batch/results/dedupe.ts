import { DatabaseSync } from 'node:sqlite';
import { columnValue } from '../../../../formats/write/column-value.ts';
import type { RowOutcome } from '../../../../formats/write/outcome.ts';

/** Which row of a mailbox is kept; `fullest`: the one with most cells that are filled. */
export const DEDUPE_MODES = ['first', 'last', 'fullest'] as const;
export type DedupeMode = (typeof DEDUPE_MODES)[number];

/** Whether a row is the one of its mailbox that is kept. */
export interface KeptRows extends Disposable {
  has(outcome: RowOutcome): boolean;
  /** Rows that are not kept. */
  readonly duplicates: number;
}

/** Notes rows one after the other, and finds out which of each mailbox is kept. */
export class RowChooser implements KeptRows {
  readonly #mode: DedupeMode;
  /** Private, and gone in the end: a million mailboxes would fill the memory. */
  readonly #database = new DatabaseSync('');
  readonly #note;
  readonly #find;
  #rows = 0;

  constructor(mode: DedupeMode) {
    this.#mode = mode;
    this.#database.exec(`
      CREATE TABLE kept (mailbox TEXT PRIMARY KEY, row INTEGER NOT NULL, filled INTEGER NOT NULL)
        STRICT, WITHOUT ROWID;
      BEGIN;
    `);
    this.#note = this.#database.prepare(
      `INSERT INTO kept VALUES (?, ?, ?) ON CONFLICT (mailbox) DO UPDATE
       SET row = excluded.row, filled = excluded.filled WHERE ${REPLACES[mode]}`,
    );
    this.#find = this.#database.prepare('SELECT row FROM kept WHERE mailbox = ?');
  }

  add(outcome: RowOutcome): void {
    const mailbox = mailboxOf(outcome);
    if (mailbox === undefined) return;
    this.#rows += 1;
    const filled = this.#mode === 'fullest' ? countFilled(outcome) : 0;
    this.#note.run(mailbox, outcome.row.index, filled);
  }

  has(outcome: RowOutcome): boolean {
    const mailbox = mailboxOf(outcome);
    return mailbox === undefined || this.#find.get(mailbox)?.row === outcome.row.index;
  }

  get duplicates(): number {
    const kept = this.#database.prepare('SELECT count(*) AS count FROM kept').get()?.count;
    return this.#rows - Number(kept);
  }

  [Symbol.dispose](): void {
    this.#database.close();
  }
}

/** When a later row takes the place of the one before. */
const REPLACES: Readonly<Record<DedupeMode, string>> = {
  first: 'false',
  last: 'true',
  fullest: 'excluded.filled > kept.filled',
};

/** Undefined for a row without an address: it is no duplicate of another. */
function mailboxOf(outcome: RowOutcome): string | undefined {
  const mailbox = columnValue(outcome, 'mailbox');
  return typeof mailbox === 'string' ? mailbox : undefined;
}

function countFilled({ row }: RowOutcome): number {
  return row.cells.filter((cell) => cell.trim() !== '').length;
}
