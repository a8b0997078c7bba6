import type { Reason, Verdict } from '../contract/verdict.ts';
import type { ListRow } from './row.ts';

/** The result of one address of a row. Fields that are not known are undefined. */
export interface RowOutcome {
  readonly row: ListRow;
  /** The address that was sent, or the cell's text where nothing was. */
  readonly email: string;
  readonly valid: boolean | undefined;
  readonly deliverable: boolean | undefined;
  readonly acceptAll: boolean | undefined;
  readonly role: boolean | undefined;
  readonly temporary: boolean | undefined;
  readonly mx: boolean | undefined;
  readonly smtp: boolean | undefined;
  readonly score: number | undefined;
  readonly verdict: Verdict;
  readonly reason: Reason;
  readonly error: string | undefined;
  readonly suggestion: string | undefined;
}
