/**
 * What the dashboard's use cases need from the store: people, sessions and links, the audit log, and
 * reports. A team's rows are reached only through its team. Secrets (session ids, links) are stored
 * as SHA-256 only.
 */

import type { KeyScope } from '../../contract/key-scopes.ts';
import type { VerifiedAddress } from '../../result/result.ts';
import type { JobList, JobListResults } from '../lists/job-lists.ts';
import type { BatchRecord, KeyRecord, NewKey, Page, Team } from '../records.ts';

/** `people.ts` has what each may do. */
export const ROLES = ['owner', 'member'] as const;
/** A person's role in their team. */
export type Role = (typeof ROLES)[number];

/** A person of a team. */
export interface Person {
  readonly id: string;
  /** Lower case. Unique within a team. */
  readonly email: string;
  readonly role: Role;
  readonly createdAt: number;
  /** The language that the person chose, such as `de`; null: the browser's. */
  readonly language: string | null;
}

/** A person to be stored. */
export interface NewPerson {
  readonly id: string;
  readonly email: string;
  readonly passwordHash: string;
  readonly createdAt: number;
  /** The account that proved itself by its password; absent: an account of its own. */
  readonly accountId?: string | undefined;
}

/** A person with the password hash, for signing in. */
export interface PersonWithPassword extends Person {
  readonly teamId: string;
  readonly passwordHash: string;
  /** Shared by what is one person in several teams, with one password. */
  readonly accountId: string;
}

/** The signed-in person and their team. */
export interface TeamMember {
  readonly person: Person;
  readonly team: Team;
}

/** An invitation to a team. */
export interface Invitation {
  readonly id: string;
  readonly email: string;
  readonly role: Role;
  readonly createdAt: number;
  readonly expiresAt: number;
}

/** An invitation to be stored, with the hash of its secret. */
export interface NewInvitation extends Invitation {
  readonly hash: string;
}

/** An invitation that can be accepted. */
export interface OpenInvitation extends Invitation {
  readonly team: Team;
}

/** A password link to be stored, with the hash of its secret. */
export interface NewPasswordLink {
  readonly hash: string;
  readonly expiresAt: number;
}

/** A new password by a link. */
export interface PasswordChange {
  readonly passwordHash: string;
  readonly at: number;
  /** A new account: somebody else may have opened the link, so it must open no other team. */
  readonly accountId: string;
}

/** The actor and time of a change, logged with it in one transaction. */
export interface AuditedChange {
  /** The address of a person, `COMMAND_LINE`, or `WATCH`. */
  readonly actor: string;
  readonly at: number;
}

/** The actor of changes by `mailvet admin`. */
export const COMMAND_LINE = 'command line';

/** What begins the rounds of a watched list. */
export const WATCH = 'the watch';

/** The actor of what the service itself does, as a receiver or a limit makes it. */
export const SERVICE = 'service';

const AUDIT_ACTIONS = [
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
  'signed_in',
  'sign_in_failed',
  'list_uploaded',
  'list_started',
  'list_downloaded',
  'list_cancelled',
  'list_retried',
  'list_retries_planned',
  'list_retries_ended',
  'list_deleted',
  'list_renamed',
  'list_moved',
  'list_shared',
  'list_unshared',
  'list_corrected',
  'list_uncorrected',
  'list_split',
  'list_unsplit',
  'list_column_added',
  'list_column_removed',
  'list_sheet_added',
  'list_duplicates_dropped',
  'list_duplicates_kept',
  'list_watched',
  'list_unwatched',
  'list_round_begun',
  'webhook_created',
  'webhook_secret_rotated',
  'webhook_enabled',
  'webhook_disabled',
  'webhook_deleted',
  'suppressions_added',
  'suppressions_imported',
  'suppressions_removed',
  'suppressions_exported',
  'policy_changed',
  'policy_removed',
  'corrections_rejected',
  'corrections_removed',
] as const;
/** An action of the audit log. */
export type AuditAction = (typeof AUDIT_ACTIONS)[number];

/** One line of the audit log. */
export interface AuditEntry extends AuditedChange {
  readonly action: AuditAction;
  /** An address, a key's label and last four characters, the name of a list, a URL, or a network source. */
  readonly subject: string;
}

/** The outcome of a change to a member; `last_owner`: refused, since a team keeps an owner. */
export type MemberChange = 'done' | 'unknown' | 'last_owner';

/** A sign-in, for the audit log. */
export interface SignInAttempt {
  /** The network source. */
  readonly source: string;
  readonly at: number;
}

/** What a person chose for themselves. */
interface Preferences {
  /** Of which lists they get mails. */
  readonly notices: NoticeChoice;
  /** A time zone such as `Europe/Berlin`; null: the browser's, else UTC. */
  readonly zone: string | null;
}

interface NewSetupLink {
  readonly hash: string;
  readonly createdAt: number;
  /** Links that were created until then are removed. */
  readonly replaces: number;
}

