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
