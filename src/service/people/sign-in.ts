import { isSameText } from '../../lib/same-text.ts';
import { findDevice } from './device-token.ts';
import type { Guesser } from './guess-limits.ts';
import { saltedPart } from './password.ts';
import { type PeopleContext, signInEmail } from './people.ts';
import type { PersonWithPassword } from './people-ports.ts';
import { type BrowserSession, startSession } from './session.ts';

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
