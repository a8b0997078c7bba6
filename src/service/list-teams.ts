import type { ServiceContext } from './ports.ts';
import { monthOf } from './quota.ts';
import type { TeamUsage } from './records.ts';

/** All teams with their usage of this month, oldest first. */
export function listTeams({
  store,
  clock,
}: Pick<ServiceContext, 'store' | 'clock'>): Promise<TeamUsage[]> {
  return store.teams.list(monthOf(clock.now()));
}
