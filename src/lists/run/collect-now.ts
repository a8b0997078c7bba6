import type { ServiceClient } from '../../contract/client/service-client.ts';
import type { JobFile } from '../file/job-file.ts';
import { EndDetector, isNotReady, toBatchUpdate } from './batch-update.ts';

/** Gets what the service has for the open batches of a job, once each, without waiting. */
export async function collectNow(
  job: JobFile,
  client: ServiceClient,
  signal: AbortSignal,
): Promise<void> {
  const ends = new EndDetector();
  for (const batch of job.openBatches()) {
    const id = batch.serviceId ?? '';
    const answer = await client.getBatch(id, { signal }).catch((error) => {
      if (isNotReady(error)) return undefined;
      throw error;
    });
    if (!answer) continue;
    const collected = ends.hasEnded(id, answer);
    const { results, snapshot } = toBatchUpdate(job, batch, { answer, collected });
    job.storeResults(batch, results, snapshot);
  }
}
