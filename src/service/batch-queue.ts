/**
 * Batches as the workers see them. A batch is worked on under a lease, which names its owner. An
 * owner renews its leases; other processes free the batches of an owner that stopped renewing.
 *
 *     free ──claim──► leased ──finish, fail──► (ended)
 *      ▲                 │
 *      └── release, retry, owner dead
 *
 * Writes under a lease take effect only while the lease is valid and the batch is not cancelled, so
 * that two workers never count one address twice.
 */
import type { Answer, CacheSlot } from './records.ts';

/** The right of one process to work on a batch. */
export interface Lease {
  readonly batchId: string;
  /** Names one process (see worker/process-identity.ts). */
  readonly owner: string;
}

/** A batch that was leased to work on it. */
export interface ClaimedBatch extends Lease {
  readonly teamId: string;
  /** Addresses without a result. */
  readonly size: number;
  /** Failures in a row without any progress between them. */
  readonly failures: number;
}

/** A process's request for a batch of a team. */
export interface Claim {
  readonly owner: string;
  readonly teamId: string;
}

/** Another process that holds leases. */
export interface OtherOwner {
  readonly owner: string;
  /** Changes with each renewal. By the owner's clock, so only a change means something. */
  readonly renewal: number;
}

/** Open work of the service. */
export interface QueueDepth {
  readonly pendingBatches: number;
  readonly processingBatches: number;
  /** Addresses of both that have no result yet. */
  readonly addresses: number;
}

/** An entry without a result. */
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
   * The verification ran for this batch: the first of the positions is charged, the others give back
   * their cost. Else all give it back.
   */
  readonly charged?: boolean;
  /** Where the answer goes in the cache; undefined where it is not kept. */
  readonly keep?: CacheSlot | undefined;
}

/** The workers' view of the batches. Each method is one transaction. */
export interface BatchQueue {
  /** Teams with a free batch, which may still have to wait for its next try. */
  waitingTeams(): Promise<string[]>;
  /** Leases the team's oldest free batch and sets it to processing. */
  claim(claim: Claim, now: number): Promise<ClaimedBatch | undefined>;
  pending(batchId: string): Promise<PendingEntry[]>;
  /** Batches that the owner still holds, without cancelled ones and those taken over. */
  held(owner: string): Promise<ReadonlySet<string>>;
  /** Renews the owner's leases. */
  renew(owner: string, now: number): Promise<void>;
  /** Other owners of leases, dead or alive. */
  otherOwners(owner: string): Promise<OtherOwner[]>;
  /** Frees all batches of an owner. */
  release(owner: string): Promise<void>;
  /** Writes answers, history, cache and usage at once; false when the lease is no longer valid. */
  record(lease: Lease, outcomes: readonly EntryOutcome[], now: number): Promise<boolean>;
  complete(lease: Lease): Promise<void>;
  /** Gives back expired reservations of single verifications. */
  giveBackExpired(now: number): Promise<void>;
  /** Frees the batch for another try, not before `notBefore`. */
  retry(lease: Lease, notBefore: number): Promise<void>;
  depth(): Promise<QueueDepth>;
  /** Ends the batch as failed; its pending entries get the error and give back their cost. */
  fail(lease: Lease, error: string): Promise<void>;
}
