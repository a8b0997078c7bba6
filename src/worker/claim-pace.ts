/**
 * When a process takes another part from a queue that it shares with other processes. Parts that it
 * has no sessions for would wait here while another process has nothing to do.
 */
import type { RunningPart } from './queue-shares.ts';

/** Milliseconds after which the addresses of a part have asked for their sessions. */
const SETTLED_AFTER_MS = 1000;
/**
 * Without sessions to spare a process takes a part this often: another team's must not wait for a slow
 * one to end. Longer than the longest time between two looks of a process that has nothing to do.
 */
const FULL_EVERY_MS = 3000;

/** A part whose addresses are verified, with the sessions of this process. */
export interface ProbedPart extends Pick<RunningPart, 'startedAt'> {
  /** Addresses when it began. */
  readonly size: number;
}

/** `room`: sessions that could begin now. */
export function mayTakePart(inHand: Iterable<ProbedPart>, room: number, now: number): boolean {
  let [asking, last] = [0, Number.NEGATIVE_INFINITY];
  for (const { startedAt, size } of inHand) {
    if (now - startedAt < SETTLED_AFTER_MS) asking += size;
    last = Math.max(last, startedAt);
  }
  return room > asking || (asking === 0 && now - last >= FULL_EVERY_MS);
}
