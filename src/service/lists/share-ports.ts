/** Links by which a list's report is seen without signing in. Times are milliseconds since the Unix epoch. */

export interface ListShare {
  readonly id: string;
  /** The address of a person. */
  readonly createdBy: string;
  readonly createdAt: number;
  readonly expiresAt: number;
}

export interface NewShare extends ListShare {
  /** Of its secret, which is stored nowhere. */
  readonly hash: string;
}

/** The list that a link shows. */
export interface SharedReport {
  readonly teamId: string;
  readonly listId: string;
}

export interface ListShares {
  /** Undefined where the link has expired or was revoked, or the list is gone. */
  find(hash: string, now: number): Promise<SharedReport | undefined>;
  /** Deletes links that have expired. */
  sweep(now: number): Promise<void>;
}
