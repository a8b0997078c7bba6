import type { ExpressionBuilder, Kysely } from 'kysely';
import type { Reservation } from '../service/ports.ts';
import type { Tables } from './tables.ts';
import { addUsage, giveBackUsage } from './usage.ts';

/** Reserves usage; false, with nothing reserved, when the quota does not allow it. */
export function reserve(
  db: Kysely<Tables>,
  teamId: string,
  { id, month, count, expiresAt }: Reservation,
): Promise<boolean> {
  return db.transaction().execute(async (trx) => {
    if (!(await addUsage(trx, { teamId, month, count }))) return false;
    await trx
      .insertInto('reservations')
      .values({ id, team_id: teamId, month, count, expires_at: expiresAt })
      .execute();
    return true;
  });
}

export async function giveBack(db: Kysely<Tables>, id: string): Promise<void> {
  await db.transaction().execute(async (trx) => {
    const reservation = trx.deleteFrom('reservations').where('id', '=', id);
    await returnToTeams(trx, await reservation.returningAll().execute());
  });
}

/** The longest reservation: a later date was written before the clock was set back. */
const LONGEST_MS = 10 * 60_000;

export async function giveBackExpired(db: Kysely<Tables>, now: number): Promise<void> {
  const isOver = (eb: ExpressionBuilder<Tables, 'reservations'>) =>
    eb.or([eb('expires_at', '<=', now), eb('expires_at', '>', now + LONGEST_MS)]);
  const { expired } = await db
    .selectFrom('reservations')
    .select(({ fn }) => fn.countAll<number>().as('expired'))
    .where(isOver)
    .executeTakeFirstOrThrow();
  // Mostly there is none, and the write lock is not needed.
  if (expired === 0) return;
  await db.transaction().execute(async (trx) => {
    const gone = trx.deleteFrom('reservations').where(isOver);
    await returnToTeams(trx, await gone.returningAll().execute());
  });
}

async function returnToTeams(
  trx: Kysely<Tables>,
  rows: readonly Tables['reservations'][],
): Promise<void> {
  for (const { team_id, month, count } of rows) {
    await giveBackUsage(trx, { teamId: team_id, month, count });
  }
}
