import { DatabaseSync } from 'node:sqlite';
import { toProbedMailbox } from '../../address/mailbox.ts';
import type { ListChange } from '../../contract/list-changes.ts';
import { deliveryForm } from '../../contract/same-address.ts';
import type { Verdict } from '../../contract/verdict.ts';
import type { SqlRow } from '../file/database.ts';
import { changeOf, type ListVerdict } from './change.ts';

/** What a list says of an address. */
export interface ListedResult extends ListVerdict {
  readonly email: string;
}

/** An address that the lists say different things of. */
export interface ComparedAddress {
  readonly email: string;
  readonly before: ListedResult | undefined;
  readonly after: ListedResult | undefined;
  readonly change: ListChange;
}

type Side = 'before' | 'after';

/**
 * Two lists of results, joined by address, else by mailbox. In a private database on the disk that is gone
 * when it is closed: memory stays flat, however long they are.
 */
export class Comparison implements Disposable {
  readonly #database = new DatabaseSync('');
  #same = 0;

  constructor() {
    this.#database.exec(
      `PRAGMA cache_size = -32000; ${tableOf('before')} ${tableOf('after')} BEGIN`,
    );
  }

  /** Adds results to a list in their order; of an address that it has twice the first counts. */
  add(side: Side, results: Iterable<ListedResult>): void {
    const insert = this.#database.prepare(
      `INSERT OR IGNORE INTO ${side} (address, mailbox, email, verdict, reason, detail)
        VALUES (?, ?, ?, ?, ?, ?)`,
    );
    for (const { email, verdict, reason = null, detail = null } of results) {
      const address = deliveryForm(email);
      insert.run(address, toProbedMailbox(address), email, verdict, reason, detail);
    }
  }

  /** What differs: in the order of the second list, then what it lacks, in the order of the first. */
  *changes(): Generator<ComparedAddress> {
    this.#same = 0;
    // Not before all rows are there: an index that is filled in no order reads its pages again and again.
    this.#database.exec(INDEXES);
    for (const row of this.#database.prepare(JOINED).iterate()) {
      const changed = toChanged(row);
      if (changed) yield changed;
      else this.#same += 1;
    }
    for (const row of this.#database.prepare(REMOVED).iterate()) {
      const changed = toChanged(row);
      if (changed) yield changed;
    }
  }

  /** Addresses of the second list that `changes` found to be as they were. */
  get same(): number {
    return this.#same;
  }

  [Symbol.dispose](): void {
    this.#database.close();
  }
}

function tableOf(side: Side): string {
  return `CREATE TABLE ${side} (
    place INTEGER PRIMARY KEY,
    address TEXT NOT NULL UNIQUE,
    mailbox TEXT NOT NULL,
    email TEXT NOT NULL,
    verdict TEXT NOT NULL,
    reason TEXT,
    detail TEXT
  ) STRICT;`;
}

const INDEXES = `
  CREATE INDEX IF NOT EXISTS before_mailbox ON before (mailbox);
  CREATE INDEX IF NOT EXISTS after_mailbox ON after (mailbox);
`;

const COLUMNS = (side: Side) =>
  ['email', 'verdict', 'reason', 'detail']
    .map((name) => `${side}.${name} AS ${side}_${name}`)
    .join();

const JOINED = `
  SELECT ${COLUMNS('after')}, ${COLUMNS('before')}
  FROM after LEFT JOIN before ON before.place = coalesce(
    (SELECT place FROM before WHERE address = after.address),
    (SELECT min(place) FROM before WHERE mailbox = after.mailbox)
  )
  ORDER BY after.place
`;

const REMOVED = `
  SELECT ${COLUMNS('before')} FROM before
  WHERE NOT EXISTS (SELECT 1 FROM after WHERE after.mailbox = before.mailbox)
  ORDER BY before.place
`;

function toChanged(row: SqlRow): ComparedAddress | undefined {
  const [before, after] = [readSide(row, 'before'), readSide(row, 'after')];
  const change = changeOf(before, after);
  return change && { email: (after ?? before)?.email ?? '', before, after, change };
}

function readSide(row: SqlRow, side: Side): ListedResult | undefined {
  const cell = (name: string) => (row[`${side}_${name}`] ?? undefined) as string | undefined;
  const [email, verdict] = [cell('email'), cell('verdict')];
  if (email === undefined || verdict === undefined) return undefined;
  return { email, verdict: verdict as Verdict, reason: cell('reason'), detail: cell('detail') };
}
