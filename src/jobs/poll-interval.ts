const SOONEST_MS = 250;
const LATEST_MS = 10_000;
/** Of a service that is always done by the time it is asked. */
const SOONEST_OF_ALL_MS = 10;

/**
 * Milliseconds until the next poll, for a batch accepted (or a poll that failed for) `age`
 * milliseconds ago: a tenth of it, so that nobody waits over a tenth longer than needed.
 */
export function pollInterval(age: number, soonest = SOONEST_MS): number {
  return Math.min(LATEST_MS, Math.max(soonest, Math.round(age / 10)));
}

/** Learns from the polls how soon a young batch is worth asking about. */
export class Pace {
  #soonest = SOONEST_MS;

  interval(age: number): number {
    return pollInterval(age, this.#soonest);
  }

  /** A poll asked about `open` batches, and left some of them open. */
  learn(open: number, left: number): void {
    if (left === 0) this.#soonest = Math.max(SOONEST_OF_ALL_MS, this.#soonest / 2);
    else if (left === open) this.#soonest = Math.min(SOONEST_MS, this.#soonest * 2);
  }
}
