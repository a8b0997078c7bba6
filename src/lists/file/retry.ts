import type { RawEvidence } from '../../contract/decode.ts';
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
  const lookup = lookupInOrder(retry);
  const evidenceOfRetry = evidenceByAddress(retry);
  for (const batch of job.batches()) {
    const before = job.results(batch);
    const addresses = job.addresses(batch);
    const after = before.map((result, index) => lookup(addresses[index] ?? '') ?? result);
    if (after.every((result, index) => result === before[index])) continue;
    const { status, processed, collected } = batch;
    const known = job.evidence(batch);
    const evidence = addresses.map((address, index) =>
      after[index] === before[index]
        ? (known[index] ?? null)
        : (evidenceOfRetry.get(address) ?? null),
    );
    job.storeResults(batch, after, { status, processed, collected, evidence });
  }
}

function evidenceByAddress(job: JobFile): ReadonlyMap<string, RawEvidence> {
  const found = new Map<string, RawEvidence>();
  for (const batch of job.batches()) {
    const addresses = job.addresses(batch);
    for (const [index, evidence] of job.evidence(batch).entries()) {
      const address = addresses[index];
      if (evidence && address !== undefined) found.set(address, evidence);
    }
  }
  return found;
}
