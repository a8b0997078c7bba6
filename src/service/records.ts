/** Records of the ports. Times are milliseconds since the Unix epoch. */

import type { BatchStatus } from '../contract/batch-state.ts';
import type { KeyScope } from '../contract/key-scopes.ts';

/** A page of a list. */
export interface Page {
  readonly limit: number;
  readonly skip: number;
}

/** A team, which owns keys, batches and history. */
export interface Team {
  readonly id: string;
  readonly name: string;
  /** Verifications a month; null: unlimited. */
  readonly quota: number | null;
}

/** A stored team. */
export interface TeamRecord extends Team {
  /** Whether verifications that can't be decided are charged; absent: they are not. */
  readonly chargesUnknown?: boolean;
  readonly createdAt: number;
}

/** A team with its usage of a month. */
export interface TeamUsage extends TeamRecord {
  /** Charged or reserved in the month asked for. */
  readonly used: number;
}

/** What a key may be used for, and until when. */
export interface KeyLimits {
  readonly scopes: readonly KeyScope[];
  /** From then on it is invalid; null: never. */
  readonly expiresAt: number | null;
}

/** A stored API key. */
export interface KeyRecord extends KeyLimits {
  readonly id: string;
  readonly teamId: string;
  readonly teamName: string;
  readonly label: string | null;
  /** SHA-256 of the key, in hexadecimal. */
  readonly hash: string;
  readonly lastFour: string;
  readonly createdAt: number;
  /** The address of a person, or `COMMAND_LINE`; null: unknown, since the key is older. */
  readonly createdBy: string | null;
  readonly lastUsedAt: number | null;
  readonly revokedAt: number | null;
}

type StoredLater = 'teamName' | 'createdBy' | 'lastUsedAt' | 'revokedAt';
/** An API key to be stored; without limits it has all scopes and never expires. */
export type NewKey = Omit<KeyRecord, StoredLater | keyof KeyLimits> & Partial<KeyLimits>;

/** The cache key and expiry of an answer. */
export interface CacheSlot {
  readonly key: string;
  readonly expiresAt: number;
}

/** The list of the command line that a batch of the embedded service is a range of. */
export interface JobOfBatch {
  /** `job_…`; of a retry, the job whose addresses it asks again. */
  readonly id: string;
  /** Of its file. */
  readonly name: string;
  /** Addresses of the whole list; null where the batch asks again for some of them. */
  readonly size: number | null;
}

/** A stored batch, without its entries. */
export interface BatchRecord {
  readonly id: string;
  readonly status: BatchStatus;
  readonly totalCount: number;
  readonly processedCount: number;
  readonly createdAt: number;
}
