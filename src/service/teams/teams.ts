import { MailvetError } from '../../errors.ts';
import { DAY_MS } from '../../lib/time-units.ts';
import type { DayCount } from '../people/people-ports.ts';
import type { ServiceContext } from '../ports.ts';
import type { Team, TeamRecord, TeamUsage } from '../records.ts';
import { monthOf, nextMonth } from './quota.ts';

/** A name is typed after `--team`: 1 to 64 visible characters. */
const NAME = /^(?! )[^\p{C}\p{Zl}\p{Zp}]{1,64}(?<! )$/u;

/**
 * Creates a team. `quota` in verifications a month, null: unlimited. Rejects with `input` when the
 * name is taken.
 */
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

/** Finds a team by its name. Rejects with `input` for an unknown name. */
export async function findTeam(
  { store }: Pick<ServiceContext, 'store'>,
  name: string,
): Promise<TeamRecord> {
  const team = await store.teams.findByName(name);
  if (team) return team;
  throw new MailvetError('input', `There is no team "${name}"`, {
    hint: [{ code: 'admin_list', of: 'team' }],
  });
}

/** All teams with their usage of this month, oldest first. */
export function listTeams({
  store,
  clock,
}: Pick<ServiceContext, 'store' | 'clock'>): Promise<TeamUsage[]> {
  return store.teams.list(monthOf(clock.now()));
}

/** Sets a quota at once, for the current month too. Rejects with `input` for an unknown team. */
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

/** Whether a team is charged for verifications that can't be decided. Rejects with `input` for an unknown team. */
export async function setChargesUnknown(
  context: Pick<ServiceContext, 'store'>,
  name: string,
  isCharged: boolean,
): Promise<void> {
  await findTeam(context, name);
  await context.store.teams.setChargesUnknown(name, isCharged);
}

function checkQuota(quota: number | null): void {
  if (quota === null || (Number.isSafeInteger(quota) && quota >= 0)) return;
  throw new MailvetError('input', 'A quota is a whole number of verifications a month, 0 or more');
}

const USAGE_DAYS = 30;

/** A team's usage of the current month, with its last days. */
export interface Usage {
  /** As `2026-11` (UTC). */
  readonly month: string;
  /** Verifications charged or reserved in the month. */
  readonly used: number;
  /** Verifications of the month that were not charged, since they could not be decided. */
  readonly givenBack: number;
  /** Null: unlimited. */
  readonly quota: number | null;
  /** When the next month begins. */
  readonly resetsAt: number;
  /** Verifications answered in the month, free ones included. */
  readonly answered: number;
  /** Verifications answered, cached ones included, on each of the last 30 days, oldest first. */
  readonly days: readonly DayCount[];
}

/** The usage of a team for its overview. */
export async function teamUsage(
  { store, clock }: Pick<ServiceContext, 'store' | 'clock'>,
  { id, quota }: Team,
): Promise<Usage> {
  const now = clock.now();
  const reports = store.reports(id);
  const month = monthOf(now);
  const since = Math.min(now - (USAGE_DAYS - 1) * DAY_MS, Date.parse(`${month}-01T00:00:00Z`));
  const days = await reports.days({ since, until: now });
  const answered = days
    .filter(({ day }) => day.startsWith(month))
    .reduce((sum, { count }) => sum + count, 0);
  const { used, givenBack } = await reports.usage(month);
  const resetsAt = nextMonth(now);
  return { month, used, givenBack, quota, resetsAt, answered, days: days.slice(-USAGE_DAYS) };
}
