/** What the service sends of the things whose progress is followed: as events, or once as JSON. */

/** A batch. */
export interface BatchProgress {
  readonly status: string;
  readonly processedCount: number;
  readonly totalCount: number;
  readonly ended: boolean;
  /** The status in words. */
  readonly badge: string;
}

/** A state in words, and the kind by which it is coloured. */
export interface StatusBadge<Kind extends string = string> {
  readonly kind: Kind;
  readonly name: string;
}

/** What is shown of a part: `3,315`, and its share of all rows, empty where that would say little. */
interface PartText {
  readonly count: string;
  readonly share: string;
}

/** A list as its page shows it while it runs: the script puts these texts in their places. */
export interface ListProgress<Part extends string = string> {
  readonly ended: boolean;
  /** Differs as soon as the page has to be drawn again. */
  readonly stamp: string;
  readonly badge: StatusBadge;
  /** `3,100 of 4,985 rows checked, about 3 min left`. */
  readonly text: string;
  /** What is waited for, a sentence; empty when it gets on. */
  readonly waits: string;
  /** Rows that are checked, and all of them. */
  readonly checked: number;
  readonly total: number;
  readonly verdicts: Readonly<Record<Part, PartText>>;
  /** Percent of the bar by verdict, then what is checked and not coloured yet, then the rest. */
  readonly shares: readonly number[];
  /** `3,315 people are safe to send to`, in two parts. */
  readonly safe: {
    readonly rows: number;
    readonly count: string;
    readonly text: string;
    readonly bounces: string;
  };
}

/** A list in short. */
export interface FeedEntry {
  readonly id: string;
  /** By which its badge is coloured. */
  readonly status: string;
  /** The words of its badge. */
  readonly badge: string;
  /** What it has come to: `3,315 safe to send, of 4,248 rows`. */
  readonly text: string;
  /** Percent of the bar by verdict, then what is checked and not coloured yet; the rest is not checked. */
  readonly shares: readonly number[];
}

/** The lists of Home and Lists, and what the month has used. */
export interface FeedProgress {
  readonly feed: readonly FeedEntry[];
  readonly quota: string;
  readonly charged: string;
  /** For the bar of the quota. */
  readonly used: number;
  readonly ended: boolean;
}

/** What goes on at mail hosts: rows of texts, by the name of their table. */
export interface RowsProgress<Table extends string = string> {
  readonly summary: string;
  readonly rows: Readonly<Record<Table, readonly (readonly string[])[]>>;
  readonly ended: boolean;
}

export type LiveData = BatchProgress | ListProgress | FeedProgress | RowsProgress;
