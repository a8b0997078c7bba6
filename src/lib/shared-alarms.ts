import { setAlarm } from './alarm.ts';
import type { Clock } from './clock.ts';
import { LinkedList } from './linked-list.ts';

type AlarmClock = Pick<Clock, 'monotonic' | 'sleep'>;

interface DueAlarm {
  /** In the clock's milliseconds. */
  readonly at: number;
  readonly ring: () => void;
}

/** Alarms of one length: the first that was set is the first to ring, so one timer serves all. */
class AlarmQueue {
  readonly #clock: AlarmClock;
  readonly #length: number;
  readonly #onEmpty: () => void;
  readonly #entries = new LinkedList<DueAlarm>();
  #cancelAlarm: (() => void) | undefined;
  /** What the timer is set for. */
  #ringsAt = 0;
  /** Alarms that are set meanwhile wait for the timer that follows. */
  #isRinging = false;

  constructor(clock: AlarmClock, length: number, onEmpty: () => void) {
    this.#clock = clock;
    this.#length = length;
    this.#onEmpty = onEmpty;
  }

  set(ring: () => void): () => void {
    const at = this.#clock.monotonic() + this.#length;
    const link = this.#entries.push({ at, ring });
    if (!this.#cancelAlarm && !this.#isRinging) this.#setTimer(at, this.#length);
    return () => {
      this.#entries.remove(link);
      if (this.#entries.size === 0) this.#stop();
    };
  }

  #setTimer(at: number, length: number): void {
    this.#ringsAt = at;
    this.#cancelAlarm = setAlarm(this.#clock, length, () => this.#ringDue());
  }

  /** A timer may be early by a part of a millisecond: what it was set for is due. */
  #ringDue(): void {
    const now = Math.max(this.#clock.monotonic(), this.#ringsAt);
    this.#cancelAlarm = undefined;
    this.#isRinging = true;
    for (let next = this.#entries.first; next && next.item.at <= now; next = this.#entries.first) {
      this.#entries.remove(next);
      next.item.ring();
    }
    this.#isRinging = false;
    const next = this.#entries.first?.item;
    if (next) this.#setTimer(next.at, next.at - now);
    else this.#stop();
  }

  /** No timer stays behind, and no queue of a length that is not used again. */
  #stop(): void {
    this.#cancelAlarm?.();
    this.#cancelAlarm = undefined;
    this.#onEmpty();
  }
}

const queues = new WeakMap<AlarmClock, Map<number, AlarmQueue>>();

/**
 * As `setAlarm`, for limits that are set by the thousand and rarely reached: those of one clock
 * and one length share a timer.
 */
export function setSharedAlarm(clock: AlarmClock, ms: number, ring: () => void): () => void {
  const ofClock = queues.get(clock) ?? new Map<number, AlarmQueue>();
  queues.set(clock, ofClock);
  const queue = ofClock.get(ms) ?? new AlarmQueue(clock, ms, () => ofClock.delete(ms));
  ofClock.set(ms, queue);
  return queue.set(ring);
}
