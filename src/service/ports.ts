/**
 * The ports of the service core. store/ implements the storage ports; the verifier and the worker
 * pool implement the others by their shape. Times are milliseconds since the Unix epoch.
 *
 * A team's rows are reachable only through `Store.team(id)`, `members(id)` and `reports(id)`.
 */

import type { ProbeMode } from '../contract/probe-mode.ts';
import type { EntryStatus } from '../contract/schemas.ts';
import type { Clock } from '../lib/clock.ts';
import type { SingleFlight } from '../lib/once.ts';
import type { Result, VerifiedAddress } from '../result/result.ts';
import type { IdempotentRequest, KeyClaim, StoredRequest } from './batches/idempotency.ts';
import type { FleetStore } from './fleet/records.ts';
import type { LedgerStore } from './ledger/records.ts';
import type {
  CorrectionStore,
  ListFolderIds,
  ListLeases,
  ListQueue,
  ListShares,
  ListStore,
} from './lists/list-ports.ts';
import type { WatchQueue, WatchStore } from './lists/watch-ports.ts';
import type { NoticeQueue } from './notices/records.ts';
import type { OutcomeStore, ProviderAddresses } from './outcomes/records.ts';
import type { PartQueue } from './parts/part-queue.ts';
import type { MembersStore, PeopleStore, ReportStore, SessionStore } from './people/records.ts';
import type { ReadTurns } from './read-turns.ts';
import type {
  BatchRecord,
  CacheSlot,
  JobOfBatch,
  KeyRecord,
  NewKey,
  Page,
  Team,
  TeamRecord,
  TeamUsage,
} from './records.ts';
import type { DamagedThing, Observe } from './service-event.ts';
import type { SuppressionStore } from './suppressions/entries.ts';
import type { PolicyStore, StorageStore } from './teams/records.ts';
import type { ErasureStore, RetentionStore } from './upkeep/records.ts';
import type { VerifierPort } from './verifications/verifier-port.ts';
import type { JudgeTarget, WebhookQueue, WebhookStore } from './webhooks/records.ts';

/** Notifies the workers of this process at once; other processes poll the store. */
export interface BatchSignals {
  created(teamId: string): void;
  cancelled(batchId: string, teamId: string): void;
}

/** A verification to be stored in the history. */
export interface NewVerification {
  readonly email: string;
  readonly result: Result;
  readonly at: number;
  /** Present when the verification ran and may be cached: its answer replaces the one there. */
  readonly keep?: CacheSlot | undefined;
  /** The reservation that this verification uses up. */
  readonly reservation?: Reservation | undefined;
  /** The request with a key that this answers: its answer is remembered. */
  readonly request?: IdempotentRequest | undefined;
}

/** Usage charged before the work: concurrent verifications could otherwise exceed the quota. */
export interface Reservation {
  readonly id: string;
  /** As `2026-11`. */
  readonly month: string;
  readonly count: number;
  /** An unused reservation is given back then: the process that made it has died. */
  readonly expiresAt: number;
}

export interface NewEntry {
  readonly email: string;
  readonly cacheKey: string;
  /** Verifications reserved for it: 0 or 1. */
  readonly cost: number;
}

/** A batch to be stored. */
export interface NewBatch {
  readonly id: string;
  readonly createdAt: number;
  /** The month whose quota the batch is charged to, as `2026-11`. */
  readonly month: string;
  readonly entries: readonly NewEntry[];
  /** Limit of the team's open batches, this one included; absent: none. */
  readonly maxOpen?: number | undefined;
  readonly list?: ListRange | undefined;
  readonly job?: JobOfBatch | undefined;
  /** The request with a key that it comes from. */
  readonly request?: IdempotentRequest | undefined;
  /** It costs nothing, is bounded as such, and is deleted after a day. */
  readonly isSandbox?: boolean | undefined;
  /** Its addresses are verified although the cache has them. */
  readonly noCache?: boolean | undefined;
  /** How far its verifications go; `smtp` where it is left out. */
  readonly mode?: ProbeMode | undefined;
}

/** The places of a list that a batch verifies. */
export interface ListRange {
  readonly listId: string;
  /** From 1. */
  readonly first: number;
  readonly last: number;
  /** Under which its process sees to the list; as in ListLeases. */
  readonly lease?: number | undefined;
}

/**
 * Why a batch is refused. `not_due`: the list has ended, or has these places in a batch; `key_reused`:
 * its key came with another request before.
 */
