import type { Verification } from '../../contract/decode.ts';
import type { CellAddress } from '../../lists/row.ts';
import { type AddressOutcome, createOutcomes } from '../../lists/write/outcome.ts';

/** What came of asking about an address. */
export interface Answer {
  readonly verification?: Verification | undefined;
  readonly error?: string | undefined;
}

/** What is known of an address that a service names. */
interface Known extends Answer {
  readonly email: string;
}

/** The outcome of one address that a service names. */
export function recordOf({ email, ...answer }: Known, riskyRole: boolean): AddressOutcome {
  return recordOfCell({ raw: email, address: email }, answer, riskyRole);
}

/** The outcome of what a user gave in the place of an address, judged as a cell of a list is. */
export function recordOfCell(
  cell: CellAddress,
  answer: Answer,
  riskyRole: boolean,
): AddressOutcome {
  return createOutcomes({ lookup: () => answer, riskyRole })(cell);
}
