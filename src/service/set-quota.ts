import { MailvetError } from '../errors.ts';
import { findTeam } from './find-team.ts';
import { listTeams } from './list-teams.ts';
import type { ServiceContext } from './ports.ts';
import type { TeamUsage } from './records.ts';

/** Holds at once, for the current month too. Rejects with `input` for an unknown team. */
export async function setQuota(
  context: Pick<ServiceContext, 'store' | 'clock'>,
  name: string,
  quota: number | null,
): Promise<TeamUsage> {
  checkQuota(quota);
  const { id } = await findTeam(context, name);
  await context.store.teams.setQuota(name, quota);
  const teams = await listTeams(context);
  return teams.find((team) => team.id === id) as TeamUsage;
}

export function checkQuota(quota: number | null): void {
  if (quota === null || (Number.isSafeInteger(quota) && quota >= 0)) return;
  throw new MailvetError('input', 'A quota is a whole number of verifications a month, 0 or more');
}
