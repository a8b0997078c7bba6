import type { Meaning } from './meaning.ts';

/** What a host replies after too many refusals in a session. */
const LIMIT_REPLIES: ReadonlySet<Meaning> = new Set(['session_limit', 'harvest_limit', 'closing']);
/** A delayed reply takes at least so many milliseconds, */
const SLOW_REPLY = 500;
/** and so many times as long as the slowest one before it. */
const SLOW_FACTOR = 4;

/** Counts the refused recipients of a session, and finds out how many the host tolerates. */
export class RefusalCounter {
  refused = 0;
  #tolerated: number | undefined;
  #longestWait = 0;
  #slowReplies = 0;

  /** Refusals before the host slowed down or replied with a limit; undefined: it did neither. */
  get tolerated(): number | undefined {
    return this.#tolerated;
  }

  /** A reply took so many milliseconds. Two delayed ones are a penalty for the refusals before them. */
  noteWait(milliseconds: number): void {
    const isSlow = milliseconds > SLOW_REPLY && milliseconds > SLOW_FACTOR * this.#longestWait;
    if (!isSlow) this.#longestWait = Math.max(this.#longestWait, milliseconds);
    else if (this.refused > 0 && ++this.#slowReplies === 2) this.#tolerated ??= this.refused - 1;
  }

  /** A recipient got this reply. */
  noteReply(meaning: Meaning, code: number): void {
    if (LIMIT_REPLIES.has(meaning) && this.refused > 0) this.#tolerated ??= this.refused;
    if (code >= 500) this.refused++;
  }
}
