import { parseAddress } from '../address/parse.ts';
import { PeopleError } from './people-error.ts';

/** The address that a person signs in with: lower case, domain in ASCII. Throws `refused`. */
export function personEmail(text: string): string {
  const email = signInEmail(text);
  if (email === undefined) throw new PeopleError('refused', 'This is no e-mail address');
  return email;
}

/** The same; undefined for what nobody can have. */
export function signInEmail(text: string): string | undefined {
  const parsed = parseAddress(text.trim());
  return parsed.ok ? parsed.address.address.toLowerCase() : undefined;
}
