/** What is stored and handed between the ports. Times are milliseconds since the Unix epoch. */

import type { BatchStatus } from '../contract/batch-state.ts';
import type { Facts } from '../contract/facts.ts';
import type { VerificationResult } from '../contract/schemas.ts';

/** Facts, and what they rest on. */
export interface Answer {
  readonly facts: Facts;
  /** False when the mail world gave no answer. */
  readonly decided: boolean;
  /** Why, in the verifier's words. */
  readonly reason: string;
  /** JSON of what it rests on (detail.ts); absent where that is not known. */
  readonly detail?: string | undefined;
}

/** A result with the address as the caller wrote it. */
export interface StoredVerification extends VerificationResult {
  /** As in Answer. */
  readonly detail?: string | undefined;
}

export interface Page {
  readonly limit: number;
  readonly skip: number;
}

export interface Team {
  readonly id: string;
  readonly name: string;
  /** Verifications a month; null: unlimited. */
  readonly quota: number | null;
}

export interface TeamRecord extends Team {
  readonly createdAt: number;
}

export interface TeamUsage extends TeamRecord {
  /** Charged or reserved in the month asked for. */
  readonly used: number;
}

export interface KeyRecord {
  readonly id: string;
  readonly teamId: string;
  readonly teamName: string;
  readonly label: string | null;
  /** SHA-256 of the key, in hexadecimal. */
  readonly hash: string;
  readonly lastFour: string;
  readonly createdAt: number;
  readonly lastUsedAt: number | null;
  readonly revokedAt: number | null;
}

export type NewKey = Omit<KeyRecord, 'teamName' | 'lastUsedAt' | 'revokedAt'>;

/** Where an answer is kept for the next one who asks. */
export interface CacheSlot {
  readonly key: string;
  readonly expiresAt: number;
}

export interface BatchRecord {
  readonly id: string;
  readonly status: BatchStatus;
  readonly totalCount: number;
  readonly processedCount: number;
  readonly createdAt: number;
}
