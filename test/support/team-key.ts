import type { Admin } from '../../src/composition/admin.ts';
import { COMMAND_LINE } from '../../src/service/people/records.ts';
import { createKey } from '../../src/service/teams/keys.ts';
import { createTeam } from '../../src/service/teams/teams.ts';

/** The key of a new team. `quota` in verifications a month, null: unlimited. */
export async function createTeamKey(
  admin: Admin,
  name: string,
  quota: number | null = null,
): Promise<string> {
  const team = await createTeam(admin, name, quota);
  return (await createKey(admin, team, { label: '', actor: COMMAND_LINE })).key;
}
