const MIN_INTERVAL_MS = 250;
const MAX_INTERVAL_MS = 10_000;
/** Of a service that is always done by the time it is asked. */
const MIN_LEARNT_INTERVAL_MS = 10;

/**
 * Milliseconds until the next poll, for a batch accepted (or a poll that failed for) `age`
 * milliseconds ago: a tenth of it, so that nobody waits over a tenth longer than needed.
 */
export function pollInterval(age: number, min = MIN_INTERVAL_MS): number {
  return Math.min(MAX_INTERVAL_MS, Math.max(min, Math.round(age / 10)));
}

/** Learns from the polls how soon a young batch is worth asking about. */
export class PollPace {
  #min = MIN_INTERVAL_MS;

  interval(age: number): number {
    return pollInterval(age, this.#min);
  }

  /** A poll asked about `open` batches, and left some of them open. */
  learn(open: number, left: number): void {
    if (left === 0) this.#min = Math.max(MIN_LEARNT_INTERVAL_MS, this.#min / 2);
    else if (left === open) this.#min = Math.min(MIN_INTERVAL_MS, this.#min * 2);
  }
}
