/** What `admin check` looks for, and what it finds. */

/** Something that is wrong with a database. */
export interface Problem {
  /** A sentence. */
  readonly text: string;
  /** How a running service mends it; absent: it does not. */
  readonly mend?: string | undefined;
  /** It is worth knowing, and no fault of the database. */
  readonly isNote?: true;
}

/** What a check of a database finds. */
export interface Checked {
  readonly problems: readonly Problem[];
  /** Ids of the uploaded lists that have files; undefined where they can't be read. */
  readonly lists: ReadonlySet<string> | undefined;
  /** Where they are, as ListPlaces has it; undefined where that can't be read, too. */
  readonly place: string | undefined;
}

/** Rows that break a rule. */
export interface Check {
  /** One statement with one column, `count`: 0 where all is as it should be. */
  readonly sql: string;
  readonly tell: (count: number) => Problem;
}
