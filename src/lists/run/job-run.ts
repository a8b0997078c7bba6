import type { ServiceClient } from '../../contract/client/service-client.ts';
import type { WaitingEntries } from '../../contract/decode.ts';
import { VERDICTS, type Verdict } from '../../contract/verdict.ts';
import type { RowResult } from '../../formats/write/judged-row.ts';
import type { Clock } from '../../lib/clock.ts';
import type { Hint } from '../../lib/errors.ts';
import { type Judging, judgeAddress } from '../../policy/policy.ts';
import type { AddressRange } from '../file/address-reader.ts';
import type { JobFile } from '../file/job-file.ts';
import { sizeOf } from '../file/job-record.ts';

/** How far a job has come. */
export interface JobProgress {
  /** Addresses that the job sends. */
  readonly total: number;
  /** Addresses that the service has processed; all of them only once `verdicts` has all of them. */
  readonly done: number;
  /** Addresses in batches that the service accepted. */
  readonly sent: number;
  /** Verdicts of the results that are here; what ended without a result is unknown. */
  readonly verdicts: Readonly<Record<Verdict, number>>;
  /** The service's identifiers of batches that have not ended. */
  readonly openBatches: readonly string[];
  /** What is waited for, the soonest first; empty where the service does not say. */
  readonly waiting: readonly WaitingEntries[];
}

/** What happens while a job runs. */
export type JobEvent =
  /** A batch has its identifier. `adopted`: its answer had been lost. */
  | { readonly type: 'accepted'; readonly id: string; readonly adopted: boolean }
  | { readonly type: 'progress'; readonly progress: JobProgress }
  /** Something that the user should know, one sentence. */
  | { readonly type: 'notice'; readonly text: Hint };

/** What one run of a job works with. */
export interface JobRun {
  readonly job: JobFile;
  readonly client: ServiceClient;
  readonly clock: Clock;
  /** Waits for the next poll; default: the clock's. The embedded service ends it when a batch ends. */
  readonly sleep?: Clock['sleep'] | undefined;
  /** Aborted by Ctrl-C, SIGTERM and `--timeout`, with a MailvetError that says which. */
  readonly signal: AbortSignal;
  /** Batches open at once, at most. */
  readonly concurrency: number;
  /** Whether a batch that may have arrived is sent again. */
  readonly resendUnknown: boolean;
  readonly judging: Judging;
  /** Batches of other jobs here: they are never taken for one of this job's. */
  readonly foreignBatchIds: () => ReadonlySet<string>;
  /** Nothing is sent until it resolves; undefined: it may be sent now. */
  readonly mayGoOn?: () => Promise<void> | undefined;
  readonly onEvent: (event: JobEvent) => void;
}

/** What the open batches of a job wait for, as last seen. */
export class JobWaits {
  readonly #batches = new Map<number, readonly WaitingEntries[]>();

  /** `waiting` is empty or absent for a batch that waits for nothing. */
  note(batch: number, waiting: readonly WaitingEntries[] = []): void {
    if (waiting.length === 0) this.#batches.delete(batch);
    else this.#batches.set(batch, waiting);
  }

  /** By reason, the soonest first. */
  sum(): WaitingEntries[] {
    return sumWaiting([...this.#batches.values()].flat());
  }
}

/** Adds up what several batches wait for: by reason, the soonest first. */
export function sumWaiting(waits: readonly WaitingEntries[]): WaitingEntries[] {
  const byReason = new Map<string, WaitingEntries>();
  for (const { reason, count, until } of waits) {
    const known = byReason.get(reason) ?? { reason, count: 0, until };
    const soonest = Math.min(known.until, until);
    byReason.set(reason, { reason, count: known.count + count, until: soonest });
  }
  return [...byReason.values()].sort((a, b) => a.until - b.until);
}

type Counts = Record<Verdict, number>;

/** Keeps the verdict counts of a job by batch, so that a batch may be counted again. */
export class VerdictCounter {
  readonly #batches = new Map<number, Counts>();
  readonly #sum = zeroCounts();
  readonly #judging: Judging;

  constructor(judging: Judging) {
    this.#judging = judging;
  }

  /**
   * The counts of what a job holds already: in its present round, or in the whole list, where what a retry
   * found is in the place of what it asked again.
   */
  static of(job: JobFile, judging: Judging, scope: 'round' | 'list'): VerdictCounter {
    const counted = new VerdictCounter(judging);
    const codes = scope === 'list' ? job.codes() : undefined;
    for (const batch of codes ? job.submitted() : job.roundBatches()) {
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
  counted: VerdictCounter,
  { waits, range = job.round }: { readonly waits?: JobWaits; readonly range?: AddressRange } = {},
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