export type BatchRefusal = 'over_quota' | 'too_many_batches' | 'not_due' | 'key_reused';

/** A stored entry of a batch. */
export interface EntryRecord {
  readonly id: string;
  readonly email: string;
  readonly status: EntryStatus;
  /** Null: it has none yet, or none any more. */
  readonly result: Result | null;
  readonly error: string | null;
}

/** What became of a batch to be deleted: `open` and `of_list` are left as they are. */
export type BatchDeletion = 'deleted' | 'open' | 'of_list';

/** A stored batch with its entries. */
export interface BatchWithEntries {
  readonly batch: BatchRecord;
  /** In the order submitted. */
  readonly entries: readonly EntryRecord[];
}

/** Where people reach the service: its public URL, or where it listens. Without a slash at the end. */
export interface OwnUrl {
  keep(url: string): Promise<void>;
  /** Of the service that started last; undefined before the first one. */
  find(): Promise<string | undefined>;
}

/** A team's batches and history. Each method is one transaction. */
export interface TeamStore {
  /** Adds to the month's usage; false, with nothing added, when that would exceed the quota. */
  reserve(reservation: Reservation): Promise<boolean>;
  giveBack(reservationId: string): Promise<void>;
  /** False, with nothing recorded, where another request with its key was answered before. */
  recordVerification(verification: NewVerification): Promise<boolean>;
  /** Newest first. */
  listVerifications(page: Page, signal?: AbortSignal): Promise<VerifiedAddress[]>;
  /** Takes a key for a verification that begins; false where another request has it. */
  claimKey(claim: KeyClaim): Promise<boolean>;
  /** Gives back the key of a verification that failed. */
  releaseKey(claim: Pick<KeyClaim, 'key' | 'hash'>): Promise<void>;
  /** The earlier request with a key, unless the key has expired. */
  findRequest(request: Pick<IdempotentRequest, 'key' | 'at'>): Promise<StoredRequest | undefined>;
  /**
   * Reserves the batch's cost and stores it as pending. A refused batch is not stored; for a request
   * that became a batch before, that batch is returned as it was then.
   */
  createBatch(batch: NewBatch): Promise<BatchRecord | BatchRefusal>;
  findBatch(id: string): Promise<BatchWithEntries | undefined>;
  /** Newest first. */
  listBatches(page: Page): Promise<BatchRecord[]>;
  /**
   * Cancels a pending or processing batch and its pending entries, and gives back what those had
   * reserved. `cancelled` is false when the batch had ended before.
   */
  cancelBatch(id: string): Promise<{ cancelled: boolean; batch: BatchRecord } | undefined>;
  /** Deletes an ended batch that is of no list, with its entries and its part of the history. */
  deleteBatch(id: string): Promise<BatchDeletion | undefined>;
}

/** Cached answers. */
export interface CacheStore {
  /** The answer that a team got under one key, unless it has expired. */
  findOne(teamId: string, key: string, now: number): Promise<Result | undefined>;
  /** The same where it is known without asking the database. */
  recall(teamId: string, key: string, now: number): Result | undefined;
  /** Answers of a team that have not expired, by key. */
  find(teamId: string, keys: readonly string[], now: number): Promise<ReadonlyMap<string, Result>>;
  /** Deletes answers of a team: its next verification of their addresses runs. */
  drop(teamId: string, keys: readonly string[]): Promise<void>;
  /** Deletes expired answers and idempotency keys, so many at a time; false where more may be left. */
  sweep(now: number): Promise<boolean>;
}

/** The teams of a service. */
export interface TeamDirectory {
  /** False when the name is taken. */
  create(team: TeamRecord): Promise<boolean>;
  findByName(name: string): Promise<TeamRecord | undefined>;
  /** Oldest first. */
  list(month: string): Promise<TeamUsage[]>;
  /** False when there is no such team. */
  setQuota(name: string, quota: number | null): Promise<boolean>;
  /** False when there is no such team. */
  setChargesUnknown(name: string, isCharged: boolean): Promise<boolean>;
  /** Bytes; null: as the service has it. False when there is no such team. */
  setStorage(name: string, storage: number | null): Promise<boolean>;
}

