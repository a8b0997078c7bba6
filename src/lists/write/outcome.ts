import { suggestAddress } from '../../address/suggest-cell.ts';
import { createSuggester } from '../../address/suggester.ts';
import type { Verification } from '../../contract/decode.ts';
import { judge, type Reason, type Verdict } from '../../contract/verdict.ts';
import type { CellAddress, ListRow } from '../row.ts';

/** The result of one address. Fields that are not known are undefined. */
export interface AddressOutcome {
  /** The address that was verified, or the text where nothing was sent. */
  readonly email: string;
  readonly valid: boolean | undefined;
  readonly deliverable: boolean | undefined;
  readonly acceptAll: boolean | undefined;
  readonly role: boolean | undefined;
  readonly temporary: boolean | undefined;
  readonly mx: boolean | undefined;
  readonly smtp: boolean | undefined;
  readonly score: number | undefined;
  /** Undefined for an empty cell: it holds no address to judge. */
  readonly verdict: Verdict | undefined;
  readonly reason: Reason | 'empty';
  readonly error: string | undefined;
  readonly suggestion: string | undefined;
  /** The service's fine reason, where it gives one. */
  readonly detail: string | undefined;
  /** When it makes sense to ask again, in milliseconds since the epoch. */
  readonly retryAfter?: number | undefined;
}

/** The result of one address of a row. */
export interface RowOutcome extends AddressOutcome {
  readonly row: ListRow;
}

/** What is known of an address. */
export interface RowResult {
  readonly verification?: Verification | undefined;
  readonly error?: string | undefined;
}

/** Finds what is known of an address, by `CellAddress.address`; undefined when there is nothing yet. */
export type Lookup = (address: string) => RowResult | undefined;

export interface OutcomeOptions {
  readonly lookup: Lookup;
  /** Whether a deliverable role address is risky (the default) or deliverable. */
  readonly riskyRole?: boolean | undefined;
}

/** One for all: comparing a domain with all known ones is done once. */
const suggest = createSuggester();

/** Turns what stands in a cell, and what is known of it, into its outcome. */
export function createOutcomes(options: OutcomeOptions): (found: CellAddress) => AddressOutcome {
  const judging = { riskyRole: options.riskyRole ?? true };
  return (found) => {
    if (found.address === undefined) return unsent(found);
    const known = options.lookup(found.address);
    const { verification = NOTHING, error } = known ?? {};
    const judgement = judge({ result: known?.verification, error }, judging);
    return outcome(found.address, verification, {
      ...judgement,
      error,
      suggestion: suggest(found.address),
    });
  };
}

const NOTHING: Verification = {};

type Told = Pick<AddressOutcome, 'verdict' | 'reason' | 'error' | 'suggestion'>;

function outcome(address: string, known: Verification, told: Told): AddressOutcome {
  const { valid, deliverable, acceptAll, role, temporary, mx, smtp, score } = known;
  return {
    email: known.email ?? address,
    valid,
    deliverable,
    acceptAll,
    role,
    temporary,
    mx,
    smtp,
    score,
    verdict: told.verdict,
    reason: told.reason,
    error: told.error,
    suggestion: told.suggestion,
    detail: known.detail?.reason,
    retryAfter: known.detail?.retryAfter,
  };
}

/** Text that is no address is undeliverable; an empty cell, or one of several, is not judged. */
function unsent({ raw, problem }: CellAddress): AddressOutcome {
  if (problem === 'empty') return outcome('', NOTHING, EMPTY);
  const email = raw.trim();
  if (problem === 'several_addresses') return outcome(email, NOTHING, SEVERAL);
  return outcome(email, INVALID, { ...SYNTAX, suggestion: suggestAddress(raw) });
}

const UNTOLD = { error: undefined, suggestion: undefined };
const EMPTY: Told = { verdict: undefined, reason: 'empty', ...UNTOLD };
const SEVERAL: Told = { verdict: 'unknown', reason: 'several_addresses', ...UNTOLD };
const SYNTAX: Told = { verdict: 'undeliverable', reason: 'syntax', ...UNTOLD };
const INVALID: Verification = {
  valid: false,
  deliverable: false,
  acceptAll: false,
  role: false,
  temporary: false,
  mx: false,
  smtp: false,
  score: 0,
};
