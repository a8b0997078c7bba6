import { MailvetError } from '../errors.ts';
import type { ServiceContext } from './ports.ts';
import type { TeamUsage } from './records.ts';
import { checkQuota } from './set-quota.ts';

/** A name is what people type after `--team`: 1 to 64 characters, none of them invisible. */
const NAME = /^(?! )[^\p{C}\p{Zl}\p{Zp}]{1,64}(?<! )$/u;

/** `quota` in verifications a month, null: unlimited. Rejects with `input` when the name is taken. */
export async function createTeam(
  { store, clock, token }: Pick<ServiceContext, 'store' | 'clock' | 'token'>,
  name: string,
  quota: number | null,
): Promise<TeamUsage> {
  if (!NAME.test(name)) {
    throw new MailvetError('input', 'A team name has 1 to 64 visible characters');
  }
  checkQuota(quota);
  const team = { id: `team_${token(12)}`, name, quota, createdAt: clock.now() };
  if (await store.teams.create(team)) return { ...team, used: 0 };
  throw new MailvetError('input', `There is a team "${name}" already`);
}
