/** Lists that are verified again every so many days: only what is due, as the ledger says. */
import type { ListChange } from '../../contract/list-changes.ts';
import { message } from '../../i18n/message.ts';
import { DAY_MS } from '../../lib/time-units.ts';
import { findLedger } from '../ledger/ledger.ts';
import type { TeamMember } from '../people/records.ts';
import type { StoreContext } from '../ports.ts';
import type { Team } from '../records.ts';
import { PeopleError } from '../service-error.ts';
import { findReadableJudging } from '../teams/policy.ts';
import { costOf, monthOf } from '../teams/teams.ts';
import type { ChangedAddress, RoundView, Since } from './list-files.ts';
import type { HoldLists, ListRecord } from './list-ports.ts';
import { type FilesContext, getList, type ListContext, type RoundContext } from './lists.ts';
import type { DueRound, ListWatch, WatchRound, WatchSchedule } from './watch-ports.ts';

export const MOST_WATCH_DAYS = 365;
/** Addresses whose ledger is read at a time. */
const AT_ONCE = 1000;
/** A round that does not fit is looked at again after so long: the quota may have been raised. */
const WAIT_MS = 15 * 60_000;
/** Rounds that a page shows. */
const SHOWN_ROUNDS = 12;

/** Watches a list from now on, or with other days. */
export async function watchList(
  context: ListContext,
  { person, team }: TeamMember,
  { id, days }: { readonly id: string; readonly days: number },
): Promise<void> {
  const { store, clock } = context;
  const { name } = await getList(context, team, id);
  if (!Number.isInteger(days) || days < 1 || days > MOST_WATCH_DAYS)
    throw new PeopleError('refused', message('errorTexts.watch_days', { most: MOST_WATCH_DAYS }));
  const at = clock.now();
  const watch = { days, nextAt: at + days * DAY_MS };
  if (!(await store.watches(team.id).set(id, watch, { actor: person.email, at })))
    throw new PeopleError('conflict', message('errorTexts.not_read_yet', { name }));
}

/** Nothing happens where it was not watched. */
export async function unwatchList(
  context: ListContext,
  { person, team }: TeamMember,
  id: string,
): Promise<void> {
  await getList(context, team, id);
  const change = { actor: person.email, at: context.clock.now() };
  await context.store.watches(team.id).end(id, change);
}

/** What a page shows of the watch of a list. */
export interface WatchedList {
  readonly watch: ListWatch | undefined;
  /** Newest first. */
  readonly rounds: readonly WatchRound[];
}

export async function findWatch(
  { store }: StoreContext,
  team: Team,
  id: string,
): Promise<WatchedList> {
  const watches = store.watches(team.id);
  const [watch, rounds] = await Promise.all([watches.find(id), watches.rounds(id, SHOWN_ROUNDS)]);
  return { watch, rounds };
}

/** A round whose changes are looked at; undefined where nothing was verified in it. */
export function toRoundView(
  rounds: readonly WatchRound[],
  round: WatchRound | undefined,
): RoundView | undefined {
  if (!round?.places) return undefined;
  const latest = rounds.find(({ places }) => places);
  return { ...round.places, isLatest: round === latest };
}

/** What changed in a list, for its download; nothing where it is compared with nothing. */
export async function changesOf(
  context: ListContext,
  team: Team,
  { id, since }: { readonly id: string; readonly since: Since | undefined },
): Promise<{ readonly list: ListRecord; readonly changes: readonly ChangedAddress[] }> {
  const list = await getList(context, team, id);
  return { list, changes: since ? await context.files.changes(id, since) : [] };
}

interface WatchContext extends RoundContext {
  readonly hold: HoldLists;
}

/** Begins the rounds that are due, of the lists that this process sees to. */
export async function beginDueRounds(context: WatchContext): Promise<void> {
  const { store, clock, hold, observe } = context;
  const due = await store.watchQueue.due(clock.now());
  if (due.length === 0) return;
  const held = await hold(due.map(({ listId }) => listId));
  for (const round of due) {
    if (!held.has(round.listId)) continue;
    await beginRound(context, round).catch(async (error: unknown) => {
      observe?.({ event: 'list_failed', listId: round.listId, error });
      const until = clock.now() + WAIT_MS;
      await store.watchQueue.postpone(round.listId, { until, waitsFor: null, due: null });
    });
  }
}

