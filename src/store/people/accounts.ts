import type { Kysely } from 'kysely';
import type { AuditedChange, TeamMember } from '../../service/people/people-ports.ts';
import type { Tables } from '../tables.ts';
import { writeAudit } from './audit-log.ts';
import { dropPasswordLinks } from './password-links.ts';
import { PERSON_COLUMNS, toPerson } from './people-rows.ts';
import { endSessions } from './session-store.ts';

/** A person's account in all its teams, by the team's name. */
export async function findTeams(db: Kysely<Tables>, personId: string): Promise<TeamMember[]> {
  const rows = await db
    .selectFrom('people')
    .innerJoin('teams', 'teams.id', 'people.team_id')
    .select(PERSON_COLUMNS)
    .select(['teams.id as team_id', 'teams.name as team_name', 'teams.quota as team_quota'])
    .where('people.account_id', '=', accountOf(db, personId))
    .orderBy('teams.name')
    .execute();
  return rows.map((row) => ({
    person: toPerson(row),
    team: { id: row.team_id, name: row.team_name, quota: row.team_quota },
  }));
}

function accountOf(db: Kysely<Tables>, personId: string) {
  return db.selectFrom('people as self').select('self.account_id').where('self.id', '=', personId);
}

/** Sets the language of a person's account in all its teams; null: the browser's. */
export async function setAccountLanguage(
  db: Kysely<Tables>,
  personId: string,
  language: string | null,
): Promise<void> {
  await db
    .updateTable('people')
    .set({ language })
    .where('account_id', '=', accountOf(db, personId))
    .execute();
}

/** The language of an account that joins a further team. */
export async function accountLanguage(
  db: Kysely<Tables>,
  accountId: string,
): Promise<string | null> {
  const of = db.selectFrom('people').select('language').where('account_id', '=', accountId);
  return (await of.limit(1).executeTakeFirst())?.language ?? null;
}

interface NewPassword {
  readonly personId: string;
  readonly passwordHash: string;
  readonly change: AuditedChange;
}

/** Sets the password of a person's account in all its teams, in the caller's transaction. */
export async function setAccountPassword(
  trx: Kysely<Tables>,
  { personId, passwordHash, change }: NewPassword,
): Promise<void> {
  for (const { person, team } of await findTeams(trx, personId)) {
    const { id, email } = person;
    await trx
      .updateTable('people')
      .set({ password_hash: passwordHash })
      .where('id', '=', id)
      .execute();
    await endSessions(trx, id);
    await dropPasswordLinks(trx, id);
    const audited = { teamId: team.id, action: 'password_changed', subject: email } as const;
    await writeAudit(trx, audited, change);
  }
}
