import type { Kysely } from 'kysely';
import type {
  NewPerson,
  OpenInvitation,
  PeopleStore,
  PersonWithPassword,
  Role,
} from '../../service/people/people-ports.ts';
import type { Tables } from '../tables.ts';
import { inTransaction, lockTeam } from '../transaction.ts';
import { accountLanguage, findTeams, setAccountLanguage } from './accounts.ts';
import { writeAudit, writeFailedSignIn } from './audit-log.ts';
import { findPasswordLink, openPasswordLink, redeemPasswordLink } from './password-links.ts';
import { INVITATION_COLUMNS, toInvitation, toPersonWithPassword } from './people-rows.ts';

export function peopleStore(db: Kysely<Tables>): PeopleStore {
  return {
    openSetup: ({ hash, createdAt: created_at, replaces }) =>
      inTransaction(db, async (trx) => {
        if (await hasPeople(trx)) return false;
        await trx.deleteFrom('setup_links').where('created_at', '<=', replaces).execute();
        await trx.insertInto('setup_links').values({ hash, created_at }).execute();
        return true;
      }),
    setupIsOpen: (hash) => setupIsOpen(db, hash),
    redeemSetup: (hash, teamId, person) =>
      inTransaction(db, async (trx) => {
        await lockTeam(trx, teamId);
        if (!(await setupIsOpen(trx, hash))) return false;
        await trx.deleteFrom('setup_links').execute();
        await join(trx, person, { teamId, role: 'owner' });
        return true;
      }),
    findInvitation: (hash, now) => findInvitation(db, hash, now),
    redeemInvitation: (hash, person) => redeemInvitation(db, hash, person),
    openPasswordLink: (email, link, change) =>
      inTransaction(db, async (trx) => {
        const people = await findByEmail(trx, email);
        await openPasswordLink(trx, people, { link, change });
        return people.length > 0;
      }),
    findPasswordLink: (hash, now) => findPasswordLink(db, hash, now),
    redeemPasswordLink: (hash, change) => redeemPasswordLink(db, hash, change),
    findByEmail: (email) => findByEmail(db, email),
    findTeams: (personId) => findTeams(db, personId),
    setLanguage: (personId, language) => setAccountLanguage(db, personId, language),
    preferences: (personId) =>
      db
        .selectFrom('people')
        .select(['notices', 'zone'])
        .where('id', '=', personId)
        .executeTakeFirstOrThrow(),
    async setPreferences(personId, { notices, zone }) {
      await db.updateTable('people').set({ notices, zone }).where('id', '=', personId).execute();
    },
    recordFailedSignIn: (email, attempt) => writeFailedSignIn(db, email, attempt),
  };
}

async function findByEmail(db: Kysely<Tables>, email: string): Promise<PersonWithPassword[]> {
  const rows = await db
    .selectFrom('people')
    .selectAll()
    .where('email', '=', email)
    .orderBy('created_at')
    .orderBy('id')
    .execute();
  return rows.map(toPersonWithPassword);
}

async function hasPeople(db: Kysely<Tables>): Promise<boolean> {
  return (await db.selectFrom('people').select('id').limit(1).executeTakeFirst()) !== undefined;
}

async function setupIsOpen(db: Kysely<Tables>, hash: string): Promise<boolean> {
  const query = db.selectFrom('setup_links').select('hash').where('hash', '=', hash);
  return (await query.executeTakeFirst()) !== undefined && !(await hasPeople(db));
}

async function findInvitation(
  db: Kysely<Tables>,
  hash: string,
  now: number,
): Promise<OpenInvitation | undefined> {
  const row = await db
    .selectFrom('invitations')
    .innerJoin('teams', 'teams.id', 'invitations.team_id')
    .select(INVITATION_COLUMNS)
    .select(['teams.id as team_id', 'teams.name as team_name', 'teams.quota as team_quota'])
    .where('hash', '=', hash)
    .where('expires_at', '>', now)
    .executeTakeFirst();
  if (!row) return undefined;
  const team = { id: row.team_id, name: row.team_name, quota: row.team_quota };
  return { ...toInvitation(row), team };
}

function redeemInvitation(db: Kysely<Tables>, hash: string, person: NewPerson): Promise<boolean> {
  return inTransaction(db, async (trx) => {
    const invitation = await trx
      .deleteFrom('invitations')
      .where('hash', '=', hash)
      .where('email', '=', person.email)
      .where('expires_at', '>', person.createdAt)
      .returning(['team_id', 'role'])
      .executeTakeFirst();
    if (!invitation) return false;
    return join(trx, person, { teamId: invitation.team_id, role: invitation.role });
  });
}

/** Adds a person to a team; false when the address is in the team already. */
async function join(
  trx: Kysely<Tables>,
  { id, email, passwordHash, createdAt, accountId = id }: NewPerson,
  { teamId, role }: { teamId: string; role: Role },
): Promise<boolean> {
  const row = {
    id,
    team_id: teamId,
    email,
    role,
    password_hash: passwordHash,
    account_id: accountId,
    language: await accountLanguage(trx, accountId),
  };
  const { numInsertedOrUpdatedRows = 0n } = await trx
    .insertInto('people')
    .values({ ...row, created_at: createdAt })
    .onConflict((conflict) => conflict.columns(['team_id', 'email']).doNothing())
    .executeTakeFirstOrThrow();
  if (numInsertedOrUpdatedRows === 0n) return false;
  const audited = { teamId, action: 'person_joined', subject: email } as const;
  await writeAudit(trx, audited, { actor: email, at: createdAt });
  return true;
}
