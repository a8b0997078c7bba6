import { message } from '../../i18n/message.ts';
import { sha256 } from '../../lib/sha256.ts';
import type { ServiceContext } from '../ports.ts';
import type { TeamRecord } from '../records.ts';
import { PeopleError } from '../service-error.ts';
import { createFirstKey } from '../teams/keys.ts';
import { monthOf } from '../teams/quota.ts';
import { findTeam } from '../teams/teams.ts';
import { newPerson, type PeopleContext, personEmail } from './people.ts';
import { type BrowserSession, SECRET_LENGTH, startSession } from './session.ts';

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
}: Pick<ServiceContext, 'store' | 'clock' | 'token'>): Promise<string | undefined> {
  const secret = token(SECRET_LENGTH);
  const createdAt = clock.now();
  const link = { hash: sha256(secret), createdAt, replaces: createdAt - TOGETHER_MS };
  return (await store.people.openSetup(link)) ? secret : undefined;
}

/** Checks the secret of a setup link. Rejects with `link_gone`. */
export async function checkSetup(
  { store }: Pick<ServiceContext, 'store'>,
  secret: string,
): Promise<void> {
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

type SetUpContext = Pick<ServiceContext, 'store' | 'clock' | 'token'>;

const DEFAULT_TEAM = 'default';

/** The team `default`, created without a quota where it is missing. */
export async function ensureDefaultTeam(context: SetUpContext): Promise<TeamRecord> {
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
export async function firstStart(context: SetUpContext): Promise<string | undefined> {
  const { store, clock } = context;
  const teams = await store.teams.list(monthOf(clock.now()));
  if (teams.some(({ name }) => name !== DEFAULT_TEAM)) return undefined;
  return createFirstKey(context, await ensureDefaultTeam(context));
}
