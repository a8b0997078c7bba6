/**
 * What the dashboard's use cases need from the store: people, how they got in, what they changed, and what
 * they look at. As everywhere, a team's rows are reached only through its team. Secrets (session
 * ids, links) are known by their SHA-256 alone.
 */
import type { BatchRecord, KeyRecord, NewKey, Page, StoredVerification, Team } from './records.ts';

export const ROLES = ['owner', 'member'] as const;
export type Role = (typeof ROLES)[number];

export interface Person {
  readonly id: string;
  /** Lower case. One person of a team has it; other teams don't matter. */
  readonly email: string;
  readonly role: Role;
  readonly createdAt: number;
}

export interface NewPerson {
  readonly id: string;
  readonly email: string;
  readonly passwordHash: string;
  readonly createdAt: number;
}

export interface PersonWithPassword extends Person {
  readonly teamId: string;
  readonly passwordHash: string;
}

/** Who is at the other end: a person, in their team. */
export interface TeamMember {
  readonly person: Person;
  readonly team: Team;
}

interface SessionRecord {
  readonly hash: string;
  readonly personId: string;
  readonly createdAt: number;
  /** When it was last used, to the minute. */
  readonly seenAt: number;
}

export interface Invitation {
  readonly id: string;
  readonly email: string;
  readonly role: Role;
  readonly createdAt: number;
  readonly expiresAt: number;
}

export interface NewInvitation extends Invitation {
  readonly hash: string;
}

export interface OpenInvitation extends Invitation {
  readonly team: Team;
}

export interface NewPasswordLink {
  readonly hash: string;
  readonly expiresAt: number;
}

export interface PasswordChange {
  readonly passwordHash: string;
  readonly at: number;
}

/** Who changed something, and when: written down with the change, in one transaction. */
export interface AuditedChange {
  /** The address of a person, or `COMMAND_LINE`. */
  readonly actor: string;
  readonly at: number;
}

/** The actor of what `mailvet admin` does. */
export const COMMAND_LINE = 'command line';

export const AUDIT_ACTIONS = [
  'key_created',
  'key_revoked',
  'person_joined',
  'person_invited',
  'invitation_withdrawn',
  'person_removed',
  'made_owner',
  'made_member',
  'password_changed',
  'password_link_created',
  'list_uploaded',
  'list_downloaded',
  'list_cancelled',
  'list_retried',
  'list_deleted',
] as const;
export type AuditAction = (typeof AUDIT_ACTIONS)[number];

export interface AuditEntry extends AuditedChange {
  readonly action: AuditAction;
  /** The address of a person, a key's label and last four characters, or the name of a list. */
  readonly subject: string;
}

export type MemberChange = 'done' | 'unknown' | 'last_owner';

/** People before it is known whose they are. Each method is one transaction. */
export interface PeopleStore {
  /** Replaces the setup link; false, and there is none, once there is a person. */
  openSetup(hash: string): Promise<boolean>;
  setupIsOpen(hash: string): Promise<boolean>;
  /** The first person, owner of the team. False when the link has expired or was used. */
  redeemSetup(hash: string, teamId: string, person: NewPerson): Promise<boolean>;
  findInvitation(hash: string, now: number): Promise<OpenInvitation | undefined>;
  /** False when the invitation has expired or was used, or its address is in the team by now. */
  redeemInvitation(hash: string, person: NewPerson): Promise<boolean>;
  /** Opens a link for everybody with the address, in place of earlier ones; false: there is nobody. */
  openPasswordLink(email: string, link: NewPasswordLink, change: AuditedChange): Promise<boolean>;
  /** Whose passwords an open link sets, oldest first. */
  findPasswordLink(hash: string, now: number): Promise<PersonWithPassword[]>;
  /** Ends the link and all sessions of its people. False when the link has expired or was used. */
  redeemPasswordLink(hash: string, change: PasswordChange): Promise<boolean>;
  /** In whatever teams, oldest first. */
  findByEmail(email: string): Promise<PersonWithPassword[]>;
}

export interface SessionStore {
  create(session: SessionRecord): Promise<void>;
  find(hash: string): Promise<{ session: SessionRecord; identity: TeamMember } | undefined>;
  markSeen(hash: string, at: number): Promise<void>;
  end(hash: string): Promise<void>;
  endAll(personId: string): Promise<void>;
  /** Deletes what began or was last seen before these moments. */
  sweep(createdBefore: number, seenBefore: number): Promise<void>;
}

/** A team's people, their keys and what they changed. Each method is one transaction. */
export interface MembersStore {
  /** Oldest first. */
  list(): Promise<Person[]>;
  /** Replaces an open invitation of the same address; false when that is already in the team. */
  invite(invitation: NewInvitation, change: AuditedChange): Promise<boolean>;
  /** Open ones, newest first. */
  invitations(now: number): Promise<Invitation[]>;
  withdrawInvitation(id: string, change: AuditedChange): Promise<boolean>;
  /** Ends their sessions too. A team keeps an owner. */
  remove(personId: string, change: AuditedChange): Promise<MemberChange>;
  setRole(personId: string, role: Role, change: AuditedChange): Promise<MemberChange>;
  /** Ends all their sessions too. */
  setPassword(personId: string, passwordHash: string, change: AuditedChange): Promise<void>;
  /** Opens a link for a person of the team, in place of an earlier one; undefined: there is none. */
  openPasswordLink(
    personId: string,
    link: NewPasswordLink,
    change: AuditedChange,
  ): Promise<Person | undefined>;
  createKey(key: NewKey, change: AuditedChange): Promise<void>;
  /** Newest first. */
  keys(): Promise<KeyRecord[]>;
  /** A key revoked before keeps its date. */
  revokeKey(id: string, change: AuditedChange): Promise<KeyRecord | undefined>;
  /** Newest first. */
  audit(page: Page): Promise<AuditEntry[]>;
}

export interface VerificationRecord extends StoredVerification {
  readonly at: number;
}

/** A place in a history: what comes behind it is older. */
export interface HistoryPosition {
  readonly at: number;
  readonly seq: number;
}

export interface HistorySearch {
  /** Part of an address; empty: all. */
  readonly text: string;
  readonly page: Page;
  /** Where to begin; absent: with the newest. */
  readonly before?: HistoryPosition | undefined;
}

export interface SearchResult {
  readonly verifications: VerificationRecord[];
  /** Present where the search stopped at its bound: older ones were not looked at. */
  readonly next?: HistoryPosition;
}

/** Both ends included. */
export interface TimeSpan {
  readonly since: number;
  readonly until: number;
}

export interface DayCount {
  /** As `2026-11-21` (UTC). */
  readonly day: string;
  readonly count: number;
}

/** What a team's people look at. */
export interface ReportStore {
  /** Charged or reserved in the month. */
  used(month: string): Promise<number>;
  /** Verifications answered on each day (UTC) of the span, oldest first. */
  days(span: TimeSpan): Promise<DayCount[]>;
  /** A batch without its entries: cheap enough to be looked at every second. */
  batch(id: string): Promise<BatchRecord | undefined>;
  /** Batches that belong to no list, newest first. */
  batches(page: Page): Promise<BatchRecord[]>;
  /** Newest first. */
  search(search: HistorySearch, signal?: AbortSignal): Promise<SearchResult>;
  /** All that match, newest first, a bounded number at a time. */
  searchAll(text: string, signal?: AbortSignal): AsyncIterable<readonly VerificationRecord[]>;
}
