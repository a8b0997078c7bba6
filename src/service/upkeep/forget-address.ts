import { localPartOf } from '../../lib/address-parts.ts';
import type { ListFiles } from '../lists/list-files.ts';
import type { Store, StoreContext } from '../ports.ts';
import { hashEntry, toEntry } from '../suppressions/entries.ts';
import { toCacheKey } from '../verifications/cache-policy.ts';
import type { ErasedCounts } from './records.ts';

/** The error of a blanked entry. */
const ERASED = 'This address was erased';

/** What was erased, rows of lists included whose cells are empty now. */
export interface ForgottenCounts extends ErasedCounts {
  readonly listRows: number;
}

interface ForgetContext extends StoreContext {
  /** Absent where there are no lists. */
  readonly files?: ListFiles | undefined;
}

/**
 * Erases an address from the history, the cache, the batches and the lists of all teams, however its
 * domain and its letters' case are written. Addresses that differ otherwise (`a+b@` and `a@`) are
 * others. A suppression list goes on to suppress the address, by a hash in its place.
 */
export async function forgetAddress(
  { store, files }: ForgetContext,
  address: string,
): Promise<ForgottenCounts> {
  const wanted = toMailboxId(address);
  // First of all, so that no batch of a list brings it back.
  const listRows = files ? await forgetInLists(store, files, wanted) : 0;
  const localPart = localPartOf(address) || address;
  const candidates = await store.erasure.addressesWith(localPart);
  const emails = candidates.filter((email) => toMailboxId(email) === wanted);
  const entry = toEntry(address);
  const suppressed = { entry, hash: (teamId: string) => hashEntry(teamId, entry) };
  return { ...(await store.erasure.erase({ emails, error: ERASED, suppressed })), listRows };
}

async function forgetInLists(
  { listQueue }: Store,
  files: ListFiles,
  address: string,
): Promise<number> {
  let total = 0;
  for await (const { id, rows, progress } of files.forget(address)) {
    await listQueue.recordProgress(id, progress);
    total += rows;
  }
  return total;
}

function toMailboxId(email: string): string {
  return toCacheKey(email.trim()).toLowerCase();
}
