import type { Clock } from '../lib/clock.ts';
import type { FindJob } from '../service/lists/job-lists.ts';
import type { ServiceEvent } from '../service/service-event.ts';
import type { Verifier } from '../verifier/verifier.ts';

export interface ServeDeps {
  readonly clock: Clock;
  /** A number in [0, 1), for jitter; keys and ids come from the machine's secure source. */
  readonly random: () => number;
  /** Receives all events. */
  readonly log?: (entry: LogEntry) => void;
  /** Instead of the verifier built from the settings. */
  readonly verifier?: Verifier;
  /** Finds a job of the command line, where the service runs on its machine. */
  readonly findJob?: FindJob;
}

export type LogLevel = 'debug' | 'info' | 'warn' | 'error';

/** A line of the log. It never holds a key, and addresses only in `email`. */
export type LogEntry = ServiceEvent & { readonly level: LogLevel };
