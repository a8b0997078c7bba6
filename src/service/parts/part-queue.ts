/**
 * The work that batches come to, as the workers take it. A *part* is some addresses of one batch
 * that one process verifies together:
 *
 * - in a SQLite file the whole batch. Each team has a queue of its own;
 * - in PostgreSQL first the whole batch, whose routes are looked up, then what it has at each
 *   provider. There is a queue of the look-ups, one for each provider, and one for small mail hosts.
 *
 *     free ──claim──► claimed ──complete, divide, fail──► (ended)
 *      ▲                 │
 *      └── release, free, retry; owner dead
 *
 * A process renews its claims; others free the parts of a process that stopped renewing. What a claim
 * may write ends with it, and with its batch, so that two workers never count one address twice.
 */

import type { ProbeMode } from '../../contract/probe-mode.ts';
import type { Result } from '../../result/result.ts';
import type { CacheSlot } from '../records.ts';

/**
 * Parts of one provider that are worked on at a time, over all processes: the sessions with it are
 * few, and its other parts wait in the queue rather than in the memory of workers.
 */
export const MAX_PARTS_OF_PROVIDER = 32;

/** The right of one process to work on a part. */
export interface PartClaim {
  /** Names this claim. */
  readonly claim: string;
  readonly batchId: string;
  /** Names one process (see service/parts/process-identity.ts). */
  readonly owner: string;
}

export interface WantedPart {
  readonly owner: string;
  readonly queue: string;
  /** Teams whose parts are not wanted. Of no meaning where each queue is one team's. */
  readonly notOf?: readonly string[];
}

export interface ClaimedPart extends PartClaim {
  readonly queue: string;
  readonly teamId: string;
  /** `resolve`: its addresses are to be divided by provider, with `divide`. */
  readonly work: 'verify' | 'resolve';
  /** Addresses without a result. */
  readonly size: number;
  /** Failures in a row without any progress between them. */
  readonly failures: number;
  /** Its addresses are verified although the cache has them. */
  readonly noCache: boolean;
  /** How far its verifications go. */
  readonly mode: ProbeMode;
}

/** Another process that holds claims. */
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

/** An entry of a part without a result. */
export interface PartEntry {
  readonly position: number;
  readonly email: string;
  readonly cacheKey: string;
  /** What the verifier noted of earlier tries, as JSON; absent at first. */
  readonly tries?: unknown;
}

/** The result of one address of a batch: all entries that have it get it together. */
export interface EntryOutcome {
  readonly positions: readonly number[];
  readonly result: Result;
  /** Whether an entry spells the address otherwise than the cache. */
  readonly isRespelled?: boolean;
  /**
   * The verification ran for this batch: the first of the positions is charged, the others give back
   * their cost. Else all give it back.
   */
  readonly charged?: boolean;
  /** Where the result goes in the cache; undefined where it is not kept. */
  readonly keep?: CacheSlot | undefined;
}

/** Addresses of a part that become a part of their own. */
export interface NewPart {
  readonly queue: string;
  /** Milliseconds until it may be claimed. */
  readonly wait: number;
  readonly entries: readonly Pick<PartEntry, 'position' | 'tries'>[];
}

/** Addresses that are asked again later. */
export interface PartWait {
  readonly reason: string;
  readonly count: number;
  /** Milliseconds. */
  readonly left: number;
}

/** Parts of all batches. Each method is one transaction. */
export interface PartQueue {
  /** Where the first part of a new batch of the team waits. */
  queueOf(teamId: string): string;
  /**
   * Queues with a part that nobody works on, which may still have to wait for its time. `notOf`: those
   * where a part of another team than these is among the next.
   */
  waitingQueues(notOf?: readonly string[]): Promise<string[]>;
  /** The queue's next part; its batch is processing from then on. */
  claim(wanted: WantedPart): Promise<ClaimedPart | undefined>;
  pending(part: PartClaim): Promise<PartEntry[]>;
  /** The claims that are still the owner's: neither taken over nor of a batch that has ended. */
  held(owner: string): Promise<ReadonlySet<string>>;
  renew(owner: string): Promise<void>;
  otherOwners(owner: string): Promise<OtherOwner[]>;
  /** Frees all parts of an owner. */
  release(owner: string): Promise<void>;
  /** Frees the part of a claim that nobody works on any more. */
  free(claim: string, owner: string): Promise<void>;
  /** Writes answers, history, cache and usage at once; false when the claim is lost. */
  record(part: PartClaim, outcomes: readonly EntryOutcome[], now: number): Promise<boolean>;
  /** Ends the part; with the last one its batch is completed. True when it was the last one. */
  complete(part: PartClaim): Promise<boolean>;
  /** Frees the part for another try after `wait` milliseconds. */
  retry(part: PartClaim, wait: number): Promise<void>;
  /** Ends the batch as failed; its pending entries get the error and give back their cost. */
  fail(part: PartClaim, error: string): Promise<void>;
  depth(): Promise<QueueDepth>;
  /** Puts new parts in place of this one. Absent: a part is the whole batch. */
  readonly divide?: (part: PartClaim, parts: readonly NewPart[]) => Promise<void>;
  /** What parts with a start time wait for, by their batch. Absent: the verifier knows (`waiting`). */
  readonly waits?: (
    batchIds: readonly string[],
  ) => Promise<ReadonlyMap<string, readonly PartWait[]>>;
  /**
   * What keeps the parts in order, once a minute. Returns the ids of the batches whose parts were lost:
   * they begin again with what has no result. Absent: nothing.
   */
  readonly tidy?: () => Promise<readonly string[]>;
}
