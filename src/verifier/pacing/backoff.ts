import type { Clock } from '../../lib/clock.ts';
import { HOUR_MS, MINUTE_MS } from '../../lib/time-units.ts';
import type { Pace } from '../providers/pace.ts';
import { type BudgetCounts, RecipientBudget } from './recipient-budget.ts';
import { RefusalTrend, type TrendFigures } from './refusal-trend.ts';

/** When a provider is paused, and when it rests. */
export interface BackoffSettings {
  /** Milliseconds of the first pause after "too fast"; each further one is twice as long. */
  readonly firstPause: number;
  readonly longestPause: number;
  /** Refusals of this machine in a row after which the provider is not contacted for a while. */
  readonly refusalsBeforeRest: number;
}

interface BackoffParts {
  readonly pace: Pace;
  readonly clock: Clock;
  /** The provider can be contacted from no other egress. */
  readonly isAlone: boolean;
  /** Called when a rest begins or is extended, with its length in milliseconds. */
  onRest(milliseconds: number, cause: RestCause): void;
  /** Called when a pause begins, with its length and that of the next. */
  onPause?(milliseconds: number, next: number): void;
  /** Called for each refusal of this machine. */
  onRefusal?(): void;
  /** Called when fewer sessions are opened, since more and more of them are refused. */
  onBrake?(figures: TrendFigures): void;
  /** Absent: the hourly budgets are this process's alone. */
  readonly shared?: SharedBudget | undefined;
}

/** The hourly budgets of a lane, where several processes share them. */
interface SharedBudget {
  /** That use the egress now, this one included. */
  processes(): number;
  /** Called with what this process counted, for the others. */
  onCount(counts: BudgetCounts): void;
}

/**
 * `refusal`: of this address; `harvest`: of what we do, from whatever address; `limit`: an hourly
 * budget is spent, or the provider stays too busy; `share`: this process has spent its share of an hourly
 * budget; `spread`: the provider refused other egresses; `trend`: it refuses more and more of our sessions.
 */
export type RestCause = 'refusal' | 'harvest' | 'limit' | 'share' | 'spread' | 'trend';

/** How long after an answer about a mailbox a provider is expected to answer about the next. */
const ANSWERS_FOR = MINUTE_MS;

/**
 * When one provider may be contacted from one egress:
 *
 *   open ──"too fast", 421──▶ paused ──end of the pause──▶ open
 *     │                          │
 *     │                          └─ "too fast" after the longest pause ──▶ resting
 *     └─ refusals in a row or more and more of them, a harvest limit,
 *        an hourly budget spent ─────▶ resting ──▶ open
 *
 * paused   waiting sessions stay queued; each pause is twice as long as the one before
 * resting  waiting sessions are rejected
 */
export class Backoff {
  readonly #settings: BackoffSettings;
  readonly #parts: BackoffParts;
  readonly #budget: RecipientBudget;
  readonly #trend = new RefusalTrend();
  #pausedUntil = 0;
  #nextPause: number;
  #refusals = 0;
  /** When the provider last refused us or was too busy, unless it answered since. */
  #troubledAt = Number.NEGATIVE_INFINITY;
  /** When the provider last answered about a mailbox. */
  #answeredAt = Number.NEGATIVE_INFINITY;
  /** When the provider last replied with a harvest limit. */
  #harvestAt = Number.NEGATIVE_INFINITY;
  #restsUntil = 0;
  #restCause: RestCause | undefined;

  constructor(settings: BackoffSettings, parts: BackoffParts) {
    this.#settings = settings;
    this.#parts = parts;
    this.#budget = new RecipientBudget(parts.pace, parts.shared?.processes);
    this.#nextPause = settings.firstPause;
  }

  get isPaused(): boolean {
    return this.pauseLeft > 0;
  }

  get isResting(): boolean {
    return this.restLeft > 0;
  }

