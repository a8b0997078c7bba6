/**
 * What the core asks of the world around it. store/ implements the storage ports, the verifier and
 * the worker pool fit the others by their shape. Times are milliseconds since the Unix epoch.
 *
 * A team's rows are reachable only through `Store.team(id)`: no use case can reach another team's rows.
 */

import type { Facts } from '../contract/facts.ts';
import type { ReachabilityProblem } from '../contract/reachability.ts';
import type { EntryStatus, VerificationResult } from '../contract/schemas.ts';
import type { Clock } from '../lib/clock.ts';
import type { SingleFlight } from '../lib/single-flight.ts';
import type { BatchQueue } from './batch-queue.ts';
import type { ListQueue, ListStore } from './list-ports.ts';
import type { MembersStore, PeopleStore, ReportStore, SessionStore } from './people-ports.ts';
import type {
  Answer,
  BatchRecord,
  CacheSlot,
  KeyRecord,
  NewKey,
  Page,
  StoredVerification,
  Team,
  TeamRecord,
  TeamUsage,
} from './records.ts';
import type { DamagedThing, Observe } from './service-event.ts';
import type { ErasureStore, RetentionStore } from './upkeep-ports.ts';

/** The verifier's finding: the nine fields of the interface, flat, and what they rest on. */
export interface Finding extends VerificationResult {
  readonly decided: boolean;
  readonly reason: string;
  /** Absent where the verifier does not say. */
  readonly evidence?: Evidence;
}

/** Who said what of the address. */
export interface Evidence {
  readonly provider: string | undefined;
  readonly mxHost: string | undefined;
  readonly reply: { code: number; enhanced: string | undefined; text: string } | undefined;
  readonly attempts: number;
  readonly free: boolean;
  /** Milliseconds after which it makes sense to ask again. */
  readonly retryAfter: number | undefined;
}

/** On whose behalf addresses are verified: teams share the sessions, and the batches of a team do. */
interface WorkOwner {
  readonly team: string;
  readonly batch: string;
}

export interface VerifyOptions {
  readonly signal?: AbortSignal;
  readonly owner?: WorkOwner;
}

export interface VerifierPort {
  verify(email: string, options?: VerifyOptions): Promise<Finding>;
  /** Calls `report` once for each index; rejects with the signal's reason when that aborts. */
  verifyAll(
    emails: readonly string[],
    report: (index: number, finding: Finding) => void,
    options?: VerifyOptions,
  ): Promise<void>;
  /** What a batch under way waits for: the reason, addresses, and milliseconds until it goes on. */
  readonly waiting?: (batchId: string) => readonly {
    readonly reason: string;
    readonly count: number;
    readonly left: number;
  }[];
  /** Why nothing can be learnt of any mailbox right now. */
  readonly problems?: () => readonly ReachabilityProblem[];
}

/** Tells the workers of this process at once what others learn by looking at the store. */
export interface BatchSignals {
  created(teamId: string): void;
  cancelled(batchId: string, teamId: string): void;
}

export interface NewVerification {
  readonly email: string;
  readonly answer: Answer;
  readonly at: number;
  /** Present when the verification ran and may be cached: its answer replaces the one there. */
  readonly keep?: CacheSlot | undefined;
  /** The reservation that this verification uses up. */
  readonly reservation?: Reservation | undefined;
}

/** Usage that is charged before the work, since work side by side could exceed the quota together. */
export interface Reservation {
  readonly id: string;
  /** As `2026-11`. */
  readonly month: string;
  readonly count: number;
  /** If nothing uses it up until then, whoever made it is gone: it is given back. */
  readonly expiresAt: number;
}

export interface NewEntry {
  readonly email: string;
  readonly cacheKey: string;
  /** Verifications reserved for it: 0 or 1. */
  readonly cost: number;
}

export interface NewBatch {
  readonly id: string;
  readonly createdAt: number;
  /** The month whose quota the batch is charged to, as `2026-11`. */
  readonly month: string;
  readonly entries: readonly NewEntry[];
  /** Open batches that the team may have, this one included; absent: any number. */
  readonly maxOpen?: number | undefined;
  readonly list?: ListPortion | undefined;
}

/** What a batch is of a list. */
export interface ListPortion {
  readonly listId: string;
  /** From 1. */
  readonly portion: number;
}

/** Why a batch is not stored. `not_due`: the list has ended, or has this portion in a batch. */
export type BatchRefusal = 'over_quota' | 'too_many_batches' | 'not_due';

export interface EntryRecord {
  readonly id: string;
  readonly email: string;
  readonly status: EntryStatus;
  readonly facts: Facts | null;
  /** As in Answer. */
  readonly detail?: string | undefined;
  readonly error: string | null;
}

