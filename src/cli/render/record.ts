import type { Verification } from '../../contract/decode.ts';
import type { CellAddress } from '../../formats/row.ts';
import { type AddressOutcome, createOutcomes } from '../../formats/write/outcome.ts';
import type { Judging } from '../../policy/policy.ts';

/** The service's result for an address, or its error. */
export interface AddressResult {
  readonly verification?: Verification | undefined;
  readonly error?: string | undefined;
}

/** A result with the address that the service names. */
interface NamedResult extends AddressResult {
  readonly email: string;
}

/** The outcome of one address that a service names. */
export function toRecord({ email, ...answer }: NamedResult, judging: Judging): AddressOutcome {
  return cellToRecord({ raw: email, address: email }, answer, judging);
}

/** The outcome of an address as a user gave it, judged as a cell of a list is. */
export function cellToRecord(
  cell: CellAddress,
  answer: AddressResult,
  judging: Judging,
): AddressOutcome {
  return createOutcomes({ lookup: () => answer, judging })(cell);
}
