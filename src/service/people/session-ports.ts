import type { TeamMember } from './people-ports.ts';

interface SessionRecord {
  readonly hash: string;
  readonly personId: string;
  readonly createdAt: number;
  /** When it was last used, to the minute. */
  readonly seenAt: number;
}

/** Sessions of the dashboard. */
export interface SessionStore {
  /** False, with nothing stored, where the person has another password by now, or is gone. */
  create(session: SessionRecord, passwordHash: string): Promise<boolean>;
  find(hash: string): Promise<{ session: SessionRecord; identity: TeamMember } | undefined>;
  markSeen(hash: string, at: number): Promise<void>;
  /** Gives a session another id and another person; false where there is no such session any more. */
  replace(hash: string, next: Omit<SessionRecord, 'createdAt'>): Promise<boolean>;
  end(hash: string): Promise<void>;
  /** Ends the sessions of a person's account, in all its teams. */
  endAll(personId: string): Promise<void>;
  /** Deletes sessions that began or were last seen before these times. */
  sweep(createdBefore: number, seenBefore: number): Promise<void>;
}
