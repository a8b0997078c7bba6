import { sha256 } from '../lib/sha256.ts';
import { changeBy, type PeopleContext } from './people-context.ts';
import { notFound, PeopleError } from './people-error.ts';
import type { Identity, Role } from './people-ports.ts';
import { personEmail } from './person-email.ts';
import { SECRET_LENGTH } from './session.ts';

const OPEN_MS = 7 * 24 * 60 * 60 * 1000;

type Context = Pick<PeopleContext, 'store' | 'clock' | 'token'>;

export interface Invited {
  readonly email: string;
  /** Of the link: shown once. */
  readonly secret: string;
  readonly expiresAt: number;
}

/** Rejects with `refused` for what is no address, or one that is in the team already. */
export async function invitePerson(
  context: Context,
  identity: Identity,
  { email: text, role }: { readonly email: string; readonly role: Role },
): Promise<Invited> {
  const { store, token } = context;
  const email = personEmail(text);
  const secret = token(SECRET_LENGTH);
  const change = changeBy(context, identity);
  const times = { createdAt: change.at, expiresAt: change.at + OPEN_MS };
  const invitation = { id: `invitation_${token(12)}`, hash: sha256(secret), email, role, ...times };
  if (await store.members(identity.team.id).invite(invitation, change)) {
    return { email, secret, expiresAt: times.expiresAt };
  }
  throw new PeopleError('refused', `${email} is in the team already`);
}

/** Its link leads nowhere from then on. Rejects with `not_found`. */
export async function withdrawInvitation(
  context: Context,
  identity: Identity,
  id: string,
): Promise<void> {
  const members = context.store.members(identity.team.id);
  if (!(await members.withdrawInvitation(id, changeBy(context, identity)))) throw notFound();
}
