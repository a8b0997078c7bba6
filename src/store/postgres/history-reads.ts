import { type Kysely, type RawBuilder, sql } from 'kysely';
import type { HistoryPosition } from '../../service/people/people-ports.ts';
import { countedReads } from '../block-counts/counted-history.ts';
import type { HistoryReads, Row } from '../database-parts.ts';
import { detailOf, joinDetails } from '../details/detail-columns.ts';
import type { Tables } from '../tables.ts';

const DETAIL = sql.raw(detailOf('verifications'));
const JOINED = sql.raw(joinDetails('verifications'));

/** By the index (team_id, at, seq); `at` alone is compared too, since it chooses the months. */
export function historyReads(db: Kysely<Tables>): HistoryReads {
  const all = async (query: RawBuilder<Row>) => (await query.execute(db)).rows;
  return {
    rows: (teamId, before, limit) =>
      all(sql`
        select seq, at, email, facts, ${DETAIL}
        from verifications ${JOINED}
        where team_id = ${teamId} and ${isBefore(before)}
        order by at desc, seq desc limit ${limit}`),
    position: (teamId, before, count) =>
      all(sql`
        select seq, at from verifications where team_id = ${teamId} and ${isBefore(before)}
        order by at desc, seq desc limit 1 offset ${count - 1}`),
    matches: (teamId, { before, to, text, limit }) =>
      all(sql`
        select seq, at, email, facts, ${DETAIL}
        from verifications ${JOINED}
        where team_id = ${teamId} and ${isBefore(before)}
          and at >= ${to.at} and (at, seq) >= (${to.at}, ${to.seq})
          and strpos(lower(email), ${text}) > 0
        order by at desc, seq desc limit ${limit}`),
    ...countedReads(all),
  };
}

function isBefore({ at, seq }: HistoryPosition): RawBuilder<boolean> {
  return sql<boolean>`at <= ${at} and (at, seq) < (${at}, ${seq})`;
}
