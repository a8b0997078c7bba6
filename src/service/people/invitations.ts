import { message } from '../../i18n/message.ts';
import { sha256 } from '../../lib/sha256.ts';
import type { StoreContext, TimedContext, TokenContext } from '../ports.ts';
import type { TeamRecord } from '../records.ts';
import { notFound, PeopleError } from '../service-error.ts';
import { createFirstKey } from '../teams/keys.ts';
import { findTeam, monthOf } from '../teams/teams.ts';
import { changeBy, newPerson, type PeopleContext, personEmail } from './people.ts';
import type { OpenInvitation, Role, TeamMember } from './records.ts';
import { type BrowserSession, SECRET_LENGTH, startSession, whoseSecret } from './sign-in.ts';

const OPEN_MS = 7 * 24 * 60 * 60 * 1000;

/** A person of the team, or `COMMAND_LINE`. */
interface Inviter {
  readonly teamId: string;
  readonly actor: string;
}

/** A link with which a person joins a team. */
export interface InvitationLink {
  readonly email: string;
  /** The secret in the link: shown once, stored only as a hash. */
  readonly secret: string;
  readonly expiresAt: number;
}

/**
 * Invites a person to a team. Rejects with `refused` for an invalid address, or one already in the
 * team.
 */
export async function invitePerson(
  context: TokenContext,
  { teamId, actor }: Inviter,
  { email: text, role }: { readonly email: string; readonly role: Role },
): Promise<InvitationLink> {
  const { store, clock, token } = context;
  const email = personEmail(text);
  const secret = token(SECRET_LENGTH);
  const at = clock.now();
  const times = { createdAt: at, expiresAt: at + OPEN_MS };
  const invitation = { id: `invitation_${token(12)}`, hash: sha256(secret), email, role, ...times };
  if (await store.members(teamId).invite(invitation, { actor, at })) {
    return { email, secret, expiresAt: times.expiresAt };
  }
  throw new PeopleError('refused', message('errorTexts.in_team_already', { email }));
}

/** Withdraws an invitation: its link becomes invalid. Rejects with `not_found`. */
export async function withdrawInvitation(
  context: TokenContext,
  identity: TeamMember,
  id: string,
): Promise<void> {
  const members = context.store.members(identity.team.id);
  if (!(await members.withdrawInvitation(id, changeBy(context, identity)))) throw notFound();
}

/** Finds the open invitation of a secret. Rejects with `link_gone`. */
export async function findInvitation(
  { store, clock }: TimedContext,
  secret: string,
): Promise<OpenInvitation> {
  const invitation = await store.people.findInvitation(sha256(secret), clock.now());
  if (!invitation) throw invitationGone();
  return invitation;
}

/** Creates the invited person and begins their session. Wrong guesses are counted by `source`, a network. */
export async function acceptInvitation(
  context: PeopleContext,
  {
    secret,
    password,
    source,
  }: { readonly secret: string; readonly password: string; readonly source: string },
): Promise<BrowserSession> {
  const { email } = await findInvitation(context, secret);
  const accountId = await findAccount(context, { email, password, source });
  const person = { ...(await newPerson(context, email, password)), accountId };
  if (!(await context.store.people.redeemInvitation(sha256(secret), person))) {
    throw invitationGone();
  }
  return startSession(context, person);
}

/**
 * The account that the address has in other teams, if the password is its own: the inviter may have
 * opened the link, so the link alone proves nothing about other teams.
 */
async function findAccount(
  context: PeopleContext,
  {
    email,
    password,
    source,
  }: { readonly email: string; readonly password: string; readonly source: string },
): Promise<string | undefined> {
  const people = await context.store.people.findByEmail(email);
  if (people.length === 0) return undefined;
  const guesser = { account: email, source, device: undefined };
  return (await whoseSecret(context, { people, password, guesser }))?.accountId;
}

function invitationGone(): PeopleError {
  return new PeopleError('link_gone', message('errorTexts.invitation_gone'));
}

/** Milliseconds within which processes of a service start together: the link of each of them works. */
const TOGETHER_MS = 60_000;

/**
 * Creates the secret of a setup link, which replaces those of earlier starts; undefined once there is a
 * person.
 */
export async function openSetup({
  store,
  clock,
  token,
}: TokenContext): Promise<string | undefined> {
  const secret = token(SECRET_LENGTH);
  const createdAt = clock.now();
  const link = { hash: sha256(secret), createdAt, replaces: createdAt - TOGETHER_MS };
  return (await store.people.openSetup(link)) ? secret : undefined;
}

/** Checks the secret of a setup link. Rejects with `link_gone`. */
export async function checkSetup({ store }: StoreContext, secret: string): Promise<void> {
  if (!(await store.people.setupIsOpen(sha256(secret)))) throw setupGone();
}

interface FirstPerson {
  readonly secret: string;
  readonly email: string;
  readonly password: string;
}

/** Creates the first person, owner of the team `default`, and begins their session. */
export async function setUp(
  context: PeopleContext,
  { secret, ...first }: FirstPerson,
): Promise<BrowserSession> {
  await checkSetup(context, secret);
  const person = await newPerson(context, personEmail(first.email), first.password);
  const team = await ensureDefaultTeam(context);
  if (!(await context.store.people.redeemSetup(sha256(secret), team.id, person))) {
    throw setupGone();
  }
  return startSession(context, person);
}

function setupGone(): PeopleError {
  return new PeopleError('link_gone', message('errorTexts.setup_gone'));
}

const DEFAULT_TEAM = 'default';

/** The team `default`, created without a quota where it is missing. */
export async function ensureDefaultTeam(context: TokenContext): Promise<TeamRecord> {
  const { store, clock, token } = context;
  const team = {
    id: `team_${token(12)}`,
    name: DEFAULT_TEAM,
    quota: null,
    createdAt: clock.now(),
  };
  return (await store.teams.create(team)) ? team : findTeam(context, DEFAULT_TEAM);
}

/**
 * On a new database (no other team, never a key), creates the team `default` with its first key. Of
 * several processes that start at once, one gets the key.
 */
export async function firstStart(context: TokenContext): Promise<string | undefined> {
  const { store, clock } = context;
  const teams = await store.teams.list(monthOf(clock.now()));
  if (teams.some(({ name }) => name !== DEFAULT_TEAM)) return undefined;
  return createFirstKey(context, await ensureDefaultTeam(context));
}
