import { setAlarm } from '../../lib/alarm.ts';
import type { Clock } from '../../lib/clock.ts';

/** The share of the time since the last call for which a thread did not wait, 0 to 1. */
export type Busyness = () => number;

/** How busy this thread is. */
export function watchThread(): Busyness {
  let before = performance.eventLoopUtilization();
  return () => {
    const now = performance.eventLoopUtilization();
    const { utilization } = performance.eventLoopUtilization(now, before);
    before = now;
    return utilization;
  };
}

/** Milliseconds between two looks. */
const LOOK_EVERY = 100;
/** In a thread that is busier than this, replies wait: a further session makes all others slower. */
const SATURATED = 0.95;
const FEWER = 0.8;
const MORE = 1.15;
/** The part of all sessions that is never taken away. */
const LEAST = 1 / 4;

interface SessionLimitParts {
  readonly clock: Clock;
  readonly busyness: Busyness;
  /** Whether somebody should not wait for the thread: a single verification, or a provider that holds the list up. */
  isHeldUp(): boolean;
  /** Called when there is room for more sessions. */
  onMore(): void;
}

/**
 * How many sessions there may be at a time. A busy thread serves hundreds of sessions with hosts of their own no sooner
 * than a few dozen, while each reply of a provider that allows four waits behind them, and so does each of a
 * single verification. Where such a provider is what takes longest, or somebody waits for an answer, a busy thread has
 * fewer sessions.
 */
export class SessionLimit {
  readonly #most: number;
  readonly #parts: SessionLimitParts;
  #current: number;
  #lookedAt: number;
  #cancelAlarm: (() => void) | undefined;

  constructor(most: number, parts: SessionLimitParts) {
    this.#most = most;
    this.#parts = parts;
    this.#current = most;
    this.#lookedAt = parts.clock.monotonic();
  }

  get size(): number {
    return Math.floor(this.#current);
  }

  /** Called as sessions end. */
  look(): void {
    const { clock, busyness, isHeldUp } = this.#parts;
    const now = clock.monotonic();
    if (now - this.#lookedAt < LOOK_EVERY) return;
    this.#lookedAt = now;
    const isTooBusy = busyness() > SATURATED && isHeldUp();
    const next = Math.max(this.#current * (isTooBusy ? FEWER : MORE), this.#most * LEAST, 1);
    const before = this.size;
    this.#current = Math.min(this.#most, next);
    if (this.size > before) this.#parts.onMore();
    this.#lookAgain();
  }

  close(): void {
    this.#cancelAlarm?.();
    this.#cancelAlarm = undefined;
  }

  /** Hosts may be silent for minutes, and no session ends meanwhile. */
  #lookAgain(): void {
    if (this.#current >= this.#most) this.close();
    else
      this.#cancelAlarm ??= setAlarm(this.#parts.clock, LOOK_EVERY, () => {
        this.#cancelAlarm = undefined;
        this.look();
        this.#lookAgain();
      });
  }
}
