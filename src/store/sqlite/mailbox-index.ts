/**
 * Finds verifications by mailbox. An index in the order of mailboxes costs each row a page of its own, so the
 * database keeps none: rows are entered into `verified_mailboxes` many at once, in its order, when somebody
 * reads. The newest rows are not in it, and are looked through.
 */
import { setImmediate as nextTurn, setTimeout as sleep } from 'node:timers/promises';
import { type Kysely, sql } from 'kysely';
import { StoreError } from '../../service/store-error.ts';
import type { FindByMailbox } from '../database-parts.ts';
import { sqliteKey, toIndexKey } from '../index-keys.ts';
import { MAILBOX } from '../rows.ts';
import type { Tables } from '../tables.ts';
import { inTransaction } from '../transaction.ts';

/** Sizes, in rows. */
export interface IndexBounds {
  /** Rows that a read looks through, which takes a millisecond or two. */
  readonly recent: number;
  /** Rows of a transaction: some 50 ms; others get their turn in between. */
  readonly entered: number;
}

const BOUNDS: IndexBounds = { recent: 5000, entered: 10_000 };

export interface MailboxIndex {
  readonly find: FindByMailbox;
  /** Whether all but the newest rows are in it. If not, they are entered from now on, with time for others between. */
  isEntered(): Promise<boolean>;
  close(): void;
}

/** Milliseconds between two transactions for which nobody waits. */
const PAUSE = 50;

export function mailboxIndex(db: Kysely<Tables>, bounds = BOUNDS): MailboxIndex {
  const closing = new AbortController();
  let entering: Promise<void> | undefined;
  let isAwaited = false;

  async function enterAll(): Promise<void> {
    while (!closing.signal.aborted && (await countRecent(db)) > bounds.recent) {
      await enterRows(db, bounds.entered);
      await (isAwaited ? nextTurn() : sleep(PAUSE, undefined, { ref: false }));
    }
  }

  /** Without it a read is slower, and as right. */
  async function catchUp(): Promise<void> {
    entering ??= enterAll().finally(() => {
      entering = undefined;
      isAwaited = false;
    });
    await entering.catch((error: unknown) => {
      if (!(error instanceof StoreError)) throw error;
    });
  }

  return {
    async find(teamId, mailboxes) {
      isAwaited = true;
      await catchUp();
      const given = sql`(select value from json_each(${JSON.stringify(mailboxes)}))`;
      const keys = sql`(select value from json_each(${JSON.stringify(mailboxes.map(toIndexKey))}))`;
      return sql<boolean>`+verifications.team_id = ${teamId} and ${sql.raw(MAILBOX)} in ${given}
        and verifications.seq in (
          select seq from verified_mailboxes where key in ${keys} union all
          select seq from verifications
          where seq > ${END} and ${sql.raw(MAILBOX)} in ${given})`;
    },
    async isEntered() {
      if ((await countRecent(db)) <= bounds.recent) return true;
      void catchUp();
      return false;
    },
    close: () => closing.abort(),
  };
}

const END = sql`(select seq from verified_mailboxes_end)`;
const NEWEST = sql`(select coalesce(max(seq), 0) from verifications)`;

/** The number of rows that are not in the index; too high where some were deleted. */
async function countRecent(db: Kysely<Tables>): Promise<number> {
  const { rows } = await sql<{ count: number }>`select ${NEWEST} - ${END} as count`.execute(db);
  return rows[0]?.count ?? 0;
}

function enterRows(db: Kysely<Tables>, most: number): Promise<void> {
  return inTransaction(db, async (trx) => {
    const end = sql`min(${END} + ${most}, ${NEWEST})`;
    await sql`insert into verified_mailboxes (key, seq)
      select ${sql.raw(sqliteKey())} as key, seq from verifications
      where seq > ${END} and seq <= ${end} order by key`.execute(trx);
    await sql`update verified_mailboxes_end set seq = ${end}`.execute(trx);
  });
}
