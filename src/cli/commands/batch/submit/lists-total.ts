import type { RowOutcome } from '../../../../formats/write/outcome.ts';
import { ResultCounts } from '../../../result-counts.ts';

/** What several lists of one run came to. */
export class ListsTotal {
  readonly counts = new ResultCounts();
  /** Whose results were written. */
  lists = 0;
  /** Distinct within each list. */
  addresses = 0;

  add(outcome: RowOutcome): void {
    this.counts.add(outcome);
  }

  /** A list whose results were written. */
  end(addresses: number): void {
    this.lists += 1;
    this.addresses += addresses;
  }
}
