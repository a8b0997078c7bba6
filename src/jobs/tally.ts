import { judge, VERDICTS, type Verdict } from '../contract/verdict.ts';
import type { RowResult } from '../lists/write/outcome.ts';
import type { JobFile } from './job-file.ts';
import type { JobProgress } from './job-run.ts';
import type { Waits } from './waits.ts';

type Counts = Record<Verdict, number>;

/** Keeps the verdict counts of a job by batch, so that a batch may be counted anew. */
export class Tally {
  readonly #batches = new Map<number, Counts>();
  readonly #sum = noCounts();
  readonly #riskyRole: boolean;

  constructor(riskyRole: boolean) {
    this.#riskyRole = riskyRole;
  }

  /** A tally of what the job holds already. */
  static of(job: JobFile, riskyRole: boolean): Tally {
    const tally = new Tally(riskyRole);
    for (const batch of job.batches()) tally.count(batch.number, job.results(batch));
    return tally;
  }

  count(batch: number, results: readonly (RowResult | undefined)[]): void {
    const counts = noCounts();
    for (const result of results) {
      if (!result) continue;
      const judged = { result: result.verification, error: result.error };
      counts[judge(judged, { riskyRole: this.#riskyRole }).verdict] += 1;
    }
    const before = this.#batches.get(batch);
    for (const verdict of VERDICTS) {
      this.#sum[verdict] += counts[verdict] - (before?.[verdict] ?? 0);
    }
    this.#batches.set(batch, counts);
  }

  verdicts(): Counts {
    return { ...this.#sum };
  }
}

/** How far the job has come, as last seen. */
export function progressOf(job: JobFile, tally: Tally, waits: Waits): JobProgress {
  const total = job.record.counts.wanted;
  return { total, ...job.addressCounts(), verdicts: tally.verdicts(), waiting: waits.sum() };
}

function noCounts(): Counts {
  return { deliverable: 0, risky: 0, undeliverable: 0, unknown: 0 };
}
