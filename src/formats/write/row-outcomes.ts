import type { Verdict } from '../../contract/verdict.ts';
import type { Judging } from '../../policy/policy.ts';
import { isMultiColumn, type ListPlan } from '../plan.ts';
import type { CellAddress, ListRow } from '../row.ts';
import { type AddressOutcome, createOutcomes, type Lookup, type RowOutcome } from './outcome.ts';

interface RowOutcomeOptions {
  readonly lookup: Lookup;
  readonly judging?: Judging | undefined;
}

type Plan = Pick<ListPlan, 'columns' | 'coalesce'>;

/**
 * The outcome of a row: that of its best address, with the outcome of each address column where the
 * list has several, and with the other addresses of a cell where cells are split.
 */
export function createRowOutcomes(
  plan: Plan,
  options: RowOutcomeOptions,
): (row: ListRow) => RowOutcome {
  const toOutcome = createOutcomes(options);
  const inCell = (found: readonly CellAddress[]): AddressOutcome => {
    const [first = EMPTY, ...more] = found;
    const outcome = toOutcome(first);
    return more.length === 0 ? outcome : withOthers([outcome, ...more.map(toOutcome)]);
  };
  if (!isMultiColumn(plan)) return (row) => ({ ...inCell(row.addresses), row });
  return (row) => {
    const columns = plan.columns.map((_, at) =>
      inCell(row.addresses.filter(({ column = 0 }) => column === at)),
    );
    return { ...best(columns), row, columns };
  };
}

const EMPTY: CellAddress = { raw: '', address: undefined, problem: 'empty' };

/** Undecided is better than proven dead: it may still be reached. */
const ORDER: readonly (Verdict | undefined)[] = [
  'deliverable',
  'risky',
  'unknown',
  'undeliverable',
  undefined,
];

/** The first of the best. */
function best(outcomes: readonly AddressOutcome[]): AddressOutcome {
  return outcomes.reduce((one, other) =>
    ORDER.indexOf(other.verdict) < ORDER.indexOf(one.verdict) ? other : one,
  );
}

function withOthers(outcomes: readonly AddressOutcome[]): AddressOutcome {
  const first = best(outcomes);
  const others = outcomes.filter((outcome) => outcome !== first);
  const named = others.map(({ email, verdict }) => `${email} ${verdict}`);
  return { ...first, others: named.join('; ') };
}
