import type { ServiceContext } from './ports.ts';
import type { Page, StoredVerification, Team } from './records.ts';

/** The team's history, newest first: single and batch, cached or not. */
export function listVerifications(
  { store }: Pick<ServiceContext, 'store'>,
  team: Team,
  page: Page,
  signal?: AbortSignal,
): Promise<StoredVerification[]> {
  return store.team(team.id).listVerifications(page, signal);
}
