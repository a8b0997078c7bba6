import type { Clock } from '../../src/lib/clock.ts';
import { type Sleeper, sleepAmong } from './manual-clock.ts';

/** Node's own, also while the test of another file in this process puts others in their place. */
const { setTimeout, setImmediate } = globalThis;
const millisecondsNow = performance.now.bind(performance);

/** Milliseconds between two turns on a quiet machine. */
const TURN = 5;
/** Milliseconds that a turn counts at most. */
const MOST = 10;

/**
 * The machine's time, as far as the event loop has turned: on a busy machine it passes as slowly as
 * this process gets on. A short limit thus never passes before what arrived meanwhile was read, where
 * both ends of a connection are in this process. Time stands still where nobody sleeps.
 */
class LoopClock implements Clock {
  #passed = 0;
  #turnedAt = 0;
  readonly #sleepers = new Set<Sleeper>();
  #isTurning = false;

  now(): number {
    return Date.now();
  }

  monotonic(): number {
    return this.#passed + Math.min(MOST, millisecondsNow() - this.#turnedAt);
  }

  sleep(ms: number, signal?: AbortSignal): Promise<void> {
    const asleep = sleepAmong(this.#sleepers, { ms, until: this.monotonic() + ms }, signal);
    if (!this.#isTurning) this.#begin();
    return asleep;
  }

  #begin(): void {
    this.#isTurning = true;
    // Sockets are read between a timer and an immediate, and not always between two timers.
    setTimeout(() => setImmediate(() => this.#turn()), TURN);
  }

  #turn(): void {
    this.#passed = this.monotonic();
    this.#turnedAt = millisecondsNow();
    const due = [...this.#sleepers].filter(({ until }) => until <= this.#passed);
    // Each in a task of its own: the first may call off the others.
    for (const { wake } of due.sort((a, b) => a.until - b.until)) setImmediate(wake);
    if (this.#sleepers.size > 0) this.#begin();
    else this.#isTurning = false;
  }
}

export const loopClock: Clock = new LoopClock();
