import type { Kysely, Selectable } from 'kysely';
import type { RetryPlan } from '../../service/lists/list-ports.ts';
import type { ListRow, Tables } from '../tables.ts';
import { parsed } from './list-rows.ts';

/** Lists of one look. */
const MOST = 20;

/** The columns of a plan; null: there is none. */
export function retryColumns(plan: RetryPlan | null) {
  return {
    retry_at: plan?.times[0] ?? null,
    retries: plan && JSON.stringify(plan),
  };
}

interface DueList {
  readonly id: string;
  readonly teamId: string;
}

export async function dueRetries(db: Kysely<Tables>, now: number): Promise<DueList[]> {
  const due = await db
    .selectFrom('lists')
    .select(['id', 'team_id'])
    .where('retry_at', '<=', now)
    .where('status', '=', 'completed')
    .orderBy('retry_at')
    .limit(MOST)
    .execute();
  return due.map(({ id, team_id: teamId }) => ({ id, teamId }));
}

export async function postponeRetry(
  db: Kysely<Tables>,
  listId: string,
  until: number,
): Promise<void> {
  await db
    .updateTable('lists')
    .set({ retry_at: until })
    .where('id', '=', listId)
    .where('retry_at', '<', until)
    .execute();
}

/** Takes the times that have come out of a plan. */
export async function dropDueTimes(
  trx: Kysely<Tables>,
  { id, retries }: Pick<Selectable<ListRow>, 'id' | 'retries'>,
  now: number,
): Promise<void> {
  const plan = parsed<RetryPlan>(retries);
  if (!plan?.times.some((time) => time <= now)) return;
  const rest = { ...plan, times: plan.times.filter((time) => time > now) };
  await trx.updateTable('lists').set(retryColumns(rest)).where('id', '=', id).execute();
}
