import type { DayCount } from './people-ports.ts';
import type { ServiceContext } from './ports.ts';
import { monthOf } from './quota.ts';
import type { Team } from './records.ts';

const DAY_MS = 24 * 60 * 60 * 1000;
export const USAGE_DAYS = 30;

export interface Usage {
  /** As `2026-11` (UTC). */
  readonly month: string;
  /** Charged or reserved in it. */
  readonly used: number;
  /** Null: unlimited. */
  readonly quota: number | null;
  /** Verifications answered, cached ones included, on each of the last 30 days, oldest first. */
  readonly days: readonly DayCount[];
}

export async function teamUsage(
  { store, clock }: Pick<ServiceContext, 'store' | 'clock'>,
  { id, quota }: Team,
): Promise<Usage> {
  const now = clock.now();
  const reports = store.reports(id);
  const month = monthOf(now);
  const days = await reports.days({ since: now - (USAGE_DAYS - 1) * DAY_MS, until: now });
  return { month, used: await reports.used(month), quota, days };
}