/** API keys of all teams. */
export interface KeyStore {
  /** Stores the key only if none was ever created; of concurrent callers, one succeeds. */
  createFirst(key: NewKey): Promise<boolean>;
  findByHash(hash: string): Promise<{ key: KeyRecord; team: Team } | undefined>;
  markUsed(id: string, at: number): Promise<void>;
  /** Oldest first. */
  list(teamId?: string): Promise<KeyRecord[]>;
  /** A key that is already revoked keeps its date. */
  revoke(id: string, at: number): Promise<KeyRecord | undefined>;
}

/** A provider to which no connection is made from an egress until a time. */
interface ProviderRest {
  readonly provider: string;
  readonly egress: string;
  /** Milliseconds since the epoch. */
  readonly until: number;
}

/** State of the verifier that survives restarts. */
export interface VerifierMemory {
  /** The secret stored under a name; stores `fresh` if it is missing. */
  secret(name: string, fresh: string): Promise<string>;
  /** Rests that are not over. */
  rests(now: number): Promise<readonly ProviderRest[]>;
  keepRest(rest: ProviderRest): Promise<void>;
  /** What processes share; absent where the database is one process's. */
  readonly fleet?: FleetStore | undefined;
}

/** All storage of the service. */
export interface Store {
  readonly teams: TeamDirectory;
  readonly keys: KeyStore;
  readonly cache: CacheStore;
  readonly parts: PartQueue;
  readonly people: PeopleStore;
  readonly sessions: SessionStore;
  readonly listQueue: ListQueue;
  readonly listLeases: ListLeases;
  readonly listFolderIds: ListFolderIds;
  readonly ownUrl: OwnUrl;
  readonly listShares: ListShares;
  readonly watchQueue: WatchQueue;
  readonly webhookQueue: WebhookQueue;
  readonly notices: NoticeQueue;
  readonly providerAddresses: ProviderAddresses;
  team(teamId: string): TeamStore;
  lists(teamId: string): ListStore;
  watches(teamId: string): WatchStore;
  members(teamId: string): MembersStore;
  reports(teamId: string): ReportStore;
  webhooks(teamId: string): WebhookStore;
  suppressions(teamId: string): SuppressionStore;
  corrections(teamId: string): CorrectionStore;
  outcomes(teamId: string): OutcomeStore;
  ledger(teamId: string): LedgerStore;
  policies(teamId: string): PolicyStore;
  storage(teamId: string): StorageStore;
  readonly verifierMemory: VerifierMemory;
  readonly retention: RetentionStore;
  readonly erasure: ErasureStore;
  /**
   * Writes a copy of the whole database to a new file that only its owner can read, while the service
   * runs. Rejects with MailvetError `input` when the file exists.
   */
  backup(path: string): Promise<void>;
  /** Tests a write. Rejects with StoreError within 2 s when the database can't be written. */
  ping(): Promise<void>;
  /** Calls `listener` for each damaged row that is left out. */
  onDamage(listener: (what: DamagedThing) => void): void;
  close(): Promise<void>;
}

/** What most use cases need; each takes no more of ServiceContext than it uses. */
export interface StoreContext {
  readonly store: Store;
}

export interface TimedContext extends StoreContext {
  readonly clock: Clock;
}

/** Of what makes ids, keys and links. */
export interface TokenContext extends TimedContext {
  /** Unguessable URL-safe characters. */
  readonly token: (length: number) => string;
}

/** Of what others hear of. */
export interface EventContext extends TimedContext {
  /** Receives each event; absent: events are dropped. */
  readonly observe?: Observe | undefined;
}

/** Of what stores what costs nothing. */
export interface StorageContext extends TimedContext {
  /** Bytes that a team may store of what costs nothing; absent: no limit. */
  readonly teamStorage?: number | undefined;
}

/** Of what creates and cancels batches. */
export interface BatchContext extends TokenContext, EventContext, StorageContext {
  readonly signals: BatchSignals;
  /** Limit of a team's open batches; absent: none. */
  readonly maxOpenBatches?: number | undefined;
}

/** All dependencies of the use cases. */
export interface ServiceContext extends BatchContext {
  readonly verifier: VerifierPort;
  readonly judgeTarget: JudgeTarget;
  /** Turns of teams at answers that take long. */
  readonly reads: ReadTurns;
  /** Single verifications under way, by team and cache key. */
  readonly flights: SingleFlight<Result>;
  /** Aborts when the process can't wait for verifications under way any longer. */
  readonly stopping: AbortSignal;
  /** Throws StoreError `lists_away` where the folder of the lists is not there. */
  readonly checkLists?: (() => void) | undefined;
}
