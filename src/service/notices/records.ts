/**
 * Notices: mails to people of a team about its lists. A notice is written with what it is about, in one
 * transaction, once for each person and event. Times are milliseconds since the Unix epoch.
 */

import type { ChangeCounts } from '../../contract/list-changes.ts';
import type { VerdictCounts } from '../lists/list-ports.ts';
import type { ClaimTime } from '../webhooks/records.ts';

export type NoticeType = 'list.completed' | 'list.paused' | 'list.changed';

/** What a notice is about, as it was then. */
export interface NoticeData {
  readonly listId: string;
  readonly name: string;
  readonly team: string;
  readonly rows: number;
  readonly verdicts: VerdictCounts;
  /** What a round of a watched list changed. */
  readonly changes?: ChangeCounts | undefined;
}

/** A notice that one process sends now. */
export interface ClaimedNotice {
  readonly id: string;
  readonly type: NoticeType;
  readonly data: NoticeData;
  readonly to: string;
  /** The language that the person chose; null: none. */
  readonly language: string | null;
  readonly createdAt: number;
  /** Attempts before this one. */
  readonly attempts: number;
  /** The end of the lease, by which the result of an expired one is recognised. */
  readonly leasedUntil: number;
}

/** The notices of all teams. Each method is one transaction. */
export interface NoticeQueue {
  /** Takes the oldest ones that are due and that nobody sends. */
  claim(most: number, time: ClaimTime): Promise<ClaimedNotice[]>;
  /** Null: it was sent, or is never tried again. Nothing is written where the lease is another's by now. */
  record(notice: ClaimedNotice, nextAt: number | null): Promise<void>;
}
