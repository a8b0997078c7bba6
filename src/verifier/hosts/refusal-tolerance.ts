/** Postfix slows down behind 10 errors in a session and hangs up at 20. */
const FIRST = 8;
/** No host needs to refuse more of us in one session. */
const MOST = 100;
const GROWTH = 1.25;
/** Sessions up to the ceiling, one after the other, behind which it is tried a little higher. */
const PROBATION = 32;

/**
 * How many refused recipients a session with a host may have. It begins low and grows while the host
 * minds none of it; where it slows down, says so or hangs up, the session before that is the most.
 */
export class RefusalTolerance {
  #most = FIRST;
  #ceiling = MOST;
  #atCeiling = 0;

  get most(): number {
    return this.#most;
  }

  /** A session had so many refusals; `mindedAt`: those before the host showed that it minds. */
  note(refused: number, mindedAt: number | undefined): void {
    if (mindedAt !== undefined) {
      this.#ceiling = Math.max(1, Math.min(this.#most, mindedAt));
      this.#most = this.#ceiling;
      this.#atCeiling = 0;
    } else if (refused >= this.#most - 1) {
      this.#grow();
    }
  }

  #grow(): void {
    if (this.#most === this.#ceiling && ++this.#atCeiling >= PROBATION) {
      this.#atCeiling = 0;
      this.#ceiling = Math.min(MOST, this.#ceiling + 1);
    }
    this.#most = Math.min(this.#ceiling, Math.ceil(this.#most * GROWTH));
  }
}
