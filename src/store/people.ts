import { type Selectable, sql } from 'kysely';
import type {
  AuditAction,
  AuditEntry,
  AuditedChange,
  Invitation,
  NewPasswordLink,
  NewPerson,
  OpenInvitation,
  PasswordChange,
  PeopleStore,
  Person,
  PersonWithPassword,
  Role,
  SessionStore,
  SignInAttempt,
  TeamMember,
} from '../service/people/records.ts';
import type { Page } from '../service/records.ts';
import type { Db, InvitationRow, PersonRow } from './tables.ts';
import { inTransaction, lockTeam } from './transaction.ts';

export function peopleStore(db: Db): PeopleStore {
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

async function findByEmail(db: Db, email: string): Promise<PersonWithPassword[]> {
  const rows = await db
    .selectFrom('people')
    .selectAll()
    .where('email', '=', email)
    .orderBy('created_at')
    .orderBy('id')
    .execute();
  return rows.map(toPersonWithPassword);
}

async function hasPeople(db: Db): Promise<boolean> {
  return (await db.selectFrom('people').select('id').limit(1).executeTakeFirst()) !== undefined;
}

async function setupIsOpen(db: Db, hash: string): Promise<boolean> {
  const query = db.selectFrom('setup_links').select('hash').where('hash', '=', hash);
  return (await query.executeTakeFirst()) !== undefined && !(await hasPeople(db));
}

async function findInvitation(
  db: Db,
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

function redeemInvitation(db: Db, hash: string, person: NewPerson): Promise<boolean> {
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
  trx: Db,
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

/** Converts rows of people to records of the core. */

export const PERSON_COLUMNS = [
  'people.id',
  'people.email',
  'people.role',
  'people.created_at',
  'people.language',
] as const;

type PersonColumns = Pick<PersonRow, 'id' | 'email' | 'role' | 'created_at' | 'language'>;

export function toPerson({ created_at, ...person }: PersonColumns): Person {
  const { id, email, role, language } = person;
  return { id, email, role, createdAt: created_at, language };
}

function toPersonWithPassword(row: Selectable<PersonRow>): PersonWithPassword {
  return {
    ...toPerson(row),
    teamId: row.team_id,
    passwordHash: row.password_hash,
    accountId: row.account_id,
  };
}

export const INVITATION_COLUMNS = [
  'invitations.id',
  'invitations.email',
  'invitations.role',
  'invitations.created_at',
  'invitations.expires_at',
] as const;

export function toInvitation(row: Omit<InvitationRow, 'hash' | 'team_id'>): Invitation {
  const { id, email, role, created_at, expires_at } = row;
  return { id, email, role, createdAt: created_at, expiresAt: expires_at };
}

/** A person's account in all its teams, by the team's name. */
async function findTeams(db: Db, personId: string): Promise<TeamMember[]> {
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

function accountOf(db: Db, personId: string) {
  return db.selectFrom('people as self').select('self.account_id').where('self.id', '=', personId);
}

/** Sets the language of a person's account in all its teams; null: the browser's. */
async function setAccountLanguage(
  db: Db,
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
async function accountLanguage(db: Db, accountId: string): Promise<string | null> {
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
  trx: Db,
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

type LinkOwner = Pick<PersonWithPassword, 'id' | 'email' | 'teamId'>;

/** Replaces the links of these people, in the caller's transaction. */
export async function openPasswordLink(
  trx: Db,
  people: readonly LinkOwner[],
  { link, change }: { readonly link: NewPasswordLink; readonly change: AuditedChange },
): Promise<void> {
  for (const { id, email, teamId } of people) {
    await dropPasswordLinks(trx, id);
    const row = { hash: link.hash, person_id: id, expires_at: link.expiresAt };
    await trx.insertInto('password_links').values(row).execute();
    const audited = { teamId, action: 'password_link_created', subject: email } as const;
    await writeAudit(trx, audited, change);
  }
}

/** Finds the people of an open link, oldest first. */
async function findPasswordLink(db: Db, hash: string, now: number): Promise<PersonWithPassword[]> {
  const rows = await db
    .selectFrom('password_links')
    .innerJoin('people', 'people.id', 'password_links.person_id')
    .selectAll('people')
    .where('password_links.hash', '=', hash)
    .where('password_links.expires_at', '>', now)
    .orderBy('people.created_at')
    .orderBy('people.id')
    .execute();
  return rows.map(toPersonWithPassword);
}

/** Sets the password of a link's people; false when the link is no longer open. */
function redeemPasswordLink(
  db: Db,
  hash: string,
  { passwordHash, at, accountId }: PasswordChange,
): Promise<boolean> {
  return inTransaction(db, async (trx) => {
    await lockLink(trx, hash);
    const people = await findPasswordLink(trx, hash, at);
    for (const { id, email, teamId } of people) {
      await dropPasswordLinks(trx, id);
      const set = { password_hash: passwordHash, account_id: accountId };
      await trx.updateTable('people').set(set).where('id', '=', id).execute();
      await endSessions(trx, id);
      const audited = { teamId, action: 'password_changed', subject: email } as const;
      await writeAudit(trx, audited, { actor: email, at });
    }
    return people.length > 0;
  });
}

/** Of two who use a link at once, the second finds it used. */
async function lockLink(trx: Db, hash: string): Promise<void> {
  const link = trx.selectFrom('password_links').select('hash').where('hash', '=', hash);
  await link.forUpdate().execute();
}

/** Deletes a person's links: after a removal or a new password they must not work. */
export async function dropPasswordLinks(trx: Db, personId: string): Promise<void> {
  await trx.deleteFrom('password_links').where('person_id', '=', personId).execute();
}

export function sessionStore(db: Db): SessionStore {
  return {
    create: (session, passwordHash) => create(db, session, passwordHash),
    find: (hash) => find(db, hash),
    async markSeen(hash, at) {
      await db.updateTable('sessions').set({ seen_at: at }).where('hash', '=', hash).execute();
    },
    async replace(hash, { hash: next, personId, seenAt }) {
      const set = { hash: next, person_id: personId, seen_at: seenAt };
      const update = db.updateTable('sessions').set(set).where('hash', '=', hash);
      return (await update.executeTakeFirst()).numUpdatedRows > 0n;
    },
    async end(hash) {
      await db.deleteFrom('sessions').where('hash', '=', hash).execute();
    },
    async endAll(personId) {
      await db
        .deleteFrom('sessions')
        .where('person_id', 'in', ({ selectFrom }) =>
          selectFrom('people')
            .innerJoin('people as self', 'self.account_id', 'people.account_id')
            .select('people.id')
            .where('self.id', '=', personId),
        )
        .execute();
    },
    async sweep(createdBefore, seenBefore) {
      await db
        .deleteFrom('sessions')
        .where(({ or, eb }) =>
          or([eb('created_at', '<', createdBefore), eb('seen_at', '<', seenBefore)]),
        )
        .execute();
    },
  };
}

/** Locks the person: a change of the password ends this session too, or is seen here. */
function create(
  db: Db,
  { hash, personId, createdAt, seenAt }: Parameters<SessionStore['create']>[0],
  passwordHash: string,
): Promise<boolean> {
  return inTransaction(db, async (trx) => {
    const person = await trx
      .selectFrom('people')
      .select('id')
      .where('id', '=', personId)
      .where('password_hash', '=', passwordHash)
      .forShare()
      .executeTakeFirst();
    if (!person) return false;
    const row = { hash, person_id: personId, created_at: createdAt, seen_at: seenAt };
    await trx.insertInto('sessions').values(row).execute();
    return true;
  });
}

export async function endSessions(db: Db, personId: string): Promise<void> {
  await db.deleteFrom('sessions').where('person_id', '=', personId).execute();
}

async function find(db: Db, hash: string) {
  const row = await db
    .selectFrom('sessions')
    .innerJoin('people', 'people.id', 'sessions.person_id')
    .innerJoin('teams', 'teams.id', 'people.team_id')
    .select(PERSON_COLUMNS)
    .select(['sessions.created_at as session_created_at', 'sessions.seen_at'])
    .select(['teams.id as team_id', 'teams.name as team_name', 'teams.quota as team_quota'])
    .where('sessions.hash', '=', hash)
    .executeTakeFirst();
  if (!row) return undefined;
  const { seen_at: seenAt, session_created_at: createdAt } = row;
  const team = { id: row.team_id, name: row.team_name, quota: row.team_quota };
  return {
    session: { hash, personId: row.id, createdAt, seenAt },
    identity: { person: toPerson(row), team },
  };
}

interface AuditedAction {
  readonly teamId: string;
  readonly action: AuditAction;
  readonly subject: string;
}

/** Writes an audit entry, in the transaction of the change itself. */
export async function writeAudit(
  trx: Db,
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
async function writeFailedSignIn(
  db: Db,
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

export function listAudit(db: Db, teamId: string, { limit, skip }: Page): Promise<AuditEntry[]> {
  return db
    .selectFrom('audit_log')
    .select(['at', 'actor', 'action', 'subject'])
    .where('team_id', '=', teamId)
    .orderBy('seq', 'desc')
    .limit(limit)
    .offset(skip)
    .execute();
}
