import { setAlarm } from '../../lib/alarm.ts';
import type { Clock } from '../../lib/clock.ts';
import type { Owner } from './owner-queue.ts';
import type { SessionSlots } from './session-slots.ts';

/** Milliseconds after a cancellation in which the team's other batches open no session. */
export const AFTER_CANCEL = 1000;
/** A team that goes on cancelling is paused for at most so many milliseconds in a row. */
export const MAX_PAUSE = 5000;

interface Pause {
  /** By the monotonic clock. */
  readonly latest: number;
  readonly cancelAlarm: () => void;
}

/**
 * A team that cancels a batch often cancels its others, too. Until their cancellation arrives, the
 * freed sessions are not given to them. Single verifications and other teams go on.
 */
export class CancelPause {
  readonly #clock: Pick<Clock, 'monotonic' | 'sleep'>;
  readonly #slots: Pick<SessionSlots, 'pause' | 'resume'>;
  readonly #pauses = new Map<string, Pause>();

  constructor(
    clock: Pick<Clock, 'monotonic' | 'sleep'>,
    slots: Pick<SessionSlots, 'pause' | 'resume'>,
  ) {
    this.#clock = clock;
    this.#slots = slots;
  }

  note({ team, isSingle }: Owner): void {
    if (isSingle) return;
    const now = this.#clock.monotonic();
    const known = this.#pauses.get(team);
    known?.cancelAlarm();
    const latest = known?.latest ?? now + MAX_PAUSE;
    const left = Math.min(AFTER_CANCEL, latest - now);
    this.#slots.pause(team);
    const cancelAlarm = setAlarm(this.#clock, left, () => this.#end(team));
    this.#pauses.set(team, { latest, cancelAlarm });
  }

  /** Cancels all timers. */
  close(): void {
    for (const [team, { cancelAlarm }] of this.#pauses) {
      cancelAlarm();
      this.#end(team);
    }
  }

  #end(team: string): void {
    this.#pauses.delete(team);
    this.#slots.resume(team);
  }
}
