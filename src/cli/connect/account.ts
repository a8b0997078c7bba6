import type { AccountState } from '../../contract/decode.ts';
import { NEARLY_REACHED } from '../../contract/limits.ts';
import { isMailvetError } from '../../lib/errors.ts';
import { isoDay, isoTime } from '../../lib/iso-time.ts';
import { safeLine } from '../../lib/safe-text.ts';
import { counted } from '../../lib/wording.ts';
import type { Invocation } from '../invocation.ts';
import type { OpenService } from './client.ts';
import { openRemote } from './open.ts';
import type { RemoteService } from './resolve.ts';

/** What a service said of the team whose key is used: an error where it could not be asked. */
export type FoundAccount =
  | { readonly account: AccountState | undefined }
  | { readonly error: Error };

/** A command that only shows the account does not wait for a service that is down. */
const ONE_TRY = { retries: 0, tryTimeout: 5000 };

/** Asks a remote service for the account. Throws only what is no fault of the service. */
export async function findAccount(
  invocation: Invocation,
  remote: RemoteService,
): Promise<FoundAccount> {
  try {
    await using service = await openRemote(invocation, remote, ONE_TRY);
    const { signal } = invocation.context;
    return { account: await service.client.getAccount({ signal }) };
  } catch (error) {
    if (!isMailvetError(error)) throw error;
    return { error };
  }
}

/** `team Sales: 400 of 1,000 verifications used this month, 600 left; starts anew on 2026-12-01`. */
export function accountText(account: AccountState): string {
  const { quota, used, resetsAt } = account;
  const team = `team ${safeLine(account.team)}`;
  const free = account.givenBack ? ` (${counted(account.givenBack)} undecided not charged)` : '';
  if (quota === null) {
    return `${team}: ${counted(used)} verifications used this month${free}, no limit`;
  }
  const use = `${counted(used)} of ${counted(quota)} verifications used this month${free}`;
  const left = `${counted(leftOf(account) ?? 0)} left`;
  return `${team}: ${use}, ${left}; starts anew on ${isoDay(resetsAt)}`;
}

/** Says where most of the quota is used. Only a service that is known to have more than the interface is asked. */
export async function noticeQuota(
  invocation: Invocation,
  { client, embedded }: OpenService,
): Promise<void> {
  if (embedded || client.idempotencyLifetime() === undefined) return;
  const { signal } = invocation.context;
  const account = await client.getAccount({ signal }).catch(() => undefined);
  const warning = account && quotaWarning(account);
  if (warning !== undefined) await invocation.notice(warning);
}

/** `82 % of this month's verifications are used`; undefined where enough is left. */
function quotaWarning({ quota, used }: AccountState): string | undefined {
  if (quota === null || quota === 0 || used < quota * NEARLY_REACHED) return undefined;
  const share = Math.floor((Math.min(used, quota) / quota) * 100);
  return `${share} % of this month's verifications are used: ${counted(used)} of ${counted(quota)}`;
}

/** Verifications that are left this month; null: no limit. */
export function leftOf({ quota, used }: AccountState): number | null {
  return quota === null ? null : Math.max(0, quota - used);
}

/** The account in JSON. */
export function accountJson(account: AccountState) {
  return { ...account, left: leftOf(account), resetsAt: isoTime(account.resetsAt) };
}
