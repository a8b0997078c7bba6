import type { KeyScope } from '../contract/key-scopes.ts';
import type {
  AuditedChange,
  MemberChange,
  MembersStore,
  NewInvitation,
  Person,
  Role,
} from '../service/people/records.ts';
import { insertKey, listTeamKeys, revokeKey, revokeKeysOf } from './keys.ts';
import {
  dropPasswordLinks,
  endSessions,
  INVITATION_COLUMNS,
  listAudit,
  openPasswordLink,
  PERSON_COLUMNS,
  setAccountPassword,
  toInvitation,
  toPerson,
  writeAudit,
} from './people.ts';
import type { Db } from './tables.ts';
import { inTransaction, lockTeam } from './transaction.ts';

/** A team's people, invitations, keys and audit log. Every statement is limited to the team. */
export function membersStore(db: Db, teamId: string): MembersStore {
  return {
    list: () => list(db, teamId),
    invite: (invitation, change) => invite(db, teamId, { invitation, change }),
    async invitations(now) {
      const rows = await db
        .selectFrom('invitations')
        .select(INVITATION_COLUMNS)
        .where('team_id', '=', teamId)
        .where('expires_at', '>', now)
        .orderBy('created_at', 'desc')
        .execute();
      return rows.map(toInvitation);
    },
    withdrawInvitation: (id, change) => withdraw(db, teamId, { id, change }),
    remove: (personId, change) => remove(db, teamId, { personId, change }),
    setRole: (personId, wanted, change) => setRole(db, teamId, { ...wanted, personId, change }),
    setPassword: (personId, passwordHash, change) =>
      inTransaction(db, async (trx) => {
        const isMember = (await list(trx, teamId)).some(({ id }) => id === personId);
        if (isMember) await setAccountPassword(trx, { personId, passwordHash, change });
      }),
    recordSignIn: (email, { source, at }) =>
      writeAudit(db, { teamId, action: 'signed_in', subject: source }, { actor: email, at }),
    openPasswordLink: (personId, link, change) =>
      inTransaction(db, async (trx) => {
        const person = (await list(trx, teamId)).find(({ id }) => id === personId);
        if (person) await openPasswordLink(trx, [{ ...person, teamId }], { link, change });
        return person;
      }),
    createKey: (key, change, roles) =>
      inTransaction(db, async (trx) => {
        await lockTeam(trx, teamId);
        const isCreator = ({ email, role }: Person) =>
          email === change.actor && roles?.includes(role);
        if (roles && !(await list(trx, teamId)).some(isCreator)) return false;
        await insertKey(trx, { ...key, teamId }, change);
        return true;
      }),
    keys: () => listTeamKeys(db, teamId),
    revokeKey: (id, change) => revokeKey(db, { id, teamId }, change),
    audit: (page) => listAudit(db, teamId, page),
  };
}

async function list(db: Db, teamId: string): Promise<Person[]> {
  const rows = await db
    .selectFrom('people')
    .select(PERSON_COLUMNS)
    .where('team_id', '=', teamId)
    .orderBy('created_at')
    .orderBy('id')
    .execute();
  return rows.map(toPerson);
}

function invite(
  db: Db,
  teamId: string,
  { invitation, change }: { invitation: NewInvitation; change: AuditedChange },
): Promise<boolean> {
  const { id, hash, email, role, createdAt, expiresAt } = invitation;
  const row = { id, hash, email, role, created_at: createdAt, expires_at: expiresAt };
  return inTransaction(db, async (trx) => {
    await lockTeam(trx, teamId);
    const members = await list(trx, teamId);
    if (members.some((person) => person.email === email)) return false;
    await trx
      .deleteFrom('invitations')
      .where('team_id', '=', teamId)
      .where('email', '=', email)
      .execute();
    await trx
      .insertInto('invitations')
      .values({ ...row, team_id: teamId })
      .execute();
    await writeAudit(trx, { teamId, action: 'person_invited', subject: email }, change);
    return true;
  });
}

function withdraw(
  db: Db,
  teamId: string,
  { id, change }: { id: string; change: AuditedChange },
): Promise<boolean> {
  return inTransaction(db, async (trx) => {
    const invitation = await trx
      .deleteFrom('invitations')
      .where('team_id', '=', teamId)
      .where('id', '=', id)
      .returning('email')
      .executeTakeFirst();
    if (!invitation) return false;
    const audited = { teamId, action: 'invitation_withdrawn', subject: invitation.email } as const;
    await writeAudit(trx, audited, change);
    return true;
  });
}

function remove(
  db: Db,
  teamId: string,
  { personId, change }: { personId: string; change: AuditedChange },
): Promise<MemberChange> {
  return inTransaction(db, async (trx) => {
    const person = await changeable(trx, teamId, personId);
    if (typeof person === 'string') return person;
    // First, so that no session of theirs begins meanwhile.
    await trx.selectFrom('people').select('id').where('id', '=', personId).forUpdate().execute();
    await endSessions(trx, personId);
    await dropPasswordLinks(trx, personId);
    await trx.deleteFrom('notices').where('person_id', '=', personId).execute();
    await trx.deleteFrom('people').where('id', '=', personId).execute();
    await writeAudit(trx, { teamId, action: 'person_removed', subject: person.email }, change);
    await revokeKeysOf(trx, { teamId, createdBy: person.email }, change);
    return 'done';
  });
}

function setRole(
  db: Db,
  teamId: string,
  { personId, role, scopes, change }: RoleChange,
): Promise<MemberChange> {
  return inTransaction(db, async (trx) => {
    const person = await changeable(trx, teamId, personId);
    if (typeof person === 'string') return person;
    if (person.role === role) return 'done';
    await trx.updateTable('people').set({ role }).where('id', '=', personId).execute();
    const action = role === 'owner' ? 'made_owner' : 'made_member';
    await writeAudit(trx, { teamId, action, subject: person.email }, change);
    await revokeKeysOf(trx, { teamId, createdBy: person.email, scopes }, change);
    return 'done';
  });
}

interface RoleChange {
  readonly personId: string;
  readonly role: Role;
  /** The scopes that keys of the role may have. */
  readonly scopes: readonly KeyScope[];
  readonly change: AuditedChange;
}

/** Finds a person who may be changed: of the team, and not its only owner. */
async function changeable(
  trx: Db,
  teamId: string,
  personId: string,
): Promise<Person | Exclude<MemberChange, 'done'>> {
  await lockTeam(trx, teamId);
  const people = await list(trx, teamId);
  const person = people.find(({ id }) => id === personId);
  if (!person) return 'unknown';
  const owners = people.filter(({ role }) => role === 'owner');
  return person.role === 'owner' && owners.length === 1 ? 'last_owner' : person;
}
