import { sha256 } from '../../lib/sha256.ts';
import type { ServiceContext } from '../ports.ts';
import { notFound } from '../service-error.ts';
import { newDeviceToken } from './device-token.ts';
import type { TeamMember } from './people-ports.ts';
import { type BrowserSession, SECRET_LENGTH } from './session.ts';

interface CurrentSession {
  /** The session's id. */
  readonly session: string;
  readonly identity: TeamMember;
  /** The network source, for the audit log. */
  readonly source: string;
}

/**
 * Opens another team of the same account. The session gets a new id and keeps its age, so that a form
 * of the team before is refused. Rejects with `not_found` for a team that is not theirs. Undefined
 * where another switch at the same time gave the session its new id: that one's answer has it.
 */
export async function switchTeam(
  { store, clock, token }: Pick<ServiceContext, 'store' | 'clock' | 'token'>,
  { session, identity, source }: CurrentSession,
  teamId: string,
): Promise<BrowserSession | undefined> {
  const teams = await store.people.findTeams(identity.person.id);
  const next = teams.find(({ team }) => team.id === teamId);
  if (!next) throw notFound();
  const { id: personId, email } = next.person;
  const [id, now] = [token(SECRET_LENGTH), clock.now()];
  const replacement = { hash: sha256(id), personId, seenAt: now };
  if (!(await store.sessions.replace(sha256(session), replacement))) return undefined;
  await store.members(teamId).recordSignIn(email, { source, at: now });
  const people = await store.people.findByEmail(email);
  const person = people.find((each) => each.id === personId);
  if (!person) throw notFound();
  return { personId, session: id, device: newDeviceToken(person, { now, token }) };
}
