import { parseAddress } from '../../address/parse.ts';
import { KEY_SCOPES, type KeyScope } from '../../contract/key-scopes.ts';
import { message } from '../../i18n/message.ts';
import type { StoreContext, TimedContext, TokenContext } from '../ports.ts';
import type { KeyRecord, Page } from '../records.ts';
import { notFound, ownersOnly, PeopleError } from '../service-error.ts';
import type { GuessLimits } from './guess-limits.ts';
import { checkPassword, type PasswordHasher } from './password.ts';
import {
  type AuditEntry,
  type AuditedChange,
  type Invitation,
  type MemberChange,
  type NewPerson,
  type Person,
  ROLES,
  type Role,
  type TeamMember,
} from './records.ts';

/** The dependencies of the use cases about people. */
export interface PeopleContext extends TokenContext {
  readonly passwords: PasswordHasher;
  readonly guesses: GuessLimits;
}

/** The audit entry's actor and time for a change by a signed-in person. */
export function changeBy({ clock }: TimedContext, { person }: TeamMember): AuditedChange {
  return { actor: person.email, at: clock.now() };
}

/** The address that a person signs in with: lower case, domain in ASCII. Throws `refused`. */
export function personEmail(text: string): string {
  const email = signInEmail(text);
  if (email === undefined) throw new PeopleError('refused', message('errorTexts.no_email'));
  return email;
}

/** The same; undefined for an invalid address. */
export function signInEmail(text: string): string | undefined {
  const parsed = parseAddress(text.trim());
  return parsed.ok ? parsed.address.address.toLowerCase() : undefined;
}

/** Creates a person. Rejects with `refused` for a weak password. */
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
 * An address has the same salt in all its teams: signing in then takes one computation, and its time
 * does not reveal in how many teams the address is.
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

/** The people and open invitations of a team, and its keys. */
export interface TeamPeople {
  /** Oldest first. */
  readonly people: readonly Person[];
  /** Newest first. */
  readonly invitations: readonly Invitation[];
  readonly keys: readonly KeyRecord[];
}

/** Lists a team's people, open invitations and keys. */
export async function listPeople(
  { store, clock }: TimedContext,
  { team }: TeamMember,
): Promise<TeamPeople> {
  const members = store.members(team.id);
  const invitations = await members.invitations(clock.now());
  return { people: await members.list(), invitations, keys: await members.keys() };
}

/**
 * Changes a role from the person's next request on, and revokes the keys that it may not create. Rejects with
 * `not_found`, or `refused` for the only owner.
 */
export async function changeRole(
  context: TimedContext,
  identity: TeamMember,
  { personId, role }: { readonly personId: string; readonly role: Role },
): Promise<void> {
  const members = context.store.members(identity.team.id);
  const change = changeBy(context, identity);
  checkChange(await members.setRole(personId, { role, scopes: scopesOf(role) }, change));
}

/**
 * Removes a person, ends their sessions and revokes their keys. Rejects with `not_found`, or `refused` for the
 * only owner.
 */
export async function removePerson(
  context: TimedContext,
  identity: TeamMember,
  personId: string,
): Promise<void> {
  const members = context.store.members(identity.team.id);
  checkChange(await members.remove(personId, changeBy(context, identity)));
}

function checkChange(outcome: MemberChange): void {
  if (outcome === 'unknown') throw notFound();
  if (outcome === 'last_owner') throw new PeopleError('refused', message('errorTexts.last_owner'));
}

/** The team's audit log, newest first. */
export function listAudit(
  { store }: StoreContext,
  { team }: TeamMember,
  page: Page,
): Promise<AuditEntry[]> {
  return store.members(team.id).audit(page);
}

const EVERYBODY: readonly Role[] = ROLES;
const OWNERS: readonly Role[] = ['owner'];

/**
 * Which roles have which permission: pages, forms and API keys are checked by this table, and the page People
 * and docs/roles.md show it.
 */
export const PERMISSIONS = {
  account: EVERYBODY,
  lists: EVERYBODY,
  verifications: EVERYBODY,
  batches: EVERYBODY,
  suppressions: EVERYBODY,
  remove_suppressions: OWNERS,
  keys: EVERYBODY,
  all_keys: OWNERS,
  people: EVERYBODY,
  manage_people: OWNERS,
  policy: OWNERS,
  webhooks: OWNERS,
  outcomes: OWNERS,
  audit: OWNERS,
  delivery: OWNERS,
} as const satisfies Readonly<Record<string, readonly Role[]>>;
/** Something that a role may see, do or create. */
export type Permission = keyof typeof PERMISSIONS;

export function isPermitted(role: Role, permission: Permission): boolean {
  return PERMISSIONS[permission].includes(role);
}

/** Throws `owners_only` for a role without the permission. */
export function checkPermission({ role }: { readonly role: Role }, permission: Permission): void {
  if (!isPermitted(role, permission)) throw ownersOnly();
}

/** The permission that it takes to create a key with a scope. */
export const SCOPE_PERMISSIONS = {
  verify: 'keys',
  read: 'keys',
  manage: 'all_keys',
  learn: 'all_keys',
} as const satisfies Readonly<Record<KeyScope, Permission>>;

/** The scopes that keys of a role may have. */
export function scopesOf(role: Role): readonly KeyScope[] {
  return KEY_SCOPES.filter((scope) => isPermitted(role, SCOPE_PERMISSIONS[scope]));
}
