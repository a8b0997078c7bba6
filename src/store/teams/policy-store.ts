import { type Kysely, sql } from 'kysely';
import type { PolicyStore } from '../../service/teams/policy-ports.ts';
import { writeAudit } from '../people/audit-log.ts';
import type { Tables } from '../tables.ts';
import { inTransaction } from '../transaction.ts';

export function policyStore(db: Kysely<Tables>, teamId: string): PolicyStore {
  return {
    async find() {
      const row = await db
        .selectFrom('team_policies')
        .select(['text', 'changed_at'])
        .where('team_id', '=', teamId)
        .executeTakeFirst();
      return row && { text: row.text, changedAt: row.changed_at };
    },
    set(text, change) {
      const row = { text, changed_at: change.at };
      // Lists know by the time which one they were judged by: no two have the same.
      const later = sql<number>`case when team_policies.changed_at < ${change.at} then ${change.at}
        else team_policies.changed_at + 1 end`;
      return inTransaction(db, async (trx) => {
        await trx
          .insertInto('team_policies')
          .values({ team_id: teamId, ...row })
          .onConflict((conflict) =>
            conflict.column('team_id').doUpdateSet({ text, changed_at: later }),
          )
          .execute();
        await writeAudit(trx, { teamId, action: 'policy_changed', subject: '' }, change);
      });
    },
    remove(change) {
      return inTransaction(db, async (trx) => {
        const { numDeletedRows } = await trx
          .deleteFrom('team_policies')
          .where('team_id', '=', teamId)
          .executeTakeFirstOrThrow();
        if (numDeletedRows === 0n) return false;
        await writeAudit(trx, { teamId, action: 'policy_removed', subject: '' }, change);
        return true;
      });
    },
  };
}
