import { parseAddress } from '../address/parse.ts';
import type { GuessLimits } from './guess-limits.ts';
import { checkPassword, type PasswordHasher } from './password.ts';
import type {
  AuditEntry,
  AuditedChange,
  Invitation,
  MemberChange,
  NewPerson,
  Person,
  Role,
  TeamMember,
} from './people-ports.ts';
import type { ServiceContext } from './ports.ts';
import type { Page } from './records.ts';
import { notFound, PeopleError } from './service-error.ts';

/** What the use cases about people work with. */
export interface PeopleContext extends Pick<ServiceContext, 'store' | 'clock' | 'token'> {
  readonly passwords: PasswordHasher;
  readonly guesses: GuessLimits;
}

export function changeBy(
  { clock }: Pick<ServiceContext, 'clock'>,
  { person }: Pick<TeamMember, 'person'>,
): AuditedChange {
  return { actor: person.email, at: clock.now() };
}

/** The address that a person signs in with: lower case, domain in ASCII. Throws `refused`. */
export function personEmail(text: string): string {
  const email = signInEmail(text);
  if (email === undefined) throw new PeopleError('refused', 'This is not an e-mail address');
  return email;
}

/** The same; undefined for what nobody can have. */
export function signInEmail(text: string): string | undefined {
  const parsed = parseAddress(text.trim());
  return parsed.ok ? parsed.address.address.toLowerCase() : undefined;
}

/** Throws `refused` for a password that is not good enough. */
export async function newPerson(
  context: PeopleContext,
  email: string,
  password: string,
): Promise<NewPerson> {
  const passwordHash = await hashPassword(context, email, password);
  const id = `person_${context.token(12)}`;
  return { id, email, passwordHash, createdAt: context.clock.now() };
}

/**
 * An address has one salt, whatever teams it is in: signing in is then one computation, and its time
 * does not tell a stranger how many teams know the address.
 */
export async function hashPassword(
  { store, passwords }: PeopleContext,
  email: string,
  password: string,
): Promise<string> {
  checkPassword(password, email);
  const [known] = await store.people.findByEmail(email);
  return passwords.hash(password, known?.passwordHash);
}

export interface TeamPeople {
  /** Oldest first. */
  readonly people: readonly Person[];
  /** Open ones, newest first. */
  readonly invitations: readonly Invitation[];
}

export async function listPeople(
  { store, clock }: Pick<ServiceContext, 'store' | 'clock'>,
  { team }: TeamMember,
): Promise<TeamPeople> {
  const members = store.members(team.id);
  return { people: await members.list(), invitations: await members.invitations(clock.now()) };
}

/** Holds from the person's next request on. Rejects with `not_found`, or `refused` for the only owner. */
export async function changeRole(
  context: Pick<ServiceContext, 'store' | 'clock'>,
  identity: TeamMember,
  { personId, role }: { readonly personId: string; readonly role: Role },
): Promise<void> {
  const members = context.store.members(identity.team.id);
  checkChange(await members.setRole(personId, role, changeBy(context, identity)));
}

/** They are signed out at once. Rejects with `not_found`, or `refused` for the only owner. */
export async function removePerson(
  context: Pick<ServiceContext, 'store' | 'clock'>,
  identity: TeamMember,
  personId: string,
): Promise<void> {
  const members = context.store.members(identity.team.id);
  checkChange(await members.remove(personId, changeBy(context, identity)));
}

export function checkChange(outcome: MemberChange): void {
  if (outcome === 'unknown') throw notFound();
  if (outcome === 'last_owner') throw new PeopleError('refused', 'A team needs at least one owner');
}

/** What was changed in the team, newest first. */
export function listAudit(
  { store }: Pick<ServiceContext, 'store'>,
  { team }: TeamMember,
  page: Page,
): Promise<AuditEntry[]> {
  return store.members(team.id).audit(page);
}
