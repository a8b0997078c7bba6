import { toCacheKey } from './cache-policy.ts';
import type { ServiceContext } from './ports.ts';
import type { ErasedCounts } from './upkeep-ports.ts';

/** The error of a blanked entry. */
const ERASED = 'This address was erased';

/**
 * Erases an address from the history, the cache and the batches of all teams, however its domain
 * and its letters' case are written. Addresses that differ otherwise (`a+b@` and `a@`) are others.
 */
export async function forgetAddress(
  { store }: Pick<ServiceContext, 'store'>,
  address: string,
): Promise<ErasedCounts> {
  const wanted = toMailboxId(address);
  const localPart = address.slice(0, Math.max(address.lastIndexOf('@'), 0)) || address;
  const candidates = await store.erasure.addressesWith(localPart);
  const emails = candidates.filter((email) => toMailboxId(email) === wanted);
  return store.erasure.erase(emails, ERASED);
}

function toMailboxId(email: string): string {
  return toCacheKey(email.trim()).toLowerCase();
}
