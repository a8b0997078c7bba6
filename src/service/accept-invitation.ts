import { sha256 } from '../lib/sha256.ts';
import { newPerson } from './new-person.ts';
import type { PeopleContext } from './people-context.ts';
import { PeopleError } from './people-error.ts';
import type { OpenInvitation } from './people-ports.ts';
import type { ServiceContext } from './ports.ts';
import { type Entry, startSession } from './session.ts';

/** Rejects with `link_gone`. */
export async function findInvitation(
  { store, clock }: Pick<ServiceContext, 'store' | 'clock'>,
  secret: string,
): Promise<OpenInvitation> {
  const invitation = await store.people.findInvitation(sha256(secret), clock.now());
  if (!invitation) throw invitationGone();
  return invitation;
}

/** Makes the person that was invited, and begins their session. */
export async function acceptInvitation(
  context: PeopleContext,
  { secret, password }: { readonly secret: string; readonly password: string },
): Promise<Entry> {
  const { email } = await findInvitation(context, secret);
  const person = await newPerson(context, email, password);
  if (!(await context.store.people.redeemInvitation(sha256(secret), person))) {
    throw invitationGone();
  }
  return startSession(context, person);
}

function invitationGone(): PeopleError {
  return new PeopleError(
    'link_gone',
    'This invitation is not open any more: ask whoever sent it for a new one',
  );
}
