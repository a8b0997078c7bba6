import type { ExpressionBuilder, Kysely } from 'kysely';
import type { Tables } from '../tables.ts';
import { inTransaction } from '../transaction.ts';
import { giveBackUsage } from './usage.ts';

export async function giveBack(db: Kysely<Tables>, id: string): Promise<void> {
  await inTransaction(db, async (trx) => {
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
  // Usually there isn't one, and the write lock is not needed.
  if (expired === 0) return;
  await inTransaction(db, async (trx) => {
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
