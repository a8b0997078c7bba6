import type { Lookup } from '../../formats/write/outcome.ts';
import type { JobFile } from './job-file.ts';

/** Addresses read at a time. */
const READ_AHEAD = 1000;

/**
 * Looks results up for one pass over a job's list. Addresses come in the order of their ordinals
 * but for those met before, so that nearly every one is simply the next: they are read ahead, and
 * only the others are searched for. The codes of all results are in memory, 4 bytes each.
 */
export function lookupInOrder(job: JobFile): Lookup {
  const codes = job.codes();
  let first = 1;
  let ahead = job.listed(first, READ_AHEAD);
  let at = 0;
  return (address) => {
    if (ahead[at] !== address) {
      const ordinal = job.ordinalOf(address);
      return ordinal === 0 ? undefined : job.unpack(codes[ordinal], { address, ordinal });
    }
    const ordinal = first + at++;
    if (at === ahead.length) {
      first += at;
      ahead = job.listed(first, first + READ_AHEAD - 1);
      at = 0;
    }
    return job.unpack(codes[ordinal], { address, ordinal });
  };
}
