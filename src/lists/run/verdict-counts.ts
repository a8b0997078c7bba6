import { VERDICTS, type Verdict } from '../../contract/verdict.ts';
import type { RowResult } from '../../formats/write/outcome.ts';
import { type Judging, judgeAddress } from '../../policy/policy.ts';
import type { AddressRange } from '../file/address-reader.ts';
import type { JobFile } from '../file/job-file.ts';
import { sizeOf } from '../file/job-record.ts';
import type { JobProgress } from './job-run.ts';
import type { Waits } from './waits.ts';

type Counts = Record<Verdict, number>;

/** Keeps the verdict counts of a job by batch, so that a batch may be counted again. */
export class VerdictCounts {
  readonly #batches = new Map<number, Counts>();
  readonly #sum = zeroCounts();
  readonly #judging: Judging;

  constructor(judging: Judging) {
    this.#judging = judging;
  }

  /** The counts of what the present round of a job holds already. */
  static ofRound(job: JobFile, judging: Judging): VerdictCounts {
    const counted = new VerdictCounts(judging);
    for (const batch of job.roundBatches()) {
      counted.count(batch.number, job.results(batch), batch.collected ? sizeOf(batch) : 0);
    }
    return counted;
  }

  /** The counts of the list: what a retry found is in the place of what it asked again. */
  static ofList(job: JobFile, judging: Judging): VerdictCounts {
    const counted = new VerdictCounts(judging);
    const codes = job.codes();
    for (const batch of job.submitted()) {
      counted.count(batch.number, job.results(batch, codes), batch.collected ? sizeOf(batch) : 0);
    }
    return counted;
  }

  /** `ended`: the addresses of a batch that has ended; those without a result are unknown. */
  count(batch: number, results: readonly (RowResult | undefined)[], ended = 0): void {
    const counts = zeroCounts();
    let missing = ended;
    for (const result of results) {
      if (!result) continue;
      missing -= 1;
      const address = result.verification?.email ?? '';
      counts[judgeAddress(address, result, this.#judging).verdict] += 1;
    }
    counts.unknown += Math.max(0, missing);
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

/** How far a round of the job has come, or all places of a range, as last seen. */
export function readProgress(
  job: JobFile,
  counted: VerdictCounts,
  { waits, range = job.round }: { readonly waits?: Waits; readonly range?: AddressRange } = {},
): JobProgress {
  const total = sizeOf(range);
  const { sent, done } = job.addressCounts(range);
  const open = job.openBatches();
  const isWhole = done < total || open.length === 0;
  const shown = isWhole ? done : withoutLast(done);
  const openBatches = open.flatMap(({ serviceId }) => serviceId ?? []);
  const verdicts = counted.verdicts();
  return { total, sent, done: shown, verdicts, openBatches, waiting: waits?.sum() ?? [] };
}

/**
 * The addresses done, while every one is processed and verdicts are still to come: the last one is
 * done with these, so that verdicts and addresses add up at 100 %.
 */
export function withoutLast(done: number): number {
  return Math.max(0, done - 1);
}

function zeroCounts(): Counts {
  return { deliverable: 0, risky: 0, undeliverable: 0, unknown: 0 };
}
