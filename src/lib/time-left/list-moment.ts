/** Addresses that wait for the time at which they are asked again. */
export interface Waits {
  readonly reason: string;
  readonly count: number;
  /** Milliseconds until the first of them is asked. */
  readonly left: number;
}

/** What is under way at one provider. */
export interface ProviderWork {
  readonly provider: string;
  /** Addresses to be asked now: without an answer, and not waiting for their time. */
  readonly open: number;
  /** Addresses that are asked again at a later time. */
  readonly waiting: number;
  /** Addresses that were answered; fewer than before once they are not counted any more. */
  readonly settled: number;
  /** Milliseconds until it may be asked again; 0 where it may be now. */
  readonly closedFor: number;
  /** Half as many sessions are opened, since it refuses more and more of them. */
  readonly isBraked?: boolean | undefined;
}

/** How far a list has come. */
export interface ListMoment {
  /** By the monotonic clock. */
  readonly at: number;
  readonly total: number;
  readonly done: number;
  /** Addresses that the service has taken. */
  readonly sent: number;
  readonly waits: readonly Waits[];
  /** Absent where only counts are known. */
  readonly providers?: readonly ProviderWork[] | undefined;
}
