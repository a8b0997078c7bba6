import type { ResultLookup, RowResult } from '../../formats/write/judged-row.ts';
import { domainOf } from '../../lib/address-parts.ts';
import type { ListFile } from './list-file.ts';
import { withDetail } from './result-store.ts';
import { readSameMailboxes } from './same-mailbox.ts';

/** Addresses read at a time. */
const READ_AHEAD = 1000;

interface LookupOptions {
  /** Whether results have the mail host, its reply and the time. */
  readonly evidence?: boolean;
}

/**
 * Looks results up for one pass over a list. Addresses come in the order of their ordinals but for
 * those met before, so that nearly every one is simply the next: they are read ahead, and only the
 * others are searched for. The codes of all results are in memory, 4 bytes each.
 */
export function lookupInOrder(
  list: ListFile,
  { evidence = false }: LookupOptions = {},
): ResultLookup {
  const codes = list.codes();
  const factsOf = list.domainLookup();
  const ordinalOf = createOrdinalFinder(list);
  const sent = readSameMailboxes(list.database);
  return (address) => {
    const own = ordinalOf(address);
    if (own === 0) return undefined;
    // That of the address that was sent for its mailbox.
    const ordinal = sent.get(own) ?? own;
    const found = list.unpack(codes[ordinal], { address, ordinal });
    const result = ordinal === own ? found : inSpelling(address, found);
    const facts = result && factsOf?.(domainOf(address));
    if (!facts && !evidence) return result;
    return withDetail(result, { ...facts, ...(evidence && list.evidenceOf(ordinal)) });
  };
}

function inSpelling(email: string, result: RowResult | undefined): RowResult | undefined {
  if (!result?.verification) return result;
  return { ...result, verification: { ...result.verification, email } };
}

/** Finds the ordinals of addresses that come in the order of the list. */
function createOrdinalFinder(list: ListFile): (address: string) => number {
  let first = 1;
  let ahead = list.listed(first, READ_AHEAD);
  let at = 0;
  const advance = () => {
    at += 1;
    if (at < ahead.length) return;
    first += at;
    ahead = list.listed(first, first + READ_AHEAD - 1);
    at = 0;
  };
  return (address) => {
    // A cell that is no address, or an erased one.
    while (ahead[at] === '') advance();
    const isNext = ahead[at] === address;
    const ordinal = isNext ? first + at : list.ordinalOf(address);
    const further = ordinal - first;
    // Addresses that have no row any more are left out.
    if (further > at && further < ahead.length) at = further;
    if (ahead[at] === address) advance();
    return ordinal;
  };
}
