import { hashPassword } from './new-person.ts';
import { changeBy, type PeopleContext } from './people-context.ts';
import { PeopleError } from './people-error.ts';
import type { Identity } from './people-ports.ts';
import { type Entry, startSession } from './session.ts';
import { whoseSecret } from './sign-in.ts';

export interface PasswordChange {
  readonly current: string;
  readonly next: string;
}

/** Ends all their sessions and begins a new one. Rejects with `refused`, `too_many` or `busy`. */
export async function changePassword(
  context: PeopleContext,
  identity: Identity,
  { current, next }: PasswordChange,
): Promise<Entry> {
  const { person, team } = identity;
  const known = await context.store.people.findByEmail(person.email);
  const people = known.filter(({ id }) => id === person.id);
  const guesser = { account: person.email, source: '', device: person.id };
  if (!(await whoseSecret(context, { people, password: current, guesser }))) {
    throw new PeopleError('refused', 'The current password is not right');
  }
  const hash = await hashPassword(context, person.email, next);
  await context.store.members(team.id).setPassword(person.id, hash, changeBy(context, identity));
  return startSession(context, { id: person.id, passwordHash: hash });
}