export interface BatchWithEntries {
  readonly batch: BatchRecord;
  /** In the order submitted. */
  readonly entries: readonly EntryRecord[];
}

/** Each method is one transaction. */
export interface TeamStore {
  /** Adds to the month's usage; false, and nothing is added, when that would exceed the quota. */
  reserve(reservation: Reservation): Promise<boolean>;
  giveBack(reservationId: string): Promise<void>;
  recordVerification(verification: NewVerification): Promise<void>;
  /** Newest first. */
  listVerifications(page: Page, signal?: AbortSignal): Promise<StoredVerification[]>;
  /** Reserves its cost and stores it as pending; nothing is stored of one that is refused. */
  createBatch(batch: NewBatch): Promise<BatchRecord | BatchRefusal>;
  findBatch(id: string): Promise<BatchWithEntries | undefined>;
  /** Newest first. */
  listBatches(page: Page): Promise<BatchRecord[]>;
  /**
   * Cancels a pending or processing batch and its pending entries, and gives back what those had
   * reserved. `cancelled` is false when the batch had ended before.
   */
  cancelBatch(id: string): Promise<{ cancelled: boolean; batch: BatchRecord } | undefined>;
}

export interface CacheStore {
  /** The answer under one key, unless it has expired. */
  findOne(key: string, now: number): Promise<Answer | undefined>;
  /** Answers that have not expired, by key. */
  find(keys: readonly string[], now: number): Promise<ReadonlyMap<string, Answer>>;
  /** Deletes what has expired; a bounded number of rows at a time. */
  sweep(now: number): Promise<void>;
}

export interface TeamDirectory {
  /** False when the name is taken. */
  create(team: TeamRecord): Promise<boolean>;
  findByName(name: string): Promise<TeamRecord | undefined>;
  /** Oldest first. */
  list(month: string): Promise<TeamUsage[]>;
  /** False when there is no such team. */
  setQuota(name: string, quota: number | null): Promise<boolean>;
}

export interface KeyStore {
  /** Stores it only where no key was ever created, whoever else tries at the same time. */
  createFirst(key: NewKey): Promise<boolean>;
  findByHash(hash: string): Promise<{ key: KeyRecord; team: Team } | undefined>;
  markUsed(id: string, at: number): Promise<void>;
  /** Oldest first. */
  list(teamId?: string): Promise<KeyRecord[]>;
  /** A key revoked before keeps its date. */
  revoke(id: string, at: number): Promise<KeyRecord | undefined>;
}

/** A provider that is left alone until a time. */
interface ProviderRest {
  readonly provider: string;
  /** Milliseconds since the epoch. */
  readonly until: number;
}

/** What the verifier keeps over restarts. */
export interface VerifierMemory {
  /** The value kept under a name: `fresh` where there is none yet. */
  secret(name: string, fresh: string): Promise<string>;
  /** Rests that are not over. */
  rests(now: number): Promise<readonly ProviderRest[]>;
  keepRest(rest: ProviderRest): Promise<void>;
}

export interface Store {
  readonly teams: TeamDirectory;
  readonly keys: KeyStore;
  readonly cache: CacheStore;
  readonly queue: BatchQueue;
  readonly people: PeopleStore;
  readonly sessions: SessionStore;
  readonly listQueue: ListQueue;
  team(teamId: string): TeamStore;
  lists(teamId: string): ListStore;
  members(teamId: string): MembersStore;
  reports(teamId: string): ReportStore;
  readonly verifierMemory: VerifierMemory;
  readonly retention: RetentionStore;
  readonly erasure: ErasureStore;
  /**
   * Writes a copy of the whole database to a new file that only its owner reads, while others go on
   * working. Rejects with MailvetError `input` when there is such a file.
   */
  backup(path: string): Promise<void>;
  /** Writes something; rejects with StoreError when nothing can be written, within 2 s. */
  ping(): Promise<void>;
  /** `listener` is called for each stored row that is damaged and therefore left out. */
  onDamage(listener: (what: DamagedThing) => void): void;
  close(): Promise<void>;
}

/** What the use cases work with; each takes the part that it uses. */
export interface ServiceContext {
  readonly store: Store;
  readonly verifier: VerifierPort;
  readonly clock: Pick<Clock, 'now'>;
  /** Unguessable URL-safe characters. */
  readonly token: (length: number) => string;
  readonly signals: BatchSignals;
  /** Receives each event; absent: events are dropped. */
  readonly observe?: Observe | undefined;
  /** Open batches that a team may have; absent: any number. */
  readonly maxOpenBatches?: number | undefined;
  /** Single verifications under way, by team and cache key. */
  readonly flights: SingleFlight<Answer>;
  /** Aborts when the process can't wait for verifications under way any longer. */
  readonly stopping: AbortSignal;
}
