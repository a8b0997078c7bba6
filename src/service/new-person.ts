import { checkPassword } from './password.ts';
import type { PeopleContext } from './people-context.ts';
import type { NewPerson } from './people-ports.ts';

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
