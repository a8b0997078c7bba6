/**
 * Batches as the workers see them. A batch is worked on under a lease, which names its owner. An
 * owner renews its leases; a process that sees that an owner does not frees its batches.
 *
 *     free ──claim──► leased ──finish, fail──► (ended)
 *      ▲                 │
 *      └── release, retry, owner dead
 *
 * Whatever is written under a lease is written only while that lease still stands and the batch has
 * not been cancelled, so that two workers can never count one address twice.
 */
import type { Answer, CacheSlot } from './records.ts';

export interface Lease {
  readonly batchId: string;
  /** Names one process (see worker/process-identity.ts). */
  readonly owner: string;
}

export interface ClaimedBatch extends Lease {
  readonly teamId: string;
  /** Addresses without a result. */
  readonly size: number;
  /** Failures in a row without any progress between them. */
  readonly failures: number;
}

/** Who asks for a batch, and of which team. */
export interface Claim {
  readonly owner: string;
  readonly teamId: string;
}

export interface OtherOwner {
  readonly owner: string;
  /** Changes with each renewal. Only another value tells anything: it is by the owner's clock. */
  readonly renewal: number;
}

/** What there is to do. */
export interface QueueDepth {
  readonly pendingBatches: number;
  readonly processingBatches: number;
  /** Addresses of both that have no result yet. */
  readonly addresses: number;
}

export interface PendingEntry {
  readonly position: number;
  readonly email: string;
  readonly cacheKey: string;
}

/** The answer for one address of a batch: all entries that have it get it together. */
export interface EntryOutcome {
  readonly positions: readonly number[];
  readonly answer: Answer;
  /**
   * Present when the verification ran for this batch: it goes to the cache, and the first of the
   * positions pays for it. Else the answer came from the cache, and all give back their cost.
   */
  readonly keep?: CacheSlot | undefined;
}

/** Each method is one transaction. */
export interface BatchQueue {
  /** Teams that have a free batch, perhaps one that has to wait for its next try. */
  waitingTeams(): Promise<string[]>;
  /** Takes the team's oldest free batch and makes it processing. */
  claim(claim: Claim, now: number): Promise<ClaimedBatch | undefined>;
  pending(batchId: string): Promise<PendingEntry[]>;
  /** Batches that the owner still holds. A cancelled one, or one taken over, is missing. */
  held(owner: string): Promise<ReadonlySet<string>>;
  /** Shows others that the owner of these leases is alive. */
  renew(owner: string, now: number): Promise<void>;
  /** Other owners of leases, dead or alive. */
  otherOwners(owner: string): Promise<OtherOwner[]>;
  /** Frees all batches of an owner. */
  release(owner: string): Promise<void>;
  /** Writes answers, history, cache and usage at once; false when the lease no longer stands. */
  record(lease: Lease, outcomes: readonly EntryOutcome[], now: number): Promise<boolean>;
  complete(lease: Lease): Promise<void>;
  /** Gives back what was reserved for single verifications that nobody finished. */
  giveBackExpired(now: number): Promise<void>;
  /** Frees the batch for another try, not before `notBefore`. */
  retry(lease: Lease, notBefore: number): Promise<void>;
  depth(): Promise<QueueDepth>;
  /** Ends the batch as failed; its pending entries get the error and give back their cost. */
  fail(lease: Lease, error: string): Promise<void>;
}
