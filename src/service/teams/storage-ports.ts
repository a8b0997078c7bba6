/** What teams have stored. Times are milliseconds since the Unix epoch. */

/** Bytes by what they are of, by a measure of rows (store/storage/measures.ts). */
export interface StoredBytes {
  readonly suppressions: number;
  /** Addresses of batches, those of lists included, with their results. */
  readonly batches: number;
  /** Batches of addresses of the sandbox alone. */
  readonly sandbox: number;
  /** Requests with an Idempotency-Key. */
  readonly requests: number;
  /** Messages to webhooks. */
  readonly messages: number;
  readonly audit: number;
  /** What became of mail. */
  readonly outcomes: number;
  readonly imports: number;
  readonly history: number;
}

export interface TeamBytes {
  readonly stored: StoredBytes;
  /** Verifications that were ever charged, or are reserved. */
  readonly charged: number;
  /** The team's own limit, in bytes; null: that of the service. */
  readonly limit: number | null;
}

/** What one team has stored. */
export interface StorageStore {
  find(): Promise<TeamBytes>;
  /** As it was a second ago at most: for what is asked often. */
  recent(): Promise<TeamBytes>;
}
