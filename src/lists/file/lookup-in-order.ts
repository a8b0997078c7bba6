import { DatabaseSync } from 'node:sqlite';
import type { VerificationDetail } from '../../contract/decode.ts';
import { decodeEvidence } from '../../contract/decode-evidence.ts';
import type { Lookup, RowResult } from '../../formats/write/outcome.ts';
import { backgroundLookup } from './backgrounds.ts';
import { domainOf } from './domain-facts.ts';
import type { ListFile } from './list-file.ts';
import { readSameMailboxes } from './same-mailbox.ts';
import { withBackground } from './with-background.ts';

/** Addresses read at a time. */
const READ_AHEAD = 1000;

interface LookupOptions {
  /** Whether results have the mail host, its reply and the time, which takes a pass over the list. */
  readonly evidence?: boolean;
}

/**
 * Looks results up for one pass over a list. Addresses come in the order of their ordinals but for
 * those met before, so that nearly every one is simply the next: they are read ahead, and only the
 * others are searched for. The codes of all results are in memory, 4 bytes each.
 */
export function lookupInOrder(list: ListFile, { evidence = false }: LookupOptions = {}): Lookup {
  const codes = list.codes();
  const findEvidence = evidence ? evidenceLookup(list) : undefined;
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
    if (!facts && !findEvidence) return result;
    return withBackground(result, { ...facts, ...findEvidence?.(ordinal) });
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

/** What is known of a result beside its facts. */
type Background = Pick<VerificationDetail, 'mxHost' | 'reply' | 'checkedAt'>;

/** Finds what the result of an address rests on, by its ordinal in the list. */
type EvidenceLookup = (ordinal: number) => Background | undefined;

/**
 * What the results of a list rest on, found by ordinals. It is kept by batches, in the order of sending, and
 * packed: a pass over it puts it in the order of the list, in a private database that is gone in the end.
 */
function evidenceLookup(list: ListFile): EvidenceLookup {
  const find = backgroundLookup(list.database);
  if (find) return (ordinal) => decodeEvidence(find(ordinal));
  const database = new DatabaseSync('');
  database.exec('CREATE TABLE evidence (ordinal INTEGER PRIMARY KEY, text TEXT NOT NULL) STRICT');
  const insert = database.prepare('INSERT OR REPLACE INTO evidence VALUES (?, ?)');
  database.exec('BEGIN');
  for (const { ordinals, evidence } of list.allEvidence()) {
    evidence.forEach((one, at) => {
      if (one) insert.run(ordinals[at] ?? 0, JSON.stringify(one));
    });
  }
  database.exec('COMMIT');
  const select = database.prepare('SELECT text FROM evidence WHERE ordinal = ?');
  return (ordinal) => {
    const text = select.get(ordinal)?.text;
    return typeof text === 'string' ? decodeEvidence(JSON.parse(text)) : undefined;
  };
}
