import { version } from '../../lib/version.ts';
import type { Team } from '../records.ts';
import { findReadableJudging } from '../teams/policy.ts';
import type { TeamJudging } from '../teams/records.ts';
import type { HoldLists, JudgedCounts, ListRecord } from './list-ports.ts';
import { type FilesContext, getList } from './lists.ts';

interface JudgedList {
  readonly list: ListRecord;
  /** Undefined where the policy of the team can't be read: the verdicts are as they were counted last. */
  readonly judging: TeamJudging | undefined;
}

/** A list with its verdicts counted by the policy of the team as it is now. */
export async function getJudgedList(
  context: FilesContext,
  team: Team,
  id: string,
): Promise<JudgedList> {
  const list = await getList(context, team, id);
  const judging = await findReadableJudging(context, team);
  if (!judging || !isToJudge(list, judging)) return { list, judging };
  const counts = await judgeList(context, id, judging);
  return { list: { ...list, ...counts }, judging };
}

/** Whether the verdicts of a list are counted by another policy. */
export function isToJudge({ status, judgedBy }: ListRecord, { version }: TeamJudging): boolean {
  const hasResults = status === 'running' || status === 'completed' || status === 'cancelled';
  return hasResults && judgedBy !== version;
}

async function judgeList(
  { store, files }: FilesContext,
  id: string,
  judging: TeamJudging,
): Promise<JudgedCounts> {
  const counts = await files.judge(id, judging);
  await store.listQueue.recordJudged(id, counts);
  return counts;
}

/** Lists that are judged by a look of the runner. */
const JUDGED_AT_ONCE = 20;

/**
 * Counts the verdicts of some lists by the policies of their teams, where they are counted by others. Returns
 * whether there may be more.
 */
export async function judgeLists(context: FilesContext, hold: HoldLists): Promise<boolean> {
  const { store } = context;
  const found = await store.listQueue.unjudged(version(), JUDGED_AT_ONCE);
  const own = await hold(found.map(({ id }) => id));
  for (const { id, teamId } of found) {
    const judging = own.has(id) ? await findReadableJudging(context, { id: teamId }) : undefined;
    if (judging) await judgeList(context, id, judging);
  }
  return found.length === JUDGED_AT_ONCE;
}
