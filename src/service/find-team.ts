import { MailvetError } from '../errors.ts';
import type { ServiceContext } from './ports.ts';
import type { TeamRecord } from './records.ts';

/** Rejects with `input` for an unknown name. */
export async function findTeam(
  { store }: Pick<ServiceContext, 'store'>,
  name: string,
): Promise<TeamRecord> {
  const team = await store.teams.findByName(name);
  if (team) return team;
  throw new MailvetError('input', `There is no team "${name}"`, {
    hint: 'mailvet admin team list shows them all',
  });
}
