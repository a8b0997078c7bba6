import { judge } from '../../contract/verdict.ts';
import type { RecentAnswers } from '../people/people-ports.ts';
import type { ServiceContext } from '../ports.ts';
import type { Team } from '../records.ts';

/** Enough for a share to the percent. */
const NEWEST = 1000;

/** The newest verifications of a team, and how many of them are deliverable. */
export async function countRecent(
  { store }: Pick<ServiceContext, 'store'>,
  { id }: Team,
): Promise<{ readonly total: number; readonly deliverable: number }> {
  const recent = await store.reports(id).recent(NEWEST);
  const deliverable = recent.filter(
    ({ facts, reason }) =>
      judge({ result: { ...facts, detail: { reason } } }).verdict === 'deliverable',
  );
  return { total: sumOf(recent), deliverable: sumOf(deliverable) };
}

function sumOf(answers: readonly RecentAnswers[]): number {
  return answers.reduce((sum, { count }) => sum + count, 0);
}
