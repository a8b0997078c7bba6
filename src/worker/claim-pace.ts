/**
 * When a process takes another part from a queue that it shares with other processes. Parts that it
 * has no sessions for would wait here while another process has nothing to do.
 */
import type { RunningPart } from './queue-shares.ts';

/** Milliseconds after which the addresses of a part have asked for their sessions. */
const SETTLED_AFTER_MS = 1000;
/**
 * Without sessions to spare a process asks for another team's part this often: it must not wait for a
 * slow one to end. Longer than the longest time between two looks of a process that has nothing to do.
 */
const FULL_EVERY_MS = 3000;

/** A part whose addresses are verified, with the sessions of this process. */
export interface ProbedPart extends Pick<RunningPart, 'startedAt'> {
  /** Addresses when it began. */
  readonly size: number;
}

/** Whether another part would get sessions. `room`: those that could begin now. */
export function hasRoom(inHand: Iterable<ProbedPart>, room: number, now: number): boolean {
  return room > asking(inHand, now);
}

/** Whether it is time to ask for another team's part although all sessions are taken. */
export function mayTakeOthers(inHand: Iterable<ProbedPart>, askedAt: number, now: number): boolean {
  return asking(inHand, now) === 0 && now - askedAt >= FULL_EVERY_MS;
}

function asking(inHand: Iterable<ProbedPart>, now: number): number {
  let addresses = 0;
  for (const { startedAt, size } of inHand)
    if (now - startedAt < SETTLED_AFTER_MS) addresses += size;
  return addresses;
}
