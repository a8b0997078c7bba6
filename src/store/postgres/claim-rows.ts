import { sql } from 'kysely';
import type { ClaimRows } from '../database-parts.ts';
import { isFree } from '../deliveries/delivery-claims.ts';
import type { ClaimedRow } from '../deliveries/delivery-tables.ts';
import { unnest } from './unnest.ts';

/**
 * One statement for all webhooks. What another process takes at this moment is passed over. By an array, since
 * a join is planned for far more rows than there are, and would read the whole table.
 */
export const claimRows: ClaimRows = async (trx, wanted, { now, leaseMs }) => {
  const given = unnest(wanted, [
    ['wanted_id', 'text', ({ webhookId }) => webhookId],
    ['wanted_count', 'bigint', ({ count }) => count],
  ]);
  const { rows } = await sql<ClaimedRow>`
    with free as materialized (
      select oldest.seq from ${given} cross join lateral (
        select seq from webhook_deliveries
        where status = 'pending' and webhook_id = wanted_id and next_at <= ${now}
          and ${isFree(now)}
        order by next_at, seq limit wanted_count for update skip locked
      ) as oldest
    )
    update webhook_deliveries set leased_until = ${now + leaseMs}
    where seq = any(array(select seq from free))
    returning seq, id, webhook_id, type, payload, created_at, next_at, attempts,
      expires_at`.execute(trx);
  return rows.sort((one, other) => one.seq - other.seq);
};
