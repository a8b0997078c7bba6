import type { AccuracyReport, AccuracyRequest } from '../../../contract/accuracy.ts';
import { isMailvetError, MailvetError } from '../../../errors.ts';
import { isoTime } from '../../../lib/iso-time.ts';
import { openService } from '../../connect/open.ts';
import { resolveService } from '../../connect/resolve.ts';
import type { Invocation } from '../../invocation.ts';
import { printOne } from '../../io/print.ts';
import { openOwnJob } from '../batch/submit/job-access.ts';
import { accuracyText } from './accuracy-text.ts';
import type { AccuracyOptions } from './options.ts';

/** Shows what outcomes say of the team's results. */
export async function runAccuracy(
  invocation: Invocation,
  { list, age, from }: AccuracyOptions,
): Promise<undefined> {
  const resolved = await resolveService(invocation);
  const since = age === undefined ? from : invocation.context.clock.now() - age;
  const request: AccuracyRequest = {
    ...(since !== undefined && { since: isoTime(since) }),
    ...(list !== undefined && { batches: batchesOf(invocation, list, resolved.identity) }),
  };
  await using service = await openService(invocation, resolved);
  const report = await fetchReport(service.client, request, invocation.context.signal);
  await printOne(invocation, report, await accuracyText(report, invocation));
}

function batchesOf(invocation: Invocation, id: string, identity: string): string[] {
  using job = openOwnJob(invocation, id, identity);
  return job.batches().flatMap((batch) => batch.serviceId ?? []);
}

type Client = Awaited<ReturnType<typeof openService>>['client'];

async function fetchReport(
  client: Client,
  request: AccuracyRequest,
  signal: AbortSignal,
): Promise<AccuracyReport> {
  try {
    return await client.getAccuracy(request, { signal });
  } catch (error) {
    if (!isMailvetError(error) || error.status !== 404) throw error;
    throw new MailvetError(
      'refused',
      'This service keeps no outcomes, so it can’t say how often it was right',
      {
        status: 404,
        hint: 'Use a service of mailvet, of this version or a newer one',
      },
    );
  }
}
