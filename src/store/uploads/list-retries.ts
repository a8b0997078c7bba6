import type { Kysely } from 'kysely';
import type { RetryPlan } from '../../service/lists/list-ports.ts';
import type { Tables } from '../tables.ts';
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

/** Lists whose time has come, each for one caller alone: that time is taken out of its plan. */
export async function takeDueRetries(db: Kysely<Tables>, now: number): Promise<DueList[]> {
  const due = await db
    .selectFrom('lists')
    .select(['id', 'team_id', 'retry_at', 'retries'])
    .where('retry_at', '<=', now)
    .where('status', '=', 'completed')
    .orderBy('retry_at')
    .limit(MOST)
    .execute();
  const taken: DueList[] = [];
  for (const { id, team_id: teamId, retry_at, retries } of due) {
    const plan = parsed<RetryPlan>(retries);
    const rest = plan && { ...plan, times: plan.times.filter((time) => time > now) };
    const { numUpdatedRows } = await db
      .updateTable('lists')
      .set(retryColumns(rest))
      .where('id', '=', id)
      .where('status', '=', 'completed')
      .where('retry_at', '=', retry_at)
      .executeTakeFirstOrThrow();
    if (numUpdatedRows > 0n) taken.push({ id, teamId });
  }
  return taken;
}
