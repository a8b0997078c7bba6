/**
 * Finds verifications by mailbox. An index in the order of mailboxes costs each row a page of its own, so the
 * database keeps none: rows are entered into `verified_mailboxes` many at once, in its order, when somebody
 * reads. The newest rows are not in it, and are looked through.
 */
import { setImmediate as nextTurn } from 'node:timers/promises';
import { type Kysely, sql } from 'kysely';
import { StoreError } from '../../service/store-error.ts';
import type { FindByMailbox } from '../database-parts.ts';
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

export function mailboxIndex(db: Kysely<Tables>, bounds = BOUNDS): FindByMailbox {
  let entering: Promise<void> | undefined;

  async function enterAll(): Promise<void> {
    while ((await countRecent(db)) > bounds.recent) {
      await enterRows(db, bounds.entered);
      await nextTurn();
    }
  }

  /** Without it a read is slower, and as right. */
  async function catchUp(): Promise<void> {
    entering ??= enterAll().finally(() => {
      entering = undefined;
    });
    await entering.catch((error: unknown) => {
      if (!(error instanceof StoreError)) throw error;
    });
  }

  return async (teamId, mailboxes) => {
    await catchUp();
    const given = sql`(select value from json_each(${JSON.stringify(mailboxes)}))`;
    return sql<boolean>`+verifications.team_id = ${teamId} and verifications.seq in (
      select seq from verified_mailboxes where mailbox in ${given} union all
      select seq from verifications where seq > ${END} and ${sql.raw(MAILBOX)} in ${given})`;
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
    await sql`insert into verified_mailboxes (mailbox, seq)
      select ${sql.raw(MAILBOX)} as mailbox, seq from verifications
      where seq > ${END} and seq <= ${end} order by mailbox`.execute(trx);
    await sql`update verified_mailboxes_end set seq = ${end}`.execute(trx);
  });
}
