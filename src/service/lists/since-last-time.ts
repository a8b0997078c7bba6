/** What changed in a list since it was looked at last: in its last round, or since it was uploaded before. */
import type { ListChange } from '../../contract/list-changes.ts';
import type { Team } from '../records.ts';
import { findReadableJudging } from '../teams/policy.ts';
import type { Since } from './list-files.ts';
import type { ListRecord } from './list-ports.ts';
import type { ListContext } from './lists.ts';
import { toRoundView, type WatchedList } from './watch-lists.ts';
import type { WatchRound } from './watch-ports.ts';

export type ChangeTotals = Readonly<Record<ListChange, number>>;

export interface SinceLastTime {
  readonly since: Since;
  readonly counts: ChangeTotals;
  /** The round, or the list that was uploaded before. */
  readonly of: { readonly round: WatchRound } | { readonly list: ListRecord };
}

type SinceContext = Pick<ListContext, 'store' | 'files'>;

/** Undefined where there is nothing to compare. */
export async function findSinceLastTime(
  context: SinceContext,
  team: Pick<Team, 'id'>,
  { list, rounds }: { readonly list: ListRecord } & Pick<WatchedList, 'rounds'>,
): Promise<SinceLastTime | undefined> {
  if (!list.counts) return undefined;
  const round = rounds.find(({ portions, endedAt }) => portions && endedAt !== null);
  const view = toRoundView(rounds, round);
  if (round && view) {
    const since = { round: view, ...(await findHow(context, team)) };
    return { since, counts: await context.files.countChanges(list.id, since), of: { round } };
  }
  return list.status === 'completed' ? await sinceEarlier(context, team, list) : undefined;
}

/** Changes are judged by the policy of the team; as the service judges where it can't be read. */
export async function findHow(
  context: Pick<ListContext, 'store'>,
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
  { store, files }: SinceContext,
  team: Pick<Team, 'id'>,
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
