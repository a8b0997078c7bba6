import { message } from '../../i18n/message.ts';
import { sha256 } from '../../lib/sha256.ts';
import { HOUR_MS } from '../../lib/time-units.ts';
import type { ServiceContext } from '../ports.ts';
import { PeopleError } from '../service-error.ts';
import { newDeviceToken } from './device-token.ts';
import type { PersonWithPassword, TeamMember } from './people-ports.ts';

/** 43 characters of 6 bits: 258 bits, for sessions and for links. */
export const SECRET_LENGTH = 43;

const IDLE_MS = 12 * HOUR_MS;
/** A session's longest lifetime. */
export const LIFETIME_MS = 7 * 24 * HOUR_MS;
/** `seenAt` is updated once a minute, which spares a write per request. */
const SEEN_RESOLUTION_MS = 60_000;

type SessionContext = Pick<ServiceContext, 'store' | 'clock' | 'token'>;

/** What a browser gets after signing in. The secrets are not stored here. */
export interface BrowserSession {
  readonly personId: string;
  /** The session's id. */
  readonly session: string;
  /** See device-token.ts. */
  readonly device: string;
}

/** Begins a session of a person. Rejects with `conflict` where the password was changed meanwhile. */
export async function startSession(
  context: SessionContext,
  person: Pick<PersonWithPassword, 'id' | 'passwordHash'>,
): Promise<BrowserSession> {
  const { store, clock, token } = context;
  const session = token(SECRET_LENGTH);
  const now = clock.now();
  const { id: personId, passwordHash } = person;
  await store.sessions.sweep(now - LIFETIME_MS, now - IDLE_MS);
  const stored = { hash: sha256(session), personId, createdAt: now, seenAt: now };
  if (!(await store.sessions.create(stored, passwordHash))) {
    throw new PeopleError('conflict', message('errorTexts.account_changed'));
  }
  return { personId, session, device: newDeviceToken(person, { now, token }) };
}

/** Finds the person of a session; undefined for an unknown or expired session. */
export async function resumeSession(
  { store, clock }: Pick<ServiceContext, 'store' | 'clock'>,
  id: string,
): Promise<TeamMember | undefined> {
  const found = await store.sessions.find(sha256(id));
  if (!found) return undefined;
  const { session, identity } = found;
  const now = clock.now();
  if (now - session.createdAt > LIFETIME_MS || now - session.seenAt > IDLE_MS) {
    await store.sessions.end(session.hash);
    return undefined;
  }
  if (now - session.seenAt >= SEEN_RESOLUTION_MS) await store.sessions.markSeen(session.hash, now);
  return identity;
}

/** Ends one session. */
export async function endSession(
  { store }: Pick<ServiceContext, 'store'>,
  id: string,
): Promise<void> {
  await store.sessions.end(sha256(id));
}

/** Ends all sessions of a person, this one included. */
export async function endAllSessions(
  { store }: Pick<ServiceContext, 'store'>,
  { person }: TeamMember,
): Promise<void> {
  await store.sessions.endAll(person.id);
}
