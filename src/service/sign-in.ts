import { timingSafeEqual } from 'node:crypto';
import { saltedPart } from './password.ts';
import type { PeopleContext } from './people-context.ts';
import type { PersonWithPassword } from './people-ports.ts';
import { signInEmail } from './person-email.ts';
import { startSession } from './session.ts';

export interface Credentials {
  readonly email: string;
  readonly password: string;
}

/** The id of a new session; undefined for an unknown address as for a wrong password. */
export async function signIn(
  context: PeopleContext,
  { email, password }: Credentials,
): Promise<string | undefined> {
  const key = signInEmail(email);
  const people = key === undefined ? [] : await context.store.people.findByEmail(key);
  const person = await whoseSecret(context, people, password);
  return person && startSession(context, person.id);
}

/** Whose password it is. One who is nobody is tried all the same, so that it takes the same time. */
export async function whoseSecret(
  { passwords }: Pick<PeopleContext, 'passwords'>,
  people: readonly PersonWithPassword[],
  password: string,
): Promise<PersonWithPassword | undefined> {
  const hashes = people.length > 0 ? people.map(saltedPartOf) : [passwords.decoy];
  const tried = new Map<string, string>();
  for (const like of new Set(hashes)) {
    tried.set(like, await passwords.hash(password, like));
  }
  return people.find((person) => {
    const hash = tried.get(saltedPartOf(person)) ?? '';
    return sameText(hash, person.passwordHash);
  });
}

/** With the colon that a hash would follow, so that it can stand for one. */
function saltedPartOf({ passwordHash }: PersonWithPassword): string {
  return `${saltedPart(passwordHash)}:`;
}

function sameText(a: string, b: string): boolean {
  return a.length === b.length && timingSafeEqual(Buffer.from(a), Buffer.from(b));
}
