import { judgeStored } from './judge-stored.ts';
import type { ServiceContext } from './ports.ts';
import type { Team } from './records.ts';

/** Enough for a share to the percent, and few enough to be read for each view. */
const NEWEST = 1000;

/** The newest verifications of a team, and how many of them are deliverable. */
export async function countRecent(
  { store }: Pick<ServiceContext, 'store'>,
  { id }: Team,
): Promise<{ readonly total: number; readonly deliverable: number }> {
  const page = { limit: NEWEST, skip: 0 };
  const { verifications } = await store.reports(id).search({ text: '', page });
  const deliverable = verifications.filter(
    ({ detail, ...result }) => judgeStored(result, detail).verdict === 'deliverable',
  );
  return { total: verifications.length, deliverable: deliverable.length };
}