  /** Milliseconds until the pause ends; 0 without a pause. */
  get pauseLeft(): number {
    return Math.max(0, this.#pausedUntil - this.#now);
  }

  /** Milliseconds until the rest ends; 0 without a rest. */
  get restLeft(): number {
    const now = this.#now;
    // A share is larger when another process has ended: its wait is not kept.
    const wait = this.#parts.shared ? this.#budget.wait(now) : 0;
    return Math.max(wait, this.#restsUntil - now);
  }

  /** Milliseconds until the pause and the rest are over; 0 without either. */
  get closedFor(): number {
    return Math.max(this.pauseLeft, this.restLeft);
  }

  /** Whether the provider rests because it refused this machine. */
  get isRefused(): boolean {
    const isRefusal = this.#restCause === 'refusal' || this.#restCause === 'trend';
    return isRefusal && this.#restsUntil > this.#now;
  }

  /** Recipients that may be asked now before an hourly budget is spent. */
  get recipientsLeft(): number {
    return this.#budget.left(this.#now);
  }

  /** Whether the provider answered about a mailbox a moment ago, and has not refused us since. */
  get isAnswering(): boolean {
    return !this.#isTroubled && this.#now - this.#answeredAt < ANSWERS_FOR;
  }

  /** Whether a new instance would behave the same, but for a first batch of fewer recipients. */
  get isFresh(): boolean {
    const now = this.#now;
    if (this.#isTroubled || this.isPaused || this.isResting || !this.#trend.isFresh(now))
      return false;
    return now - this.#harvestAt >= HOUR_MS && this.#budget.isUntouched(now);
  }

  /** Whether half of the sessions at a time are opened, since more and more of them are refused. */
  get isBraked(): boolean {
    return this.#trend.isBraked(this.#now);
  }

  /** Whether it refused one of our last sessions. */
  get hasRefused(): boolean {
    return this.#trend.hasRefused(this.#now);
  }

  /** A session begins. */
  noteSession(): void {
    this.#trend.noteSession(this.#now);
  }

  /** The provider answered about a mailbox, whatever the answer. */
  noteAnswer(): void {
    this.#answeredAt = this.#now;
    this.#troubledAt = Number.NEGATIVE_INFINITY;
    this.#forgetTrouble();
  }

  /** "Too fast", 421: begins a pause. */
  noteRateLimited(): void {
    const { longestPause } = this.#settings;
    // Concurrent sessions get the same reply at one moment: it counts once.
    if (this.isPaused) return;
    this.#noteTrouble();
    // A list would never end at a provider that is still too busy after the longest pause.
    if (this.#nextPause >= longestPause) {
      this.rest(this.#parts.pace.rest, 'limit');
      return;
    }
    const pause = this.#nextPause;
    this.#pausedUntil = this.#now + pause;
    this.#nextPause = Math.min(pause * 2, longestPause);
    this.#parts.onPause?.(pause, this.#nextPause);
  }

  /**
   * Too many recipients that don't exist. A provider of the table rests at once; any other host is
   * paused first, since the limit may have been one of the session.
   */
  noteHarvestLimit(): void {
    this.#parts.onRefusal?.();
    const now = this.#now;
    const isRepeated = now - this.#harvestAt < HOUR_MS && !this.isPaused;
    this.#harvestAt = now;
    if (this.#parts.pace.isKnown || isRepeated) this.rest(this.#parts.pace.rest, 'harvest');
    else this.noteRateLimited();
  }

  /** A recipient was answered: begins a rest when an hourly budget is spent. */
  noteRecipient(isRefused: boolean): void {
    if (!this.#budget.isLimited) return;
    const { shared, onRest } = this.#parts;
    const now = this.#now;
    const wasSpent = this.#budget.wait(now) > 0;
    this.#budget.note(now, isRefused);
    const wait = this.#budget.wait(now);
    shared?.onCount(this.#budget.counts(now));
    if (!shared && wait > 0) this.rest(wait, 'limit');
    else if (wait > 0 && !wasSpent) onRest(wait, 'share');
  }

  /** What another process counted towards the hourly budgets. */
  adoptCounts(process: string, counts: BudgetCounts): void {
    this.#budget.adopt(process, counts, this.#now);
  }

  /**
   * The provider refused this machine rather than a mailbox. Where there is another egress, a single
   * refusal pauses this one.
   */
  noteRefusal(): void {
    this.#parts.onRefusal?.();
    this.#noteTrouble();
    this.#refusals++;
    const step = this.#noteTrend();
    if (this.#refusals >= this.#settings.refusalsBeforeRest) this.rest();
    else if (step === 'stop') this.rest(this.#parts.pace.rest, 'trend');
    else if (step === 'brake' || !this.#parts.isAlone) this.noteRateLimited();
  }

  #noteTrend() {
    const { figures } = this.#trend;
    const step = this.#trend.noteRefusal();
    if (step === 'brake') this.#parts.onBrake?.({ ...figures, refusals: figures.refusals + 1 });
    return step;
  }

  rest(milliseconds = this.#parts.pace.rest, cause: RestCause = 'refusal'): void {
    const until = this.#now + milliseconds;
    this.#forgetTrouble();
    if (until <= this.#restsUntil) return;
    this.#restsUntil = until;
    this.#restCause = cause;
    this.#parts.onRest(milliseconds, cause);
  }

  /** A pause that another process began. */
  adoptPause(milliseconds: number, next: number): void {
    this.#pausedUntil = Math.max(this.#pausedUntil, this.#now + milliseconds);
    this.#noteTrouble();
    this.#nextPause = Math.max(this.#nextPause, Math.min(next, this.#settings.longestPause));
  }

  /** A rest that another process began. */
  adoptRest(milliseconds: number, isRefusal: boolean): void {
    const until = this.#now + milliseconds;
    if (until <= this.#restsUntil) return;
    this.#restsUntil = until;
    this.#restCause = isRefusal ? 'refusal' : 'spread';
  }

  /** Continues a rest that began in an earlier process. */
  restore(milliseconds: number): void {
    this.#restsUntil = this.#now + milliseconds;
  }

  /** What lies an hour back says nothing of now. */
  get #isTroubled(): boolean {
    return this.#now - this.#troubledAt < HOUR_MS;
  }

  #noteTrouble(): void {
    if (!this.#isTroubled) this.#forgetTrouble();
    this.#troubledAt = this.#now;
  }

  #forgetTrouble(): void {
    this.#refusals = 0;
    this.#nextPause = this.#settings.firstPause;
  }

  get #now(): number {
    return this.#parts.clock.monotonic();
  }
}