/** What is due is found before the list is taken: that may take long. */
async function beginRound(context: WatchContext, due: DueRound): Promise<void> {
  const { store, clock, files, wakeLists } = context;
  const { listId, teamId, days, nextAt } = due;
  const { ordinals, cost } = await findDue(context, due);
  if (!(await fitsQuota(context, due, cost))) {
    const until = clock.now() + WAIT_MS;
    await store.watchQueue.postpone(listId, { until, waitsFor: 'quota', due: ordinals.length });
    return;
  }
  const watches = store.watches(teamId);
  const at = clock.now();
  const taken = await watches.take(listId, at);
  // Somebody else was quicker, or does something else with the list.
  if (!taken) return;
  let isBegun = false;
  try {
    const round = await files.planRound(listId, taken.sent, ordinals);
    isBegun = await watches.begin(listId, { at, round, nextAt: nextDate({ at, days, nextAt }) });
  } finally {
    if (!isBegun) await store.lists(teamId).leave(listId, at);
  }
  wakeLists();
}

/** By the calendar that somebody has chosen, unless the service was away for longer. */
function nextDate({ at, days, nextAt }: WatchSchedule & { at: number }) {
  const next = nextAt + days * DAY_MS;
  return next > at ? next : at + days * DAY_MS;
}

interface DueAddresses {
  readonly ordinals: Uint32Array;
  /** Verifications that they take. */
  readonly cost: number;
}

async function findDue(context: WatchContext, { listId, teamId }: DueRound): Promise<DueAddresses> {
  const found: number[] = [];
  let [after, cost] = [0, 0];
  for (;;) {
    const { emails, ordinals } = await context.files.listed(listId, after, AT_ONCE);
    if (emails.length === 0) return { ordinals: Uint32Array.from(found), cost };
    const entries = await findLedger(context, teamId, emails);
    entries.forEach(({ due }, at) => {
      if (!due) return;
      found.push(ordinals[at] ?? 0);
      cost += costOf(emails[at] ?? '');
    });
    after = ordinals.at(-1) ?? after;
  }
}

async function fitsQuota(
  { store, clock }: WatchContext,
  { teamId, quota }: DueRound,
  cost: number,
): Promise<boolean> {
  if (quota === null || cost === 0) return true;
  const { used } = await store.reports(teamId).usage(monthOf(clock.now()));
  return cost <= quota - used;
}

export type ChangeTotals = Readonly<Record<ListChange, number>>;

export interface SinceLastTime {
  readonly since: Since;
  readonly counts: ChangeTotals;
  /** The round, or the list that was uploaded before. */
  readonly of: { readonly round: WatchRound } | { readonly list: ListRecord };
}

/** Undefined where there is nothing to compare. */
export async function findSinceLastTime(
  context: FilesContext,
  team: Team,
  { list, rounds }: { readonly list: ListRecord } & Pick<WatchedList, 'rounds'>,
): Promise<SinceLastTime | undefined> {
  if (!list.counts) return undefined;
  const round = rounds.find(({ places, endedAt }) => places && endedAt !== null);
  const view = toRoundView(rounds, round);
  if (round && view) {
    const since = { round: view, ...(await findHow(context, team)) };
    return { since, counts: await context.files.countChanges(list.id, since), of: { round } };
  }
  return list.status === 'completed' ? await sinceEarlier(context, team, list) : undefined;
}

/** Changes are judged by the policy of the team; as the service judges where it can't be read. */
export async function findHow(
  context: StoreContext,
  team: Pick<Team, 'id'>,
): Promise<Pick<Since, 'policy'>> {
  return { policy: (await findReadableJudging(context, team))?.policy };
}

/** Lists that are looked at, and those of them that are compared. */
const LOOKED_AT = 25;
const COMPARED = 2;
/** Of the longer list so much is in the other one, too. */
const SAME_LIST = 0.5;

async function sinceEarlier(
  { store, files }: FilesContext,
  team: Team,
  list: ListRecord,
): Promise<SinceLastTime | undefined> {
  const before = await store.lists(team.id).completedBefore(list.id, LOOKED_AT);
  const how = await findHow({ store }, team);
  const alike = before.filter((one) => mayBeSame(list, one)).slice(0, COMPARED);
  for (const earlier of alike) {
    const since = { listId: earlier.id, ...how };
    // It may be deleted meanwhile.
    const counts = await files.countChanges(list.id, since).catch(() => undefined);
    if (counts && isSame(list, earlier, counts)) return { since, counts, of: { list: earlier } };
  }
  return undefined;
}

function distinctOf({ counts }: ListRecord): number {
  return counts?.distinct ?? 0;
}

function mayBeSame(list: ListRecord, other: ListRecord): boolean {
  const [one, two] = [distinctOf(list), distinctOf(other)];
  return Math.min(one, two) >= SAME_LIST * Math.max(one, two);
}

function isSame(list: ListRecord, other: ListRecord, { added, removed }: ChangeTotals): boolean {
  const longer = Math.max(distinctOf(list), distinctOf(other));
  return Math.min(distinctOf(list) - added, distinctOf(other) - removed) >= SAME_LIST * longer;
}
