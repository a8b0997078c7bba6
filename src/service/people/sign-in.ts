import { createHmac } from 'node:crypto';
import { message } from '../../i18n/message.ts';
import { isSameText } from '../../lib/same-text.ts';
import { sha256 } from '../../lib/sha256.ts';
import { HOUR_MS } from '../../lib/time-units.ts';
import type { StoreContext, TimedContext, TokenContext } from '../ports.ts';
import { notFound, PeopleError } from '../service-error.ts';
import type { Guesser } from './guess-limits.ts';
import { saltedPart } from './password.ts';
import { changeBy, hashPassword, type PeopleContext, personEmail, signInEmail } from './people.ts';
import { COMMAND_LINE, type PersonWithPassword, type TeamMember } from './records.ts';

/** A sign-in attempt. */
export interface Credentials {
  readonly email: string;
  readonly password: string;
  /** The network source of the request. */
  readonly source: string;
  /** Device tokens of the browser, by the person's id. */
  readonly devices: ReadonlyMap<string, string>;
}

/**
 * Signs a person in, in the team they joined first. Undefined for an unknown address or a wrong password. Rejects with `too_many`
 * or `busy`.
 */
export async function signIn(
  context: PeopleContext,
  { email, password, source, devices }: Credentials,
): Promise<BrowserSession | undefined> {
  const key = signInEmail(email);
  const people = key === undefined ? [] : await context.store.people.findByEmail(key);
  const device = findDevice(people, devices, context.clock.now());
  const guesser = { account: key ?? email, source, device };
  const person = await whoseSecret(context, { people, password, guesser });
  const attempt = { source, at: context.clock.now() };
  if (!person) {
    await context.store.people.recordFailedSignIn(key ?? '', attempt);
    return undefined;
  }
  await context.store.members(person.teamId).recordSignIn(person.email, attempt);
  return startSession(context, person);
}

interface Guess {
  readonly people: readonly PersonWithPassword[];
  readonly password: string;
  readonly guesser: Guesser;
}

/**
 * Finds the person whose password it is. An unknown address is hashed too, so that it takes the same
 * time. A guess is counted right before it is tried: concurrent guesses can't pass the limits, and
 * untried ones fill no counter.
 */
export async function whoseSecret(
  { passwords, guesses }: Pick<PeopleContext, 'passwords' | 'guesses'>,
  { people, password, guesser }: Guess,
): Promise<PersonWithPassword | undefined> {
  guesses.check(guesser);
  const [first = passwords.decoy, ...others] = new Set(people.map(saltedPartOf));
  const { source, device } = guesser;
  const turn = { key: device ?? source, isTrusted: device !== undefined };
  const onTurn = () => guesses.count(guesser);
  const tried = new Map([[first, await passwords.hash(password, first, { turn, onTurn })]]);
  for (const like of others) tried.set(like, await passwords.hash(password, like, { turn }));
  const person = people.find((each) => {
    return isSameText(tried.get(saltedPartOf(each)) ?? '', each.passwordHash);
  });
  if (person) guesses.succeeded(guesser);
  return person;
}

/** With the colon before the hash, so that it can be used like a hash. */
function saltedPartOf({ passwordHash }: PersonWithPassword): string {
  return `${saltedPart(passwordHash)}:`;
}

/** 43 characters of 6 bits: 258 bits, for sessions and for links. */
export const SECRET_LENGTH = 43;

const IDLE_MS = 12 * HOUR_MS;
/** A session's longest lifetime. */
export const LIFETIME_MS = 7 * 24 * HOUR_MS;
/** `seenAt` is updated once a minute, which spares a write per request. */
const SEEN_RESOLUTION_MS = 60_000;

/** What a browser gets after signing in. The secrets are not stored here. */
export interface BrowserSession {
  readonly personId: string;
  /** The session's id. */
  readonly session: string;
  /** See device-token.ts. */
  readonly device: string;
}

/** Begins a session of a person. Rejects with `conflict` where the password was changed meanwhile. */
export async function startSession(
  context: TokenContext,
  person: TokenOwner,
): Promise<BrowserSession> {
  const { store, clock, token } = context;
  const session = token(SECRET_LENGTH);
  const now = clock.now();
  const { id: personId, passwordHash } = person;
  await store.sessions.sweep(now - LIFETIME_MS, now - IDLE_MS);
  const stored = { hash: sha256(session), personId, createdAt: now, seenAt: now };
  if (!(await store.sessions.create(stored, passwordHash))) {
    throw new PeopleError('conflict', message('errorTexts.account_changed'));
  }
  return { personId, session, device: newDeviceToken(person, { now, token }) };
}

/** Finds the person of a session; undefined for an unknown or expired session. */
export async function resumeSession(
  { store, clock }: TimedContext,
  id: string,
): Promise<TeamMember | undefined> {
  const found = await store.sessions.find(sha256(id));
  if (!found) return undefined;
  const { session, identity } = found;
  const now = clock.now();
  if (now - session.createdAt > LIFETIME_MS || now - session.seenAt > IDLE_MS) {
    await store.sessions.end(session.hash);
    return undefined;
  }
  if (now - session.seenAt >= SEEN_RESOLUTION_MS) await store.sessions.markSeen(session.hash, now);
  return identity;
}

