import type { ServiceClient } from '../client/service-client.ts';
import { readAnswer } from './batch-answer.ts';
import type { JobFile } from './job-file.ts';

/** Gets what the service has for the open batches of a job, once each, without waiting. */
export async function collectNow(
  job: JobFile,
  client: ServiceClient,
  signal: AbortSignal,
): Promise<void> {
  for (const batch of job.openBatches()) {
    const answer = await client.getBatch(batch.serviceId ?? '', { signal });
    const { results, seen } = readAnswer(job, batch, answer);
    job.storeResults(batch, results, seen);
  }
}
