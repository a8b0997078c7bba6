import type { JobFile } from '../../../lists/file/job-file.ts';
import type { ReplayedResult } from '../../render/replay.ts';
import { type Rejudging, rejudgeResult } from './rejudge-result.ts';

/** Judges all results of a job again, a batch at a time; `apply` corrects those that differ. */
export function replayJob(
  job: JobFile,
  { apply, ...judging }: Rejudging & { readonly apply: boolean },
): (ReplayedResult | 'same' | undefined)[] {
  return job.batches().flatMap((batch) => {
    const addresses = job.addresses(batch);
    const results = job.results(batch);
    const evidence = job.evidence(batch);
    const judged = results.map((result, index) => {
      const email = addresses[index] ?? '';
      const { verification } = result ?? {};
      const known = evidence[index];
      if (!verification || !known) return undefined;
      return rejudgeResult(judging, { email, verification, evidence: known });
    });
    const corrected = results.map((result, index) => {
      const one = judged[index];
      return typeof one === 'object' ? { ...result, verification: one.verification } : result;
    });
    if (apply && corrected.some((result, index) => result !== results[index])) {
      const { status, processed, collected } = batch;
      job.storeResults(batch, corrected, { status, processed, collected, evidence });
    }
    return judged;
  });
}
