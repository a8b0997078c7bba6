import { sql } from 'kysely';
import type { DatabaseParts, HistoryReads } from '../database-parts.ts';
import { joinResults, resultOf } from '../results/result-rows.ts';
import { HISTORY, inFineBlock, stepsInBlock, withFineBlock } from './blocks.ts';

/** Reads of the history that are the same on both databases. */
export function countedReads(
  read: DatabaseParts['readAside'],
): Pick<HistoryReads, 'page' | 'days'> {
  const newest = sql`order by at desc, seq desc`;
  return {
    page: (teamId, { limit, skip }) =>
      read(sql`
        ${withFineBlock(HISTORY, { teamId, skip })}, first_row as (
          select at, seq from verifications where team_id = ${teamId} and ${inFineBlock(HISTORY)}
          ${newest} limit 1 offset ${stepsInBlock(skip)}
        )
        select seq, at, email, ${sql.raw(resultOf('verifications'))}
        from verifications ${sql.raw(joinResults('verifications'))}
        where team_id = ${teamId} and at <= (select at from first_row)
          and (at, seq) <= ((select at from first_row), (select seq from first_row))
        ${newest} limit ${limit}`),
    days: (teamId, { since, until }) =>
      read(sql`
        select start, count from block_counts where team_id = ${teamId}
          and counted = ${HISTORY.name} and size = ${sql.lit(HISTORY.coarse)}
          and start >= ${since} and start <= ${until}`),
  };
}
