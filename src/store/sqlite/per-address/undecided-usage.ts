import type { DatabaseSync } from 'node:sqlite';

/** Gives back what verifications cost that could not be decided, unless the team is charged for them. */
export function undecidedGiver(
  file: DatabaseSync,
): (teamId: string, month: string, count: number) => void {
  const giveBack = file.prepare(`
    update usage set used = used - ?3, given_back = given_back + ?3
    where team_id = ?1 and month = ?2 and (select charges_unknown from teams where id = ?1) = 0`);
  return (teamId, month, count) => {
    if (count > 0) giveBack.run(teamId, month, count);
  };
}
