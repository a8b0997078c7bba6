import type { ServiceContext } from './ports.ts';
import type { BatchRecord, Page, Team } from './records.ts';

/** The team's batches, newest first. */
export function listBatches(
  { store }: Pick<ServiceContext, 'store'>,
  team: Team,
  page: Page,
): Promise<BatchRecord[]> {
  return store.team(team.id).listBatches(page);
}
