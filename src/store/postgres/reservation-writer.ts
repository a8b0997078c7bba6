import { type Kysely, sql } from 'kysely';
import type { Reservation } from '../../service/ports.ts';
import type { AddressWriters } from '../database-parts.ts';
import { GroupedWrites } from '../grouped-writes.ts';
import type { Tables } from '../tables.ts';
import { inTransaction } from '../transaction.ts';
import { changeUsage, GROUP_ROWS, summed } from './address-rows.ts';
import { type Column, namesOf, unnest } from './unnest.ts';

interface TeamReservation extends Reservation {
  readonly teamId: string;
}

const RESERVATIONS: readonly Column<TeamReservation>[] = [
  ['id', 'text', ({ id }) => id],
  ['team_id', 'text', ({ teamId }) => teamId],
  ['month', 'text', ({ month }) => month],
  ['count', 'bigint', ({ count }) => count],
  ['expires_at', 'bigint', ({ expiresAt }) => expiresAt],
];

/** Reserves usage for single verifications. */
export function reservationWriter(db: Kysely<Tables>): AddressWriters['reserve'] {
  const writes = new GroupedWrites<TeamReservation, boolean>({
    groupRows: GROUP_ROWS,
    write: (group) => inTransaction(db, (trx) => reserveAll(trx, group)),
  });
  return (teamId, reservation) => writes.add({ ...reservation, teamId });
}

async function reserveAll(
  trx: Kysely<Tables>,
  group: readonly TeamReservation[],
): Promise<boolean[]> {
  const left = await lockUsage(trx, group);
  const fits = group.map(({ teamId, month, count }) => {
    const id = usageId(teamId, month);
    const room = left.get(id) ?? 0;
    if (count > room) return false;
    left.set(id, room - count);
    return true;
  });
  const reserved = group.filter((_, index) => fits[index]);
  await changeUsage(trx, reserved);
  if (reserved.length > 0) {
    await sql`
      insert into reservations (${namesOf(RESERVATIONS)})
      select * from ${unnest(reserved, RESERVATIONS)}`.execute(trx);
  }
  return fits;
}

/** What each team may still use of each month, which nobody else changes until the transaction ends. */
async function lockUsage(
  trx: Kysely<Tables>,
  group: readonly TeamReservation[],
): Promise<Map<string, number>> {
  const months = summed(group);
  const given = unnest(months, [
    ['team_id', 'text', ({ teamId }) => teamId],
    ['month', 'text', ({ month }) => month],
  ]);
  await sql`
    insert into usage (team_id, month, used) select team_id, month, 0 from ${given}
    on conflict do nothing`.execute(trx);
  const { rows } = await sql<{ team_id: string; month: string; room: number }>`
    select usage.team_id, usage.month,
      coalesce(quota, ${Number.MAX_SAFE_INTEGER}) - used as room
    from usage join teams on teams.id = usage.team_id
    where (usage.team_id, usage.month) in (select team_id, month from ${given})
    order by usage.team_id, usage.month for update of usage`.execute(trx);
  return new Map(rows.map(({ team_id, month, room }) => [usageId(team_id, month), room]));
}

function usageId(teamId: string, month: string): string {
  return JSON.stringify([teamId, month]);
}
