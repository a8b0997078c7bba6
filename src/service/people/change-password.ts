import { message } from '../../i18n/message.ts';
import { sha256 } from '../../lib/sha256.ts';
import { notFound, PeopleError } from '../service-error.ts';
import { changeBy, hashPassword, type PeopleContext, personEmail } from './people.ts';
import { COMMAND_LINE, type PersonWithPassword, type TeamMember } from './people-ports.ts';
import { type BrowserSession, SECRET_LENGTH, startSession } from './session.ts';
import { whoseSecret } from './sign-in.ts';

interface PasswordChange {
  readonly current: string;
  readonly next: string;
}

/**
 * Changes a person's password in all teams of their account, ends all their sessions and begins a new one. Rejects with
 * `refused`, `too_many` or `busy`.
 */
export async function changePassword(
  context: PeopleContext,
  identity: TeamMember,
  { current, next }: PasswordChange,
): Promise<BrowserSession> {
  const { person, team } = identity;
  const known = await context.store.people.findByEmail(person.email);
  const people = known.filter(({ id }) => id === person.id);
  const guesser = { account: person.email, source: '', device: person.id };
  if (!(await whoseSecret(context, { people, password: current, guesser }))) {
    throw new PeopleError('refused', message('errorTexts.wrong_password'));
  }
  const hash = await hashPassword(context, person.email, next);
  await context.store.members(team.id).setPassword(person.id, hash, changeBy(context, identity));
  return startSession(context, { id: person.id, passwordHash: hash });
}

const OPEN_MS = 24 * 60 * 60 * 1000;

type PasswordContext = Pick<PeopleContext, 'store' | 'clock' | 'token'>;

/** A link with which a person chooses a new password. */
export interface PasswordLink {
  readonly email: string;
  /** Shown once, and stored nowhere. */
  readonly secret: string;
  readonly expiresAt: number;
}

/** Opens a link for a person in all their teams. Rejects with `refused` for an unknown address. */
export async function openPasswordLink(
  context: PasswordContext,
  text: string,
): Promise<PasswordLink> {
  const email = personEmail(text);
  const { secret, link } = newLink(context);
  const change = { actor: COMMAND_LINE, at: context.clock.now() };
  if (await context.store.people.openPasswordLink(email, link, change)) {
    return { email, secret, expiresAt: link.expiresAt };
  }
  throw new PeopleError('refused', message('errorTexts.nobody', { email }));
}

/** Opens a link for another person of one's own team, in that team only. Rejects with `not_found`. */
export async function openMemberPasswordLink(
  context: PasswordContext,
  identity: TeamMember,
  personId: string,
): Promise<PasswordLink> {
  const { secret, link } = newLink(context);
  if (personId === identity.person.id) throw notFound();
  const members = context.store.members(identity.team.id);
  const person = await members.openPasswordLink(personId, link, changeBy(context, identity));
  if (!person) throw notFound();
  return { email: person.email, secret, expiresAt: link.expiresAt };
}

function newLink({ token, clock }: PasswordContext) {
  const secret = token(SECRET_LENGTH);
  return { secret, link: { hash: sha256(secret), expiresAt: clock.now() + OPEN_MS } };
}

/** Finds the person of a link, who may be in several teams. Rejects with `link_gone`. */
export async function findPasswordLink(
  { store, clock }: Pick<PasswordContext, 'store' | 'clock'>,
  secret: string,
): Promise<PersonWithPassword> {
  const [person] = await store.people.findPasswordLink(sha256(secret), clock.now());
  if (!person) throw linkGone();
  return person;
}

/**
 * Sets the password of a link's person, ends all their sessions and begins a new one. Rejects with
 * `link_gone` or `refused`.
 */
export async function resetPassword(
  context: PeopleContext,
  { secret, password }: { readonly secret: string; readonly password: string },
): Promise<BrowserSession> {
  const { id, email } = await findPasswordLink(context, secret);
  const passwordHash = await hashPassword(context, email, password);
  const accountId = `account_${context.token(12)}`;
  const change = { passwordHash, accountId, at: context.clock.now() };
  const isDone = await context.store.people.redeemPasswordLink(sha256(secret), change);
  if (!isDone) throw linkGone();
  return startSession(context, { id, passwordHash });
}

function linkGone(): PeopleError {
  return new PeopleError('link_gone', message('errorTexts.password_link_gone'));
}
