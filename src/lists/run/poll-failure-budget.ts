import { type ErrorCode, isMailvetError, MailvetError } from '../../errors.ts';
import { awakeTime, type Clock } from '../../lib/clock.ts';

/** Errors that may be over at a later poll. */
const TRANSIENT: ReadonlySet<ErrorCode> = new Set([
  'network',
  'request_timeout',
  'server',
  'bad_answer',
  'rate_limited',
]);

/** Milliseconds of nothing but failed polls after which the service counts as gone. */
const GIVE_UP_MS = 5 * 60_000;

/**
 * Counts failed polls: one of them is no error, minutes of nothing else are. Time for which the process was
 * stopped does not count: nothing was polled.
 */
export class PollFailureBudget {
  readonly #clock: Clock;
  readonly #onRetry: (text: string) => void;
  #since: number | undefined;
  /** Said with the next poll; there is no next poll after the time limit. */
  #notice: string | undefined;

  /** `onRetry` gets a sentence when the poll after a first failure begins. */
  constructor(clock: Clock, onRetry: (text: string) => void) {
    this.#clock = clock;
    this.#onRetry = onRetry;
  }

  /** Milliseconds for which polls have failed; 0 when the last one did not. */
  get failingFor(): number {
    return this.#since === undefined ? 0 : awakeTime(this.#clock) - this.#since;
  }

  /** Runs a poll. Throws errors that will not pass, and those that have lasted for minutes. */
  async during(poll: () => Promise<void>): Promise<void> {
    const once = async function* () {
      yield await poll();
    };
    for await (const _ of this.of(once()));
  }

  /** The same for what a poll brings piece by piece. */
  async *of<T>(poll: AsyncIterable<T>): AsyncGenerator<T> {
    if (this.#notice !== undefined) this.#onRetry(this.#notice);
    this.#notice = undefined;
    try {
      yield* poll;
      this.#since = undefined;
    } catch (error) {
      this.#recordFailure(error);
    }
  }

  #recordFailure(error: unknown): void {
    if (!isMailvetError(error) || !TRANSIENT.has(error.code)) throw error;
    if (this.#since === undefined) {
      this.#since = awakeTime(this.#clock);
      this.#notice = `A poll failed (${error.message}); the batches go on, trying again`;
    }
    if (this.failingFor < GIVE_UP_MS) return;
    throw new MailvetError(error.code, `the batches can't be followed: ${error.message}`, {
      cause: error,
      ...(error.status !== undefined && { status: error.status }),
    });
  }
}
