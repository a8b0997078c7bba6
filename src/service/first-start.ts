import { mintKey } from './api-key.ts';
import { findTeam } from './find-team.ts';
import type { ServiceContext } from './ports.ts';
import { monthOf } from './quota.ts';
import type { TeamRecord } from './records.ts';

type Context = Pick<ServiceContext, 'store' | 'clock' | 'token'>;

export const DEFAULT_TEAM = 'default';

/** The team `default`, created without a quota where it is missing. */
export async function ensureDefaultTeam(context: Context): Promise<TeamRecord> {
  const { store, clock, token } = context;
  const team = {
    id: `team_${token(12)}`,
    name: DEFAULT_TEAM,
    quota: null,
    createdAt: clock.now(),
  };
  return (await store.teams.create(team)) ? team : findTeam(context, DEFAULT_TEAM);
}

/**
 * On a database that nobody has set up (no other team, never a key): the team `default` with its
 * first key. Of several processes that start at once, one gets the key.
 */
export async function firstStart(context: Context): Promise<string | undefined> {
  const { store, clock } = context;
  const teams = await store.teams.list(monthOf(clock.now()));
  if (teams.some(({ name }) => name !== DEFAULT_TEAM)) return undefined;
  const team = await ensureDefaultTeam(context);
  const { key, record } = mintKey(context, { teamId: team.id, label: 'first key' });
  return (await store.keys.createFirst(record)) ? key : undefined;
}
