import type { ServiceClient } from '../../contract/client/service-client.ts';
import type { WaitingEntries } from '../../contract/decode.ts';
import type { Verdict } from '../../contract/verdict.ts';
import type { Hint } from '../../errors.ts';
import type { Clock } from '../../lib/clock.ts';
import type { Judging } from '../../policy/policy.ts';
import type { JobFile } from '../file/job-file.ts';

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
  /** Nothing is sent until it resolves. */
  readonly mayGoOn?: () => Promise<void>;
  readonly onEvent: (event: JobEvent) => void;
}
