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
    .where('people.account_id', '=', ({ selectFrom }) =>
      selectFrom('people as self').select('self.account_id').where('self.id', '=', personId),
    )
    .orderBy('teams.name')
    .execute();
  return rows.map((row) => ({
    person: toPerson(row),
    team: { id: row.team_id, name: row.team_name, quota: row.team_quota },
  }));
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
