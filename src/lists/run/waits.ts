import type { WaitingEntries } from '../../contract/decode.ts';

/** What the open batches of a job wait for, as last seen. */
export class Waits {
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
