import { setImmediate as nextTurn, setTimeout as sleep } from 'node:timers/promises';
import { sql } from 'kysely';
import { StoreError } from '../../service/store-error.ts';
import type {
  DatabaseParts,
  FindByMailbox,
  HistoryReads,
  HistoryUpkeep,
  WantedBeginnings,
} from '../database-parts.ts';
import { countedReads } from '../history.ts';
import { sqliteKey, toIndexKey, toKeyRanges } from '../index-keys.ts';
import { resultOf, resultsJoin } from '../results.ts';
import { MAILBOX } from '../rows.ts';
import type { Db } from '../tables.ts';
import { inTransaction } from '../transaction.ts';
import type { ReadPool } from './read-pool.ts';

const COLUMNS = `seq, at, email, ${resultOf('verifications')}`;
const ROWS = `select ${COLUMNS}
  from verifications ${resultsJoin('verifications')} where team_id = ? and (at, seq) < (?, ?)
  order by at desc, seq desc limit ?`;
const POSITION = `select seq, at from verifications where team_id = ? and (at, seq) < (?, ?)
  order by at desc, seq desc limit 1 offset ?`;
const MATCHES = `select ${COLUMNS}
  from verifications ${resultsJoin('verifications')}
  where team_id = ? and (at, seq) < (?, ?) and (at, seq) >= (?, ?) and instr(lower(email), ?) > 0
  order by at desc, seq desc limit ?`;

/** Rows by the index: `?1` has ranges of their keys. */
const isWanted = (key: string) =>
  `${key} >= wanted.value ->> 'from' and ${key} < wanted.value ->> 'until'`;
const ENTERED = `select entered.seq from json_each(?1) as wanted
  cross join verified_mailboxes as entered on ${isWanted('entered.key')}`;
const COUNT = `select count(*) as count from (${ENTERED} limit ?2)`;
/** The newest rows are not in the index. */
const RECENT = `select recent.seq from verifications as recent join json_each(?1) as wanted
  on ${isWanted(sqliteKey('recent.'))}
  where recent.seq > (select seq from verified_mailboxes_end)`;
const BEGINNINGS = `select ${COLUMNS}
  from verifications ${resultsJoin('verifications')}
  where +team_id = ?2 and (at, seq) < (?3, ?4) and instr(lower(email), ?5) > 0
    and seq in (${ENTERED} union all ${RECENT})
  order by at desc, seq desc limit ?6`;

interface ReadDeps {
  readonly pool: ReadPool;
  readonly readAside: DatabaseParts['readAside'];
  readonly index: MailboxIndex;
}

/** In threads, so that no read of a long history blocks the main thread. */
export function historyReads({ pool, readAside, index }: ReadDeps): HistoryReads {
  async function beginnings(teamId: string, { before, text, limit, most }: WantedBeginnings) {
    if (!(await index.isEntered())) return undefined;
    const wanted = JSON.stringify(toKeyRanges(text));
    const [found] = await pool.all(COUNT, wanted, most + 1);
    if (Number(found?.count) > most) return undefined;
    return pool.all(BEGINNINGS, wanted, teamId, before.at, before.seq, text, limit);
  }

  return {
    rows: (teamId, { at, seq }, limit) => pool.all(ROWS, teamId, at, seq, limit),
    position: (teamId, { at, seq }, count) => pool.all(POSITION, teamId, at, seq, count - 1),
    matches: (teamId, { before, to, text, limit }) =>
      pool.all(MATCHES, teamId, before.at, before.seq, to.at, to.seq, text, limit),
    beginnings,
    ...countedReads(readAside),
  };
}

/** Rows that one sweep deletes at most, which bounds how long it holds the write lock. */
const SWEEP_ROWS = 1000;

export function historyUpkeep(db: Db): HistoryUpkeep {
  return {
    async newest() {
      const last = db.selectFrom('verifications').select('at').orderBy('seq', 'desc').limit(1);
      return (await last.executeTakeFirst())?.at;
    },
    async sweep(before) {
      // The history grows in order of time, so only its oldest rows are read.
      const oldest = db
        .selectFrom('verifications')
        .select(['seq', 'at'])
        .orderBy('seq')
        .limit(SWEEP_ROWS);
      const expired = db.selectFrom(oldest.as('oldest')).select('seq').where('at', '<', before);
      const { numDeletedRows } = await db
        .deleteFrom('verifications')
        .where('seq', 'in', expired)
        .executeTakeFirstOrThrow();
      return Number(numDeletedRows);
    },
  };
}

/**
 * Finds verifications by mailbox. An index in the order of mailboxes costs each row a page of its own, so the
 * database keeps none: rows are entered into `verified_mailboxes` many at once, in its order, when somebody
 * reads. The newest rows are not in it, and are looked through.
 */

/** Sizes, in rows. */
export interface IndexBounds {
  /** Rows that a read looks through, which takes a millisecond or two. */
  readonly recent: number;
  /** Rows of a transaction: some 50 ms; others get their turn in between. */
  readonly entered: number;
}

const BOUNDS: IndexBounds = { recent: 5000, entered: 10_000 };

interface MailboxIndex {
  readonly find: FindByMailbox;
  /** Whether all but the newest rows are in it. If not, they are entered from now on, with time for others between. */
  isEntered(): Promise<boolean>;
  close(): void;
}

/** Milliseconds between two transactions for which nobody waits. */
const PAUSE = 50;

export function mailboxIndex(db: Db, bounds = BOUNDS): MailboxIndex {
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
async function countRecent(db: Db): Promise<number> {
  const { rows } = await sql<{ count: number }>`select ${NEWEST} - ${END} as count`.execute(db);
  return rows[0]?.count ?? 0;
}

function enterRows(db: Db, most: number): Promise<void> {
  return inTransaction(db, async (trx) => {
    const end = sql`min(${END} + ${most}, ${NEWEST})`;
    await sql`insert into verified_mailboxes (key, seq)
      select ${sql.raw(sqliteKey())} as key, seq from verifications
      where seq > ${END} and seq <= ${end} order by key`.execute(trx);
    await sql`update verified_mailboxes_end set seq = ${end}`.execute(trx);
  });
}
