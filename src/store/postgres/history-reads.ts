import { type Kysely, type RawBuilder, sql } from 'kysely';
import type { HistoryPosition } from '../../service/people/people-ports.ts';
import { countedReads } from '../block-counts/counted-history.ts';
import type { HistoryReads, Row, WantedBeginnings } from '../database-parts.ts';
import { type KeyRange, POSTGRES_KEY, toKeyRanges } from '../index-keys.ts';
import { joinResults, resultOf } from '../results/result-rows.ts';
import type { Tables } from '../tables.ts';

const RESULT = sql.raw(resultOf('verifications'));
const JOINED = sql.raw(joinResults('verifications'));

/** By the index (team_id, at, seq); `at` alone is compared too, since it chooses the months. */
export function historyReads(db: Kysely<Tables>): HistoryReads {
  const all = async (query: RawBuilder<Row>) => (await query.execute(db)).rows;
  async function beginnings(teamId: string, { before, text, limit, most }: WantedBeginnings) {
    const found = toKeyRanges(text).map((range) => foundIn(teamId, range, most + 1));
    if (found.length === 0) return [];
    // A row may be in two ranges.
    const rows = await all(sql`
      with found as materialized (${sql.join(found, sql` union `)})
      select counted.found, matching.*
      from (select count(*) as found from found) as counted left join (
        select seq, at, email, ${RESULT} from found as verifications ${JOINED}
        where ${isBefore(before)} and strpos(lower(email), ${text}) > 0
        order by at desc, seq desc limit ${limit}
      ) as matching on true order by at desc, seq desc`);
    if (Number(rows[0]?.found) > most) return undefined;
    return rows.filter(({ seq }) => seq !== null);
  }

  return {
    rows: (teamId, before, limit) =>
      all(sql`
        select seq, at, email, ${RESULT}
        from verifications ${JOINED}
        where team_id = ${teamId} and ${isBefore(before)}
        order by at desc, seq desc limit ${limit}`),
    position: (teamId, before, count) =>
      all(sql`
        select seq, at from verifications where team_id = ${teamId} and ${isBefore(before)}
        order by at desc, seq desc limit 1 offset ${count - 1}`),
    matches: (teamId, { before, to, text, limit }) =>
      all(sql`
        select seq, at, email, ${RESULT}
        from verifications ${JOINED}
        where team_id = ${teamId} and ${isBefore(before)}
          and at >= ${to.at} and (at, seq) >= (${to.at}, ${to.seq})
          and strpos(lower(email), ${text}) > 0
        order by at desc, seq desc limit ${limit}`),
    beginnings,
    ...countedReads(all),
  };
}

/** A team's rows with keys in a range, `limit` at most. In their order, which only the index has at hand. */
function foundIn(teamId: string, { from, until }: KeyRange, limit: number): RawBuilder<unknown> {
  const key = sql.raw(POSTGRES_KEY);
  return sql`(select seq, at, email, result_id, checked_at from verifications
    where team_id = ${teamId} and ${key} >= ${from} and ${key} < ${until}
    order by ${key} limit ${limit})`;
}

function isBefore({ at, seq }: HistoryPosition): RawBuilder<boolean> {
  return sql<boolean>`at <= ${at} and (at, seq) < (${at}, ${seq})`;
}
