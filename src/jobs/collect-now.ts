import type { ServiceClient } from '../client/service-client.ts';
import { EndWatch, isNotYet, readAnswer } from './batch-answer.ts';
import type { JobFile } from './job-file.ts';

/** Gets what the service has for the open batches of a job, once each, without waiting. */
export async function collectNow(
  job: JobFile,
  client: ServiceClient,
  signal: AbortSignal,
): Promise<void> {
  const ends = new EndWatch();
  for (const batch of job.openBatches()) {
    const id = batch.serviceId ?? '';
    const answer = await client.getBatch(id, { signal }).catch((error) => {
      if (isNotYet(error)) return undefined;
      throw error;
    });
    if (!answer) continue;
    const collected = ends.isOver(id, answer);
    const { results, seen } = readAnswer(job, batch, { answer, collected });
    job.storeResults(batch, results, seen);
  }
}
