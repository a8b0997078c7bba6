import { countedReads } from '../block-counts/counted-history.ts';
import type { DatabaseParts, HistoryReads } from '../database-parts.ts';
import { detailOf, joinDetails } from '../details/detail-columns.ts';
import type { ReadPool } from './read-pool.ts';

const ROWS = `select seq, at, email, facts, ${detailOf('verifications')}
  from verifications ${joinDetails('verifications')} where team_id = ? and (at, seq) < (?, ?)
  order by at desc, seq desc limit ?`;
const POSITION = `select seq, at from verifications where team_id = ? and (at, seq) < (?, ?)
  order by at desc, seq desc limit 1 offset ?`;
const MATCHES = `select seq, at, email, facts, ${detailOf('verifications')}
  from verifications ${joinDetails('verifications')}
  where team_id = ? and (at, seq) < (?, ?) and (at, seq) >= (?, ?) and instr(lower(email), ?) > 0
  order by at desc, seq desc limit ?`;

/** In threads, so that no read of a long history blocks the main thread. */
export function historyReads(pool: ReadPool, readAside: DatabaseParts['readAside']): HistoryReads {
  return {
    rows: (teamId, { at, seq }, limit) => pool.all(ROWS, teamId, at, seq, limit),
    position: (teamId, { at, seq }, count) => pool.all(POSITION, teamId, at, seq, count - 1),
    matches: (teamId, { before, to, text, limit }) =>
      pool.all(MATCHES, teamId, before.at, before.seq, to.at, to.seq, text, limit),
    ...countedReads(readAside),
  };
}
