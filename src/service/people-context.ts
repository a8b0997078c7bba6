import type { GuessLimits } from './guess-limits.ts';
import type { PasswordHasher } from './password.ts';
import type { Change, Identity } from './people-ports.ts';
import type { ServiceContext } from './ports.ts';

/** What the verbs about people work with. */
export interface PeopleContext extends Pick<ServiceContext, 'store' | 'clock' | 'token'> {
  readonly passwords: PasswordHasher;
  readonly guesses: GuessLimits;
}

export function changeBy(
  { clock }: Pick<ServiceContext, 'clock'>,
  { person }: Pick<Identity, 'person'>,
): Change {
  return { actor: person.email, at: clock.now() };
}
