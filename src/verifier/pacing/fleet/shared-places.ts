import { setAlarm } from '../../../lib/alarm.ts';
import type { Clock } from '../../../lib/clock.ts';
import { MINUTE_MS } from '../../../lib/time-units.ts';
import type { CreatePlaces, Places, SessionPlace } from '../places.ts';
import type { Lease, PlaceLeases } from './place-leases.ts';

/** Milliseconds for which a process may use a place for one session after the other. */
const TURN = 10_000;
/** Milliseconds until the database is asked again for a place; each time half as long again. */
const FIRST_RETRY = 250;
const LONGEST_RETRY = 2000;
/** The longest wait of the first process in line, which gets the next place; each one behind it waits as much longer. */
const FIRST_IN_LINE = 500;

interface SharedPlacesParts {
  readonly leases: PlaceLeases;
  readonly clock: Clock;
  /** A number in [0, 1). */
  readonly random: () => number;
}

const UNANSWERED = { lease: undefined, ahead: Number.POSITIVE_INFINITY, others: 0 };

type SharedPlacesSettings = Parameters<CreatePlaces>[0];

export function createSharedPlaces(parts: SharedPlacesParts): CreatePlaces {
  return (settings) => new SharedPlaces(parts, settings);
}

/**
 * The places of one lane, which all processes share: each is a lease in the database.
 *
 *   wanted ──asked──▶ spare ──taken──▶ in a session ──closed──▶ spare, within its turn and where somebody
 *      ▲      │                                         │       waits here; else released
 *      └ none free: asked again, in the order in which the processes came
 */
class SharedPlaces implements Places {
  /** By the last answer of the database. */
  isWanted = false;
  readonly #parts: SharedPlacesParts;
  readonly #settings: SharedPlacesSettings;
  #spare: Lease[] = [];
  #held = 0;
  #isAsking = false;
  /** The process is in line in the database. */
  #isInLine = false;
  #isWanted = false;
  #retry = FIRST_RETRY;
  #cancelAlarm: (() => void) | undefined;

  constructor(parts: SharedPlacesParts, settings: SharedPlacesSettings) {
    this.#parts = parts;
    this.#settings = settings;
  }

  get isFresh(): boolean {
    return this.#held === 0 && this.#spare.length === 0 && !this.#isAsking && !this.#isWanted;
  }

  get state(): Places['state'] {
    if (this.#spare.length > 0) return 'ready';
    if (this.#isAsking) return 'asking';
    if (this.#cancelAlarm) return 'in line';
    // All are held here: none can be had by asking.
    return this.#held >= this.#settings.pace.connections ? 'ready' : 'to be asked';
  }

  take(): SessionPlace | undefined {
    const lease = this.#takeSpare();
    // All are held here: the first that ends is the next one's.
    if (!lease && this.#held >= this.#settings.pace.connections) return undefined;
    if (!lease) {
      this.#isWanted = true;
      void this.#ask();
      return undefined;
    }
    this.#held++;
    return { lost: lease.lost, leave: () => this.#leave(lease) };
  }

  unwant(): void {
    this.#isWanted = false;
    this.#cancelAlarm?.();
    this.#cancelAlarm = undefined;
    this.#retry = FIRST_RETRY;
    this.#releaseSpare();
    if (this.#isInLine && !this.#isAsking) this.#leaveLine();
  }

  #takeSpare(): Lease | undefined {
    for (let lease = this.#spare.pop(); lease; lease = this.#spare.pop())
      if (!lease.lost.aborted) return lease;
    return undefined;
  }

  /** The next session may have it, where one waits here: what called this looks for one now. */
  #leave(lease: Lease): void {
    this.#held--;
    const age = this.#parts.clock.monotonic() - lease.takenAt;
    if (lease.lost.aborted || age >= TURN || this.#spacing > 0) {
      this.#parts.leases.release(lease);
      return;
    }
    this.#spare.push(lease);
    queueMicrotask(() => queueMicrotask(() => this.#releaseSpare()));
  }

  #releaseSpare(): void {
    for (const lease of this.#spare.splice(0)) this.#parts.leases.release(lease);
  }

  #leaveLine(): void {
    this.#isInLine = false;
    this.#parts.leases.leaveLine(this.#settings);
  }

  async #ask(): Promise<void> {
    if (this.#isAsking || this.#cancelAlarm) return;
    this.#isAsking = true;
    const { egress, provider, pace } = this.#settings;
    const limits = { places: pace.connections, spacing: this.#spacing };
    const { lease, ahead, others } = await this.#parts.leases
      .take({ egress, provider }, limits)
      .catch(() => UNANSWERED);
    this.#isAsking = false;
    this.#isInLine = lease === undefined;
    this.isWanted = others > 0;
    if (lease) this.#use(lease);
    else this.#goWithout(ahead);
  }

  /** None was free. */
  #goWithout(ahead: number): void {
    if (this.#isWanted) this.#askLater(ahead);
    // Another lane may have a place. And who has come since the last one left waits for this answer.
    this.#settings.wake();
    if (this.#isInLine && !this.#isWanted) this.#leaveLine();
  }

  #use(lease: Lease): void {
    this.#retry = FIRST_RETRY;
    this.#spare.push(lease);
    this.#isWanted = false;
    this.#settings.wake();
    this.#releaseSpare();
  }

  #askLater(ahead: number): void {
    const { clock, random } = this.#parts;
    const longest = Math.min(LONGEST_RETRY, FIRST_IN_LINE * (ahead + 1));
    const wait = Math.min(longest, this.#retry) * (0.75 + random() / 2);
    this.#retry = Math.min(LONGEST_RETRY, this.#retry * 1.5);
    this.#cancelAlarm = setAlarm(clock, wait, () => {
      this.#cancelAlarm = undefined;
      this.#isWanted = false;
      this.#settings.wake();
      // Another lane is asked now: who stays in line without asking keeps the place from others.
      if (this.#isInLine && !this.#isAsking) this.#leaveLine();
    });
  }

  /** Milliseconds between two sessions in one place, so that all places keep to the provider's rate. */
  get #spacing(): number {
    const { connections, sessionsPerMinute } = this.#settings.pace;
    if (sessionsPerMinute === Number.POSITIVE_INFINITY) return 0;
    return Math.ceil((MINUTE_MS * connections) / sessionsPerMinute);
  }
}
