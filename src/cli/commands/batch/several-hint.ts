import { plural } from '../../../lib/wording.ts';

/** What to do about rows whose cell holds several addresses: they are not sent as they are. */
export function severalHint(rows: number): string {
  return `${plural(rows, 'row')} with several addresses in a cell: --split-cells verifies each`;
}
