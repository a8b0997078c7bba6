/** Ports for retention and erasure. Times are milliseconds since the Unix epoch. */

/** Times of the newest rows; undefined without rows. */
export interface NewestTimes {
  readonly history: number | undefined;
  readonly batches: number | undefined;
}

/** A sweep deletes a bounded number of rows and returns it: callers repeat it until 0. */
export interface RetentionStore {
  newest(): Promise<NewestTimes>;
  /** Deletes outcomes that came before a time. */
  sweepOutcomes(before: number): Promise<number>;
  /** The same of what other verifiers said. */
  sweepImports(before: number): Promise<number>;
  /** Gives back expired reservations of single verifications. */
  giveBackExpired(now: number): Promise<void>;
  /** Deletes verifications of the history before a time. */
  sweepHistory(before: number): Promise<number>;
  /** Deletes ended batches created before a time, with their entries. */
  sweepBatches(before: number): Promise<number>;
  /** The same for batches of the sandbox, with their part of the history. */
  sweepSandbox(before: number): Promise<number>;
  /** Deletes what no result rests on any more; returns how much of it. Reads all results. */
  sweepResults(now: number): Promise<number>;
  /** Lists that were uploaded before then and are not under way: gone at once, their rows soon after. */
  sweepLists(before: number): Promise<number>;
}

/** What an erasure deleted. */
export interface ErasedCounts {
  /** Deleted rows of the history. */
  readonly verifications: number;
  /** Deleted cached answers. */
  readonly cachedAnswers: number;
  /** Blanked entries of batches. */
  readonly entries: number;
  /** Suppression lists that have a hash in place of the address now. */
  readonly suppressions: number;
  /** Deleted outcomes of mail. */
  readonly outcomes: number;
  /** Deleted results of other verifiers. */
  readonly imports: number;
}

/** An address of suppression lists, and what takes its place there. */
export interface ErasedSuppression {
  readonly entry: string;
  readonly hash: (teamId: string) => string;
}

/** What is erased: texts as they are stored. */
export interface Erasure {
  readonly emails: readonly string[];
  /** The error of a blanked entry of a batch. */
  readonly error: string;
  /** Absent: suppression lists stay as they are. */
  readonly suppressed?: ErasedSuppression;
}

/** Erases addresses from all stored data. */
export interface ErasureStore {
  /** All stored addresses of all teams that contain this text (ASCII letters in any case). */
  addressesWith(text: string): Promise<string[]>;
  /**
   * Deletes these addresses from history and cache, and blanks them in batches: such an entry keeps
   * its position without address and result, is `failed` with `error`, and its reservation is given
   * back. In suppression lists a hash takes the place of the address. Deleted data is overwritten in
   * the file.
   */
  erase(erasure: Erasure): Promise<ErasedCounts>;
}
