import type { ServiceClient } from '../../contract/client/service-client.ts';
import type { LedgerEntry } from '../../contract/decode-ledger.ts';
import { isMailvetError, MailvetError } from '../../errors.ts';

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
