/** What keeps a database small and lawful. Times are milliseconds since the Unix epoch. */

/** What was stored last; undefined where there is nothing. */
export interface NewestTimes {
  readonly history: number | undefined;
  readonly batches: number | undefined;
}

/** A sweep deletes a bounded number of rows, and says how many: it is called until that is 0. */
export interface RetentionStore {
  newest(): Promise<NewestTimes>;
  /** Verifications of the history that happened before then. */
  sweepHistory(before: number): Promise<number>;
  /** Batches that were created before then and have ended, with their entries. */
  sweepBatches(before: number): Promise<number>;
  /** Lists that were uploaded before then and are not under way: gone at once, their rows soon after. */
  sweepLists(before: number): Promise<number>;
}

export interface ErasedCounts {
  /** Rows of the history that are gone. */
  readonly verifications: number;
  /** Cached answers that are gone. */
  readonly cachedAnswers: number;
  /** Entries of batches that were blanked. */
  readonly entries: number;
}

export interface ErasureStore {
  /** All addresses stored anywhere, in any team, that contain this text (ASCII letters in any case). */
  addressesWith(text: string): Promise<string[]>;
  /**
   * Deletes these addresses from history and cache, and blanks them in batches: such an entry keeps
   * its place without address and result, is `failed` with `error`, and gives back what it had
   * reserved. What was deleted is overwritten in the file.
   */
  erase(emails: readonly string[], error: string): Promise<ErasedCounts>;
}
