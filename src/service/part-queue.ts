/**
 * The work that batches come to, as the workers take it. A *part* is some addresses of one batch
 * that one process verifies together:
 *
 * - in a SQLite file the whole batch, under its lease (whole-batches.ts). Its lanes are the teams;
 * - in PostgreSQL first the whole batch, whose routes are looked up, then what it has at each
 *   provider. Its lanes are the look-ups, the providers, and the small mail hosts together.
 *
 * What a claim may write ends with it: a part that was taken over has another claim.
 */
import type { EntryOutcome, OtherOwner, PendingEntry } from './batch-queue.ts';

/**
 * Parts of one provider that are worked on at a time, over all processes: the sessions with it are
 * few, and its other parts wait in the queue rather than in the memory of workers.
 */
export const MAX_PARTS_OF_PROVIDER = 32;

/** The right of one process to work on a part. */
export interface PartClaim {
  /** Names this claim; the next one of the same part has another name. */
  readonly claim: string;
  readonly batchId: string;
  /** Names one process (see worker/process-identity.ts). */
  readonly owner: string;
}

export interface ClaimedPart extends PartClaim {
  readonly lane: string;
  readonly teamId: string;
  /** `resolve`: its addresses are to be divided by provider, with `divide`. */
  readonly work: 'verify' | 'resolve';
  /** Addresses without a result. */
  readonly size: number;
  /** Failures in a row without any progress between them. */
  readonly failures: number;
}

/** An entry of a part without a result. */
export interface PartEntry extends PendingEntry {
  /** What the verifier noted of earlier tries, as JSON; absent: there was none. */
  readonly tries?: unknown;
}

/** Addresses of a part that become a part of their own. */
export interface NewPart {
  readonly lane: string;
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
  /** Where the next part of a new batch of the team waits. */
  laneOf(teamId: string): string;
  /** Lanes with a part that nobody works on, which may still have to wait for its time. */
  waitingLanes(): Promise<string[]>;
  /** The lane's next part; its batch is processing from then on. */
  claim(wanted: {
    readonly owner: string;
    readonly lane: string;
  }): Promise<ClaimedPart | undefined>;
  pending(part: PartClaim): Promise<PartEntry[]>;
  /** The claims that are still the owner's. */
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
  /** Puts new parts in place of this one. Absent: a part is the whole batch. */
  readonly divide?: (part: PartClaim, parts: readonly NewPart[]) => Promise<void>;
  /** What parts with a start time wait for, by their batch. Absent: the verifier knows (`waiting`). */
  readonly waits?: (
    batchIds: readonly string[],
  ) => Promise<ReadonlyMap<string, readonly PartWait[]>>;
  /** What keeps the queue in order, once a minute. */
  tidy(): Promise<void>;
}
