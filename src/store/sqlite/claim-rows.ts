import { sql } from 'kysely';
import type { ClaimRows } from '../database-parts.ts';
import { isFree } from '../deliveries/delivery-claims.ts';
import type { ClaimedRow } from '../deliveries/delivery-tables.ts';

/** A statement for each webhook: SQLite has no lateral join. */
export const claimRows: ClaimRows = async (trx, wanted, { now, leaseMs }) => {
  const claimed: ClaimedRow[] = [];
  for (const { webhookId, count } of wanted) {
    const { rows } = await sql<ClaimedRow>`
      update webhook_deliveries set leased_until = ${now + leaseMs} where seq in (
        select seq from webhook_deliveries
        where status = 'pending' and webhook_id = ${webhookId} and next_at <= ${now}
          and ${isFree(now)}
        order by next_at, seq limit ${count}
      ) returning seq, id, webhook_id, type, payload, created_at, next_at, attempts,
        expires_at`.execute(trx);
    claimed.push(...rows.sort((one, other) => one.seq - other.seq));
  }
  return claimed;
};
