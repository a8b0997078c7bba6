/**
 * Lists that are watched: verified again every so many days, in rounds of the addresses that are due.
 * Times are milliseconds since the Unix epoch.
 *
 *     waiting ──due──► taken ──► begun ──► ended
 *        ▲               │                   │
 *        └── nothing was sent when it died ──┴── next date
 *
 * The next date is set in the transaction that begins a round, so that none is lost and none comes twice.
 */
import type { ChangeCounts } from '../../contract/list-changes.ts';
import type { AuditedChange } from '../people/records.ts';
import type { ListRound, TakenList } from './list-ports.ts';

/** Why a round that is due does not begin: what is due exceeds what is left of the quota. */
export type WatchWait = 'quota';

/** When a list is verified again. */
export interface WatchSchedule {
  /** Between two rounds. */
  readonly days: number;
  /** When the next round is due. */
  readonly nextAt: number;
}

export interface ListWatch extends WatchSchedule {
  readonly waitsFor: WatchWait | null;
  /** Addresses of a round that waits. */
  readonly due: number | null;
}

/** A round of a watched list. */
export interface WatchRound {
  readonly startedAt: number;
  /** Null while it runs. */
  readonly endedAt: number | null;
  /** Addresses that were due. */
  readonly checked: number;
  /** Undefined until it has ended. */
  readonly changes: ChangeCounts | undefined;
  /** Its batches among those of the list, from 1; none where no address was due. */
  readonly places: { readonly first: number; readonly last: number } | undefined;
}

/** A list that changed in a round. */
export interface ChangedList extends ChangeCounts {
  readonly id: string;
  readonly name: string;
  readonly endedAt: number;
}

/** The watched lists of a team. */
export interface WatchSummary {
  readonly watched: number;
  readonly changed: readonly ChangedList[];
}

/** A round that begins. */
export interface BegunRound {
  /** When the list was taken for it, which names the round. */
  readonly at: number;
  readonly round: ListRound;
  readonly nextAt: number;
}

/** The watched lists of a team. Each method is one transaction. */
export interface WatchStore {
  find(listId: string): Promise<ListWatch | undefined>;
  /** Watches a list from now on, or otherwise. False where there is no such list, or it was never read. */
  set(listId: string, watch: WatchSchedule, change: AuditedChange): Promise<boolean>;
  /** False where it was not watched. */
  end(listId: string, change: AuditedChange): Promise<boolean>;
  /** Newest first. */
  rounds(listId: string, limit: number): Promise<WatchRound[]>;
  /** Watched lists, and those whose last round changed something and ended since then, newest first. */
  summary(since: number): Promise<WatchSummary>;
  /** Takes an ended list for a round, as ListStore does. Undefined where somebody was quicker. */
  take(listId: string, at: number): Promise<TakenList | undefined>;
  /** Begins the round of a list that was taken, and sets the date of the next. False where it was cancelled since. */
  begin(listId: string, begun: BegunRound): Promise<boolean>;
}

/** A round that is due. */
export interface DueRound extends WatchSchedule {
  readonly listId: string;
  readonly teamId: string;
  /** Of its team, in verifications a month; null: unlimited. */
  readonly quota: number | null;
}

/** The watched lists of all teams. */
export interface WatchQueue {
  /** Those whose date has come and that have ended. */
  due(now: number): Promise<readonly DueRound[]>;
  /** It is looked at again at a time, and why. */
  postpone(
    listId: string,
    wait: {
      readonly until: number;
      readonly waitsFor: WatchWait | null;
      readonly due: number | null;
    },
  ): Promise<void>;
  /** The round of a list that is under way. */
  openRound(listId: string): Promise<WatchRound | undefined>;
}
