import { isSandboxAddress } from '../../address/sandbox-domain.ts';
import { isNeverAsked } from '../../address/special-names.ts';
import type { ProbeMode } from '../../contract/probe-mode.ts';
import { message } from '../../i18n/message.ts';
import { MailvetError } from '../../lib/errors.ts';
import { isoMonth } from '../../lib/iso-time.ts';
import { DAY_MS } from '../../lib/time-units.ts';
import type { DayCount } from '../people/records.ts';
import type { StoreContext, TimedContext, TokenContext } from '../ports.ts';
import type { Team, TeamRecord, TeamUsage } from '../records.ts';
import { ServiceError } from '../service-error.ts';

/** A name is typed after `--team`: 1 to 64 visible characters. */
const NAME = /^(?! )[^\p{C}\p{Zl}\p{Zp}]{1,64}(?<! )$/u;

/**
 * Creates a team. `quota` in verifications a month, null: unlimited. Rejects with `input` when the
 * name is taken.
 */
export async function createTeam(
  { store, clock, token }: TokenContext,
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
export async function findTeam({ store }: StoreContext, name: string): Promise<TeamRecord> {
  const team = await store.teams.findByName(name);
  if (team) return team;
  throw new MailvetError('input', `There is no team "${name}"`, {
    hint: [{ code: 'admin_list', of: 'team' }],
  });
}

/** All teams with their usage of this month, oldest first. */
export function listTeams({ store, clock }: TimedContext): Promise<TeamUsage[]> {
  return store.teams.list(monthOf(clock.now()));
}

/** Sets a quota at once, for the current month too. Rejects with `input` for an unknown team. */
export async function setQuota(
  context: TimedContext,
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
  context: StoreContext,
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
  { store, clock }: TimedContext,
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

/**
 * The cost of a verification that runs: 1, also for an invalid address, since finding that out is
 * the verification. Sandbox addresses and names that are never looked up cost nothing and are never reserved.
 *
 * A batch reserves this for each entry, duplicates included. An entry's cost is given back when it
 * needed no verification of its own (answered from the cache, or by an address of the same mailbox in the
 * same batch), when it was cancelled or failed, and, unless the team is charged for these, when its
 * verification could not be decided.
 */
export function costOf(email: string, mode: ProbeMode = 'smtp'): 0 | 1 {
  if (mode !== 'smtp') return 0;
  return isSandboxAddress(email) || isNeverAsked(email) ? 0 : 1;
}

/** The month (UTC) that a verification at a time is charged to, as `2026-11`. */
export function monthOf(now: number): string {
  return isoMonth(now);
}

/** When the month (UTC) after that of `now` begins. */
export function nextMonth(now: number): number {
  const date = new Date(now);
  return Date.UTC(date.getUTCFullYear(), date.getUTCMonth() + 1);
}

export function overQuota(): ServiceError {
  return new ServiceError('over_quota', message('errorTexts.over_quota'));
}
