import { sql } from 'kysely';
import type { LockParts } from '../outcome-recorder.ts';

interface LockedPart {
  readonly claim: string;
  readonly team_id: string;
  readonly month: string;
  readonly failures: number;
}

/** The parts that are worked on and their batches, locked: none is cancelled or taken over meanwhile. */
export const lockParts: LockParts = async (trx, claims) => {
  const ids = claims.map(({ claim }) => claim);
  const { rows } = await sql<LockedPart>`
    select claim, batches.team_id, month, batch_parts.failures
    from batch_parts join batches on batches.id = batch_id
    where claim = any(${ids}::text[]) and batches.status = 'processing'
    order by batches.id, batch_parts.id for no key update`.execute(trx);
  const failed = rows.filter(({ failures }) => failures > 0).map(({ claim }) => claim);
  if (failed.length > 0) {
    await sql`
      update batch_parts set failures = 0 where claim = any(${failed}::text[])`.execute(trx);
  }
  const parts = new Map(rows.map((row) => [row.claim, row]));
  return ids.map((claim) => parts.get(claim));
};
