import { setAlarm } from '../../lib/alarm.ts';
import type { Clock } from '../../lib/clock.ts';
import { MINUTE_MS } from '../../lib/time-units.ts';
import type { Pace } from '../providers/pace.ts';

/** A place for one session. */
export interface SessionPlace {
  /** Aborts before another process can have the place. Absent: it can't be lost. */
  readonly lost?: AbortSignal | undefined;
  /** Gives it back; the session has to be closed by then. */
  leave(): void;
}

/** The places for sessions with one provider from one egress: at most so many at a time. */
export interface Places {
  /** Undefined where none is free: `wake` follows when there may be one without a place left. */
  take(): SessionPlace | undefined;
  /**
   * What `take` would do: try at once, or ask others first. `asking`: they were asked; `in line`: they
   * had none, and are asked again by themselves.
   */
  readonly state: 'ready' | 'to be asked' | 'asking' | 'in line';
  /** Whether other processes wait for a place, as far as is known. */
  readonly isWanted: boolean;
  /** Stops waiting for a place. */
  unwant(): void;
  /** Whether a new instance would behave the same. */
  readonly isFresh: boolean;
}

interface PlacesSettings {
  readonly provider: string;
  readonly egress: string;
  readonly pace: Pace;
  /** Called when a place may be free that nobody in this process gave back. */
  wake(): void;
}

export type CreatePlaces = (settings: PlacesSettings) => Places;

/** The places of a single process, in its memory. */
export class LocalPlaces implements Places {
  readonly state = 'ready';
  readonly isWanted = false;
  readonly #clock: Clock;
  readonly #settings: PlacesSettings;
  /** When the sessions of the last minute began, where the provider limits them. */
  readonly #starts: number[] = [];
  readonly #place: SessionPlace = { leave: () => this.#held-- };
  #held = 0;
  #cancelAlarm: (() => void) | undefined;

  constructor(clock: Clock, settings: PlacesSettings) {
    this.#clock = clock;
    this.#settings = settings;
  }

  get isFresh(): boolean {
    return this.#held === 0 && this.#minuteLeft === 0;
  }

  take(): SessionPlace | undefined {
    const { connections, sessionsPerMinute } = this.#settings.pace;
    if (this.#held >= connections) return undefined;
    if (sessionsPerMinute < Number.POSITIVE_INFINITY && !this.#start(sessionsPerMinute))
      return undefined;
    this.#held++;
    return this.#place;
  }

  unwant(): void {
    this.#cancelAlarm?.();
    this.#cancelAlarm = undefined;
  }

  /** False where as many sessions began in the last minute as may. */
  #start(most: number): boolean {
    const now = this.#clock.monotonic();
    while (this.#starts[0] !== undefined && now - this.#starts[0] >= MINUTE_MS)
      this.#starts.shift();
    if (this.#starts.length < most) {
      this.#starts.push(now);
      return true;
    }
    this.#cancelAlarm ??= setAlarm(
      this.#clock,
      MINUTE_MS - (now - (this.#starts[0] ?? now)),
      () => {
        this.#cancelAlarm = undefined;
        this.#settings.wake();
      },
    );
    return false;
  }

  /** Milliseconds until the last start no longer counts. */
  get #minuteLeft(): number {
    const last = this.#starts.at(-1);
    return last === undefined ? 0 : Math.max(0, last + MINUTE_MS - this.#clock.monotonic());
  }
}
