import type { ServiceClient } from '../contract/client/service-client.ts';
import type { ImportedVerdict, LedgerEntry } from '../contract/decode-ledger.ts';
import type { FlagName } from '../contract/facts.ts';
import type { Verdict } from '../contract/verdict.ts';
import type { RowResult } from '../formats/write/judged-row.ts';
import { isMailvetError, MailvetError } from '../lib/errors.ts';
import { type Judging, judgeAddress } from '../policy/policy.ts';

/** Asks the service what it knows of addresses. Throws `refused` with a hint where it keeps no ledger. */
export async function askLedger(
  client: ServiceClient,
  emails: readonly string[],
  signal: AbortSignal,
): Promise<readonly LedgerEntry[]> {
  try {
    return await client.findLedger(emails, { signal });
  } catch (error) {
    if (!isMailvetError(error, 'refused') || error.status !== 404) throw error;
    throw new MailvetError('refused', 'This service keeps no ledger of what was found', {
      cause: error,
      hint: 'It is an extension of mailvet: update the service, or use the embedded one',
    });
  }
}

/** The verdict of what is known of an address: of our verification, else the newest of others. */
export function knownVerdict(entry: LedgerEntry, judging: Judging): Verdict | undefined {
  const result = knownResult(entry);
  return result && judgeAddress(entry.email, result, judging).verdict;
}

/** What is known of an address as a result; undefined where nothing decided it. */
export function knownResult({ email, verification, imported }: LedgerEntry): RowResult | undefined {
  const isDecided = verification && judgeAddress(email, { verification }, {}).verdict !== 'unknown';
  if (isDecided) return { verification: { ...verification, email } };
  const decided = imported.filter(({ verdict }) => verdict !== 'unknown');
  const [newest] = decided.toSorted((one, other) => (other.checkedAt ?? 0) - (one.checkedAt ?? 0));
  if (!newest) return verification && { verification: { ...verification, email } };
  return { verification: importedVerification(email, newest) };
}

/** When the known result was found, in milliseconds since the epoch. */
export function knownSince(entry: LedgerEntry): number | undefined {
  return knownResult(entry)?.verification?.detail?.checkedAt ?? entry.checkedAt;
}

/** The fine reason of a result that another verifier found. */
const IMPORTED = 'imported';

/** The facts that such a verdict stands for; what is not known of it is no fact. */
function importedVerification(email: string, { verdict, reason, checkedAt }: ImportedVerdict) {
  const isGood = verdict !== 'undeliverable';
  const flags: Record<FlagName, boolean> = {
    valid: reason !== 'syntax',
    deliverable: isGood,
    acceptAll: verdict === 'risky' && reason !== 'disposable' && reason !== 'role',
    role: reason === 'role',
    temporary: reason === 'disposable',
    mx: isGood || reason === 'mailbox' || reason === undefined,
    smtp: isGood || reason === 'mailbox' || reason === undefined,
  };
  const fine = reason === 'suppressed' ? reason : IMPORTED;
  return { ...flags, email, score: undefined, detail: { reason: fine, checkedAt } };
}
