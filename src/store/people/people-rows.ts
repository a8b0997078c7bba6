/** Converts rows of people to records of the core. */
import type { Selectable } from 'kysely';
import type { Invitation, Person, PersonWithPassword } from '../../service/people/people-ports.ts';
import type { InvitationRow, PersonRow } from '../tables.ts';

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

export function toPersonWithPassword(row: Selectable<PersonRow>): PersonWithPassword {
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
