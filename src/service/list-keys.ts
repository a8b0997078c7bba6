import { findTeam } from './find-team.ts';
import type { ServiceContext } from './ports.ts';
import type { KeyRecord } from './records.ts';

/** Keys of one team, or of all, oldest first. Rejects with `input` for an unknown team. */
export async function listKeys(
  context: Pick<ServiceContext, 'store'>,
  teamName?: string,
): Promise<KeyRecord[]> {
  if (teamName === undefined) return context.store.keys.list();
  return context.store.keys.list((await findTeam(context, teamName)).id);
}