/** Ends one session. */
export async function endSession({ store }: StoreContext, id: string): Promise<void> {
  await store.sessions.end(sha256(id));
}

/** Ends all sessions of a person, this one included. */
export async function endAllSessions(
  { store }: StoreContext,
  { person }: TeamMember,
): Promise<void> {
  await store.sessions.endAll(person.id);
}

/**
 * A token that a browser keeps after signing in, to be recognised at the next sign-in to the same
 * account (OWASP, "Slow Down Online Guessing Attacks with Device Cookies"). It grants no access: it
 * only gives the browser guess limits of its own, which strangers can't use up.
 */

const NONCE_LENGTH = 22;
/** How long a device token is valid. */
export const DEVICE_LIFETIME_MS = 365 * 24 * 60 * 60 * 1000;

type TokenOwner = Pick<PersonWithPassword, 'id' | 'passwordHash'>;

interface TokenSource {
  readonly now: number;
  readonly token: (length: number) => string;
}

/** `<nonce>.<time of issue>.<signature>`, bound to the person and to their current password. */
function newDeviceToken(person: TokenOwner, { now, token }: TokenSource): string {
  const body = `${token(NONCE_LENGTH)}.${now.toString(36)}`;
  return `${body}.${signature(person, body)}`;
}

/** The nonce of the first valid token of one of these people; `tokens` by the person's id. */
function findDevice(
  people: readonly TokenOwner[],
  tokens: ReadonlyMap<string, string>,
  now: number,
): string | undefined {
  for (const person of people) {
    const nonce = validNonce(person, tokens.get(person.id) ?? '', now);
    if (nonce !== undefined) return nonce;
  }
  return undefined;
}

function validNonce(person: TokenOwner, presented: string, now: number): string | undefined {
  const [nonce = '', issued = '', signed = ''] = presented.split('.');
  if (!isSameText(signed, signature(person, `${nonce}.${issued}`))) return undefined;
  return now - Number.parseInt(issued, 36) <= DEVICE_LIFETIME_MS ? nonce : undefined;
}

/** The stored hash is secret, the same for all processes, and changes with the password. */
function signature({ id, passwordHash }: TokenOwner, body: string): string {
  return createHmac('sha256', passwordHash).update(`device ${id} ${body}`).digest('base64url');
}

interface CurrentSession {
  /** The session's id. */
  readonly session: string;
  readonly identity: TeamMember;
  /** The network source, for the audit log. */
  readonly source: string;
}

/**
 * Opens another team of the same account. The session gets a new id and keeps its age, so that a form
 * of the team before is refused. Rejects with `not_found` for a team that is not theirs. Undefined
 * where another switch at the same time gave the session its new id: that one's answer has it.
 */
export async function switchTeam(
  { store, clock, token }: TokenContext,
  { session, identity, source }: CurrentSession,
  teamId: string,
): Promise<BrowserSession | undefined> {
  const teams = await store.people.findTeams(identity.person.id);
  const next = teams.find(({ team }) => team.id === teamId);
  if (!next) throw notFound();
  const { id: personId, email } = next.person;
  const [id, now] = [token(SECRET_LENGTH), clock.now()];
  const replacement = { hash: sha256(id), personId, seenAt: now };
  if (!(await store.sessions.replace(sha256(session), replacement))) return undefined;
  await store.members(teamId).recordSignIn(email, { source, at: now });
  const people = await store.people.findByEmail(email);
  const person = people.find((each) => each.id === personId);
  if (!person) throw notFound();
  return { personId, session: id, device: newDeviceToken(person, { now, token }) };
}

/**
 * Changes a person's password in all teams of their account, ends all their sessions and begins a new one. Rejects with
 * `refused`, `too_many` or `busy`.
 */
export async function changePassword(
  context: PeopleContext,
  identity: TeamMember,
  { current, next }: { readonly current: string; readonly next: string },
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

/** A link with which a person chooses a new password. */
export interface PasswordLink {
  readonly email: string;
  /** Shown once, and stored nowhere. */
  readonly secret: string;
  readonly expiresAt: number;
}

/** Opens a link for a person in all their teams. Rejects with `refused` for an unknown address. */
export async function openPasswordLink(context: TokenContext, text: string): Promise<PasswordLink> {
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
  context: TokenContext,
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

function newLink({ token, clock }: TokenContext) {
  const secret = token(SECRET_LENGTH);
  return { secret, link: { hash: sha256(secret), expiresAt: clock.now() + OPEN_MS } };
}

/** Finds the person of a link, who may be in several teams. Rejects with `link_gone`. */
export async function findPasswordLink(
  { store, clock }: TokenContext,
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
