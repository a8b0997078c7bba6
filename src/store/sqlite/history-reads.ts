import { countedReads } from '../block-counts/counted-history.ts';
import type { DatabaseParts, HistoryReads, WantedBeginnings } from '../database-parts.ts';
import { sqliteKey, toKeyRanges } from '../index-keys.ts';
import { joinResults, resultOf } from '../results/result-rows.ts';
import type { MailboxIndex } from './mailbox-index.ts';
import type { ReadPool } from './read-pool.ts';

const COLUMNS = `seq, at, email, ${resultOf('verifications')}`;
const ROWS = `select ${COLUMNS}
  from verifications ${joinResults('verifications')} where team_id = ? and (at, seq) < (?, ?)
  order by at desc, seq desc limit ?`;
const POSITION = `select seq, at from verifications where team_id = ? and (at, seq) < (?, ?)
  order by at desc, seq desc limit 1 offset ?`;
const MATCHES = `select ${COLUMNS}
  from verifications ${joinResults('verifications')}
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
  from verifications ${joinResults('verifications')}
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
