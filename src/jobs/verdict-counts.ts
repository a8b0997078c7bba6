import { judge, VERDICTS, type Verdict } from '../contract/verdict.ts';
import type { RowResult } from '../lists/write/outcome.ts';
import type { JobFile } from './job-file.ts';
import type { JobProgress } from './job-run.ts';
import type { Waits } from './waits.ts';

type Counts = Record<Verdict, number>;

/** Keeps the verdict counts of a job by batch, so that a batch may be counted anew. */
export class VerdictCounts {
  readonly #batches = new Map<number, Counts>();
  readonly #sum = zeroCounts();
  readonly #riskyRole: boolean;

  constructor(riskyRole: boolean) {
    this.#riskyRole = riskyRole;
  }

  /** The counts of what the job holds already. */
  static of(job: JobFile, riskyRole: boolean): VerdictCounts {
    const counted = new VerdictCounts(riskyRole);
    for (const batch of job.batches()) counted.count(batch.number, job.results(batch));
    return counted;
  }

  count(batch: number, results: readonly (RowResult | undefined)[]): void {
    const counts = zeroCounts();
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
export function readProgress(job: JobFile, counted: VerdictCounts, waits: Waits): JobProgress {
  const total = job.record.counts.wanted;
  return { total, ...job.addressCounts(), verdicts: counted.verdicts(), waiting: waits.sum() };
}

function zeroCounts(): Counts {
  return { deliverable: 0, risky: 0, undeliverable: 0, unknown: 0 };
}
