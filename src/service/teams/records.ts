/** By which rules a team judges results, as an owner wrote them. */

import type { Policy } from '../../policy/policy.ts';
import type { AuditedChange } from '../people/records.ts';

/** How the results of a team are judged. */
export interface TeamJudging {
  /** Differs wherever an address may be judged differently; empty: as the service judges. */
  readonly version: string;
  readonly policy?: Policy | undefined;
}

export const NO_POLICY: TeamJudging = { version: '' };

export interface TeamPolicy {
  /** JSON, in which comments may stand. */
  readonly text: string;
  readonly changedAt: number;
}

/** The policy of one team. */
export interface PolicyStore {
  /** Undefined where the team has none; the same object while it is unchanged. */
  find(): Promise<TeamPolicy | undefined>;
  set(text: string, change: AuditedChange): Promise<void>;
  /** False without one. */
  remove(change: AuditedChange): Promise<boolean>;
}

/** What teams have stored. Times are milliseconds since the Unix epoch. */

/** Bytes, as they are counted (store/storage.ts), and what bounds them. */
export interface TeamBytes {
  /** Files of uploaded lists on the disk. */
  readonly lists: number;
  /** Batches with their results, those of lists included. */
  readonly batches: number;
  /** Batches of addresses of the sandbox alone. */
  readonly sandbox: number;
  readonly history: number;
  /** Verifications that were ever charged, or are reserved. */
  readonly charged: number;
  /** The team's own limit, in bytes; null: that of the service. */
  readonly limit: number | null;
}

/** Rows that cost nothing of the quota, and whose number is bounded for that. */
export type FreeRows = 'suppressions' | 'requests' | 'messages' | 'audit' | 'outcomes' | 'imports';

/** What one team has stored. */
export interface StorageStore {
  find(): Promise<TeamBytes>;
  /** As it was a second ago at most: for what is asked often. */
  recent(): Promise<TeamBytes>;
  /** How many of these rows there are, `most` at most. Many may be as many as there were a second ago. */
  rows(of: FreeRows, most: number): Promise<number>;
}
