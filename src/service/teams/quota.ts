import { isSandboxAddress } from '../../address/sandbox-domain.ts';
import { isNeverAsked } from '../../address/special-names.ts';
import { message } from '../../i18n/message.ts';
import { isoMonth } from '../../lib/iso-time.ts';
import { ServiceError } from '../service-error.ts';

/**
 * The cost of a verification that runs: 1, also for an invalid address, since finding that out is
 * the verification. Sandbox addresses and names that are never looked up cost nothing and are never reserved.
 *
 * A batch reserves this for each entry, duplicates included. An entry's cost is given back when it
 * needed no verification of its own (answered from the cache, or by an address of the same mailbox in the
 * same batch), when it was cancelled or failed, and, unless the team is charged for these, when its
 * verification could not be decided.
 */
export function costOf(email: string): 0 | 1 {
  return isSandboxAddress(email) || isNeverAsked(email) ? 0 : 1;
}

/** The month (UTC) that a verification at a time is charged to, as `2026-11`. */
export function monthOf(now: number): string {
  return isoMonth(now);
}

/** When the month (UTC) after that of `now` begins. */
export function nextMonth(now: number): number {
  const date = new Date(now);
  return Date.UTC(date.getUTCFullYear(), date.getUTCMonth() + 1);
}

export function overQuota(): ServiceError {
  return new ServiceError('over_quota', message('errorTexts.over_quota'));
}
