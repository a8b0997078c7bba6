import { sha256 } from '../lib/sha256.ts';
import { changeBy, type PeopleContext } from './people-context.ts';
import { notFound, PeopleError } from './people-error.ts';
import type { Identity, Role } from './people-ports.ts';
import { personEmail } from './person-email.ts';
import { SECRET_LENGTH } from './session.ts';

const OPEN_MS = 7 * 24 * 60 * 60 * 1000;

type Context = Pick<PeopleContext, 'store' | 'clock' | 'token'>;

/** A person of the team, or `COMMAND_LINE`. */
export interface Inviter {
  readonly teamId: string;
  readonly actor: string;
}

export interface Invited {
  readonly email: string;
  /** Of the link: shown once. */
  readonly secret: string;
  readonly expiresAt: number;
}

/** Rejects with `refused` for what is no address, or one that is in the team already. */
export async function invitePerson(
  context: Context,
  { teamId, actor }: Inviter,
  { email: text, role }: { readonly email: string; readonly role: Role },
): Promise<Invited> {
  const { store, clock, token } = context;
  const email = personEmail(text);
  const secret = token(SECRET_LENGTH);
  const at = clock.now();
  const times = { createdAt: at, expiresAt: at + OPEN_MS };
  const invitation = { id: `invitation_${token(12)}`, hash: sha256(secret), email, role, ...times };
  if (await store.members(teamId).invite(invitation, { actor, at })) {
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
