import type { CallingTeam } from './authenticate.ts';
import type { ServiceContext } from './ports.ts';
import { monthOf, nextMonth } from './quota.ts';

/** A team's plan as the holder of one of its keys sees it. */
export interface AccountRecord {
  readonly team: string;
  /** Verifications a month; null: unlimited. */
  readonly quota: number | null;
  /** Verifications charged or reserved in this month (UTC). */
  readonly used: number;
  /** When the next month begins, in milliseconds since the epoch. */
  readonly resetsAt: number;
  /** Null where the key has no label. */
  readonly keyLabel: string | null;
}

/** The plan and the usage of the team whose key was used. */
export async function getAccount(
  { store, clock }: Pick<ServiceContext, 'store' | 'clock'>,
  { id, name, quota, keyLabel }: CallingTeam,
): Promise<AccountRecord> {
  const now = clock.now();
  const used = await store.reports(id).used(monthOf(now));
  return { team: name, quota, used, resetsAt: nextMonth(now), keyLabel: keyLabel || null };
}
