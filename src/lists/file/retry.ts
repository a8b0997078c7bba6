import { judge } from '../../contract/verdict.ts';
import type { RowResult } from '../../formats/write/outcome.ts';
import type { JobFile } from './job-file.ts';
import { lookupInOrder } from './lookup-in-order.ts';

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
  const lookup = lookupInOrder(retry, { evidence: true });
  for (const batch of job.batches()) {
    const found = job.addresses(batch).map((address) => [address, lookup(address)] as const);
    const asked = found.flatMap(([address, result]) => (result ? [address] : []));
    if (asked.length === 0) continue;
    const before = job.results(batch);
    // The retry may have asked no host.
    job.eraseEvidence(asked);
    const after = found.map(([, result], index) => result ?? before[index]);
    const { status, processed, collected } = batch;
    job.storeResults(batch, after, { status, processed, collected });
  }
}
