import { createHash } from 'node:crypto';
import type { JobRecord } from './job-record.ts';

/** Recognises a list that was submitted: by its bytes (their SHA-256, in hex), and by what was chosen in it. */
export function fingerprintOf(
  contentHash: string,
  { plan, sample }: Pick<JobRecord, 'plan' | 'sample'>,
): string {
  const { format, encoding, delimiter, columns, coalesce, splitCells, head } = plan;
  const chosen = [format, encoding, delimiter, columns, splitCells, head.records, coalesce];
  return createHash('sha256')
    .update(JSON.stringify([contentHash, chosen, sample]))
    .digest('hex');
}
