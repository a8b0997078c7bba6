import type { Lookup } from '../lists/write/outcome.ts';
import type { JobFile } from './job-file.ts';

/**
 * Looks results up for one pass over a job's list. Addresses come in the order of their ordinals
 * but for those met before, so that nearly every one is simply the next: batch by batch they are
 * read ahead, and only the others are searched for.
 */
export function lookupInOrder(job: JobFile): Lookup {
  const ahead = inOrder(job);
  let next = ahead.next().value;
  return (address) => {
    if (next?.address !== address) return job.lookup(address);
    const { result } = next;
    next = ahead.next().value;
    return result;
  };
}

function* inOrder(job: JobFile) {
  for (const batch of job.batches()) {
    const results = job.results(batch);
    for (const [index, address] of job.addresses(batch).entries()) {
      yield { address, result: results[index] };
    }
  }
}