/** People of all teams, for setup, invitation and sign-in. Each method is one transaction. */
export interface PeopleStore {
  /** Adds a setup link, and removes the older ones; false, and no link, once there is a person. */
  openSetup(link: NewSetupLink): Promise<boolean>;
  setupIsOpen(hash: string): Promise<boolean>;
  /** The first person, owner of the team. False when the link has expired or was used. */
  redeemSetup(hash: string, teamId: string, person: NewPerson): Promise<boolean>;
  findInvitation(hash: string, now: number): Promise<OpenInvitation | undefined>;
  /** False when the invitation has expired or was used, or its address is in the team by now. */
  redeemInvitation(hash: string, person: NewPerson): Promise<boolean>;
  /** Replaces the links of all people with the address; false without such people. */
  openPasswordLink(email: string, link: NewPasswordLink, change: AuditedChange): Promise<boolean>;
  /** The people of an open link, oldest first. */
  findPasswordLink(hash: string, now: number): Promise<PersonWithPassword[]>;
  /** Ends the link and all sessions of its people. False when the link has expired or was used. */
  redeemPasswordLink(hash: string, change: PasswordChange): Promise<boolean>;
  /** People with the address in all teams, oldest first. */
  findByEmail(email: string): Promise<PersonWithPassword[]>;
  /** A person's account in all its teams, by the team's name. */
  findTeams(personId: string): Promise<TeamMember[]>;
  /** Sets the language of a person's account in all its teams; null: the browser's. */
  setLanguage(personId: string, language: string | null): Promise<void>;
  preferences(personId: string): Promise<Preferences>;
  /** Of this person in this team. */
  setPreferences(personId: string, preferences: Preferences): Promise<void>;
  /** Written to the log of each team that the address is in. */
  recordFailedSignIn(email: string, attempt: SignInAttempt): Promise<void>;
}

/** A team's people, their keys and what they changed. Each method is one transaction. */
export interface MembersStore {
  /** Oldest first. */
  list(): Promise<Person[]>;
  /** Replaces an open invitation of the same address; false when the address is in the team. */
  invite(invitation: NewInvitation, change: AuditedChange): Promise<boolean>;
  /** Open invitations, newest first. */
  invitations(now: number): Promise<Invitation[]>;
  withdrawInvitation(id: string, change: AuditedChange): Promise<boolean>;
  /** Ends their sessions and revokes their keys too. A team keeps an owner. */
  remove(personId: string, change: AuditedChange): Promise<MemberChange>;
  /** Revokes the keys of the person that have other scopes than `scopes` too. */
  setRole(
    personId: string,
    { role, scopes }: { readonly role: Role; readonly scopes: readonly KeyScope[] },
    change: AuditedChange,
  ): Promise<MemberChange>;
  /** Sets the password of their account, in all its teams, and ends its sessions. */
  setPassword(personId: string, passwordHash: string, change: AuditedChange): Promise<void>;
  /** Replaces the link of a person of the team; undefined for an unknown person. */
  openPasswordLink(
    personId: string,
    link: NewPasswordLink,
    change: AuditedChange,
  ): Promise<Person | undefined>;
  /**
   * With `roles` only where who creates it is a person of the team with one of them, else it returns false: they
   * may have been removed meanwhile.
   */
  createKey(key: NewKey, change: AuditedChange, roles?: readonly Role[]): Promise<boolean>;
  /** Newest first. */
  keys(): Promise<KeyRecord[]>;
  /** A key that is already revoked keeps its date. */
  revokeKey(id: string, change: AuditedChange): Promise<KeyRecord | undefined>;
  recordSignIn(email: string, attempt: SignInAttempt): Promise<void>;
  /** Newest first. */
  audit(page: Page): Promise<AuditEntry[]>;
}

/** A verification of the history. */
export interface VerificationRecord extends VerifiedAddress {
  readonly at: number;
}

/** A position in a history: the rows behind it are older. */
export interface HistoryPosition {
  readonly at: number;
  readonly seq: number;
}

/** A search of the history. */
export interface HistorySearch {
  /** Part of an address; empty: all. */
  readonly text: string;
  readonly page: Page;
  /** Where to begin; absent: with the newest. */
  readonly before?: HistoryPosition | undefined;
}

/** A page of matches. */
export interface SearchResult {
  readonly verifications: VerificationRecord[];
  /** Present where the search stopped at its bound. */
  readonly next?: HistoryPosition;
  /** Whether of older ones those are there whose address is the text, or whose domain begins with it. */
  readonly hasOlderBeginnings?: boolean;
}

/** Both ends included. */
export interface TimeSpan {
  readonly since: number;
  readonly until: number;
}

/** Verifications of one day. */
export interface DayCount {
  /** As `2026-11-21` (UTC). */
  readonly day: string;
  readonly count: number;
}

/** Verifications of a month. */
interface MonthUsage {
  /** Charged or reserved. */
  readonly used: number;
  /** Not charged, since they could not be decided. */
  readonly givenBack: number;
}

/** Reports on a team's usage, batches and history. */
export interface ReportStore {
  usage(month: string): Promise<MonthUsage>;
  /** Verifications answered on each day (UTC) of the span, oldest first. */
  days(span: TimeSpan): Promise<DayCount[]>;
  /** A batch without its entries: cheap enough to poll every second. */
  batch(id: string): Promise<BatchRecord | undefined>;
  /** Batches that belong to no list, newest first. */
  batches(page: Page): Promise<BatchRecord[]>;
  /** Lists of the command line, newest first. */
  jobLists(page: Page): Promise<JobList[]>;
  jobList(id: string): Promise<JobListResults | undefined>;
  /** Newest first. */
  search(search: HistorySearch, signal?: AbortSignal): Promise<SearchResult>;
  /** All that match, newest first, a bounded number at a time. */
  searchAll(text: string, signal?: AbortSignal): AsyncIterable<readonly VerificationRecord[]>;
}

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

/** Of which lists a person gets notices: those that they uploaded, all of the team, or none. */
export const NOTICE_CHOICES = ['own', 'all', 'none'] as const;
export type NoticeChoice = (typeof NOTICE_CHOICES)[number];
