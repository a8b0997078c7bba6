import { sha256 } from '../lib/sha256.ts';
import { ensureDefaultTeam } from './first-start.ts';
import { newPerson } from './new-person.ts';
import type { PeopleContext } from './people-context.ts';
import { PeopleError } from './people-error.ts';
import { personEmail } from './person-email.ts';
import type { ServiceContext } from './ports.ts';
import { type Entry, SECRET_LENGTH, startSession } from './session.ts';

/**
 * The secret of the link that makes the first person, in place of the last start's; undefined where
 * there is somebody already.
 */
export async function openSetup({
  store,
  token,
}: Pick<ServiceContext, 'store' | 'token'>): Promise<string | undefined> {
  const secret = token(SECRET_LENGTH);
  return (await store.people.openSetup(sha256(secret))) ? secret : undefined;
}

/** Rejects with `link_gone`. */
export async function checkSetup(
  { store }: Pick<ServiceContext, 'store'>,
  secret: string,
): Promise<void> {
  if (!(await store.people.setupIsOpen(sha256(secret)))) throw setupGone();
}

export interface FirstPerson {
  readonly secret: string;
  readonly email: string;
  readonly password: string;
}

/** Makes the first person, owner of the team `default`, and begins their session. */
export async function setUp(
  context: PeopleContext,
  { secret, ...first }: FirstPerson,
): Promise<Entry> {
  await checkSetup(context, secret);
  const person = await newPerson(context, personEmail(first.email), first.password);
  const team = await ensureDefaultTeam(context);
  if (!(await context.store.people.redeemSetup(sha256(secret), team.id, person))) {
    throw setupGone();
  }
  return startSession(context, person);
}

function setupGone(): PeopleError {
  return new PeopleError(
    'link_gone',
    'This setup link is not open any more: the service prints a new one at its next start, as long as nobody has set it up',
  );
}
