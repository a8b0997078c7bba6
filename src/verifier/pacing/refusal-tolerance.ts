/** Postfix slows down behind 10 errors in a session and hangs up at 20. One is the random address. */
const INITIAL = 9;
/** More refusals in one session are never worth it. */
const MAX = 100;
const GROWTH = 1.25;
/** Sessions without an estimate behind one that had more refusals than the host or we allow. */
const CAUTIOUS_SESSIONS = 8;
/** Sessions in a row at the ceiling after which it is raised by one. */
const PROBATION = 32;

/**
 * How many refused recipients a session with a host may have. It begins low and grows while the host
 * tolerates them. Where it slows down, replies with a limit or hangs up, the number before that is
 * the limit.
 */
export class RefusalTolerance {
  #max = INITIAL;
  #ceiling = MAX;
  #atCeiling = 0;
  #cautiousFor = 0;

  /** For other processes. */
  get learnt(): readonly [max: number, ceiling: number] {
    return [this.#max, this.#ceiling];
  }

  /** What another process learnt. */
  adopt(max: number, ceiling: number): void {
    this.#ceiling = Math.max(1, Math.min(MAX, ceiling));
    this.#max = Math.max(1, Math.min(this.#ceiling, max));
  }

  get max(): number {
    return this.#max;
  }

  /** Whether the share of refusals seen so far may say how many recipients are asked together. */
  get mayEstimate(): boolean {
    return this.#cautiousFor === 0;
  }

  /**
   * Adapts to a session with so many refusals. `tolerated`: those before the host slowed down,
   * replied with a limit or hung up; undefined: it did not.
   */
  note(refused: number, tolerated: number | undefined): void {
    const isExceeded = tolerated !== undefined || refused > this.#max;
    this.#cautiousFor = isExceeded ? CAUTIOUS_SESSIONS : Math.max(0, this.#cautiousFor - 1);
    if (tolerated !== undefined) {
      this.#ceiling = Math.max(1, Math.min(this.#max, tolerated));
      this.#max = this.#ceiling;
      this.#atCeiling = 0;
    } else if (refused >= this.#max - 1) {
      this.#grow();
    }
  }

  #grow(): void {
    if (this.#max === this.#ceiling && ++this.#atCeiling >= PROBATION) {
      this.#atCeiling = 0;
      this.#ceiling = Math.min(MAX, this.#ceiling + 1);
    }
    this.#max = Math.min(this.#ceiling, Math.ceil(this.#max * GROWTH));
  }
}
