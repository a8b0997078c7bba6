import type { Kysely } from 'kysely';
import type { AuditAction, AuditEntry, AuditedChange } from '../service/people-ports.ts';
import type { Page } from '../service/records.ts';
import type { Tables } from './tables.ts';

interface AuditedAction {
  readonly teamId: string;
  readonly action: AuditAction;
  readonly subject: string;
}

/** Writes an audit entry, in the transaction of the change itself. */
export async function writeAudit(
  trx: Kysely<Tables>,
  { teamId, action, subject }: AuditedAction,
  { actor, at }: AuditedChange,
): Promise<void> {
  await trx
    .insertInto('audit_log')
    .values({ team_id: teamId, at, actor, action, subject })
    .execute();
}

export function listAudit(
  db: Kysely<Tables>,
  teamId: string,
  { limit, skip }: Page,
): Promise<AuditEntry[]> {
  return db
    .selectFrom('audit_log')
    .select(['at', 'actor', 'action', 'subject'])
    .where('team_id', '=', teamId)
    .orderBy('seq', 'desc')
    .limit(limit)
    .offset(skip)
    .execute();
}
