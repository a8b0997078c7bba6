import type { AccuracyReport } from '../../contract/accuracy.ts';
import { isoMonth } from '../../lib/iso-time.ts';
import type { ServiceContext } from '../ports.ts';
import type { Pause } from '../read-turns.ts';
import { toReport } from './accuracy-report.ts';
import { updateDistrusted } from './distrust.ts';
import { measureAccuracy } from './measure-accuracy.ts';

const DAY_MS = 24 * 60 * 60_000;
/** Days of results that are looked at. */
const ACCURACY_DAYS = 180;

/** Which results an accuracy is of; by default the whole history of half a year. */
export interface AccuracyRequest {
  /** Milliseconds since the epoch. */
  readonly since?: number | undefined;
  readonly batches?: readonly string[] | undefined;
  readonly pause?: Pause | undefined;
}

type AccuracyContext = Pick<ServiceContext, 'store' | 'clock' | 'observe'>;

/** How often a team's results were right. It only reads. */
export async function getAccuracy(
  context: AccuracyContext,
  teamId: string,
  request: AccuracyRequest = {},
): Promise<AccuracyReport> {
  const store = context.store.outcomes(teamId);
  const since = request.since ?? context.clock.now() - ACCURACY_DAYS * DAY_MS;
  const measured = await measureAccuracy(context, teamId, { ...request, since });
  return toReport(measured, await store.distrustedByTeam());
}

/** Decides for all teams which rules are believed. */
export async function checkRules(context: AccuracyContext): Promise<void> {
  const now = context.clock.now();
  for (const { id } of await context.store.teams.list(isoMonth(now))) {
    const outcomes = context.store.outcomes(id);
    if ((await outcomes.isEmpty()) && (await outcomes.distrustedByTeam()).length === 0) continue;
    const measured = await measureAccuracy(context, id, { since: now - ACCURACY_DAYS * DAY_MS });
    await updateDistrusted(context, outcomes, { teamId: id, measured });
  }
}
