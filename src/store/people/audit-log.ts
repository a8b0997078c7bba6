import { type Kysely, sql } from 'kysely';
import type {
  AuditAction,
  AuditEntry,
  AuditedChange,
  SignInAttempt,
} from '../../service/people/people-ports.ts';
import type { Page } from '../../service/records.ts';
import type { Tables } from '../tables.ts';

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

/**
 * Writes a failed sign-in to the log of each team of an address, in one statement that runs for an
 * unknown address too: the time of the answer does not reveal which addresses are known.
 */
export async function writeFailedSignIn(
  db: Kysely<Tables>,
  email: string,
  { source, at }: SignInAttempt,
): Promise<void> {
  const action: AuditAction = 'sign_in_failed';
  await sql`
    insert into audit_log (team_id, at, actor, action, subject)
    select team_id, ${at}, email, ${action}, ${source} from people where email = ${email}`.execute(
    db,
  );
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
