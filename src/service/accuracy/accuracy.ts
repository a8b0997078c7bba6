import type { AccuracyReport } from '../../contract/accuracy.ts';
import type { ServiceContext } from '../ports.ts';
import type { Pause } from '../read-turns.ts';
import { toReport } from './accuracy-report.ts';
import { ACCURACY_DAYS_MS, measureAccuracy } from './measure-accuracy.ts';

/** Which results an accuracy is of; by default the whole history of half a year. */
export interface AccuracyRequest {
  /** Milliseconds since the epoch. */
  readonly since?: number | undefined;
  readonly batches?: readonly string[] | undefined;
  readonly pause?: Pause | undefined;
}

type AccuracyContext = Pick<ServiceContext, 'store' | 'clock'>;

/** How often a team's results were right. It only reads. */
export async function getAccuracy(
  context: AccuracyContext,
  teamId: string,
  request: AccuracyRequest = {},
): Promise<AccuracyReport> {
  const since = request.since ?? context.clock.now() - ACCURACY_DAYS_MS;
  return toReport(await measureAccuracy(context, teamId, { ...request, since }));
}
