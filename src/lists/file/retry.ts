import type { RawEvidence } from '../../contract/decode.ts';
import { judge } from '../../contract/verdict.ts';
import type { RowResult } from '../../formats/write/outcome.ts';
import { evidenceLookup } from './evidence.ts';
import type { JobFile } from './job-file.ts';
import { lookupInOrder } from './lookup-in-order.ts';
import { withDetail } from './with-detail.ts';

/**
 * The addresses of an ended job that are unknown, in their order; with `only`, those of them with
 * one of these fine reasons.
 */
export function unknownAddresses(job: JobFile, only: readonly string[] | undefined): string[] {
  return job.batches().flatMap((batch) => {
    const addresses = job.addresses(batch);
    const results = job.results(batch);
    return addresses.filter((_, index) => isUnknown(results[index], only));
  });
}

function isUnknown(found: RowResult | undefined, only: readonly string[] | undefined): boolean {
  const judged = { result: found?.verification, error: found?.error };
  if (judge(judged, { riskyRole: true }).verdict !== 'unknown') return false;
  return only === undefined || only.includes(found?.verification?.detail?.reason ?? '');
}

/** Puts what a retry found in place of what the job had. To do it twice changes nothing. */
export function mergeResults(job: JobFile, retry: JobFile): void {
  const lookup = lookupInOrder(retry);
  const findEvidence = evidenceLookup(retry.database);
  for (const batch of job.batches()) {
    const before = job.results(batch);
    const addresses = job.addresses(batch);
    const after = before.map((result, index) => {
      const address = addresses[index] ?? '';
      const found = lookup(address);
      const evidence = found && (findEvidence(retry.ordinalOf(address)) ?? NO_EVIDENCE);
      return found ? withDetail(found, { evidence }) : result;
    });
    if (after.every((result, index) => result === before[index])) continue;
    const { status, processed, collected } = batch;
    job.storeResults(batch, after, { status, processed, collected });
  }
}

/** In place of what decided the result before. */
const NO_EVIDENCE: RawEvidence = { mxHost: null, reply: null };
