import type { Verification } from '../../contract/decode.ts';
import type { CellAddress } from '../../lists/row.ts';
import { type AddressOutcome, createOutcomes } from '../../lists/write/outcome.ts';

/** What came of asking about an address. */
export interface AddressResult {
  readonly verification?: Verification | undefined;
  readonly error?: string | undefined;
}

/** What is known of an address that a service names. */
interface NamedResult extends AddressResult {
  readonly email: string;
}

/** The outcome of one address that a service names. */
export function toRecord({ email, ...answer }: NamedResult, riskyRole: boolean): AddressOutcome {
  return cellToRecord({ raw: email, address: email }, answer, riskyRole);
}

/** The outcome of what a user gave in the place of an address, judged as a cell of a list is. */
export function cellToRecord(
  cell: CellAddress,
  answer: AddressResult,
  riskyRole: boolean,
): AddressOutcome {
  return createOutcomes({ lookup: () => answer, riskyRole })(cell);
}
