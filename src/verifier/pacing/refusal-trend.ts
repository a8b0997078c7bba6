import { HOUR_MS } from '../../lib/time-units.ts';

/** Sessions that are looked at together. */
const WINDOW = 20;
/** Fewer sessions show no trend. */
const LEAST = 8;
/** Refusals among them that begin the brake. */
const BRAKE_AT = 3;
/** And, of the sessions since then, those that end all contact. */
const STOP_AT = 4;

/** Milliseconds after which earlier sessions say nothing of now. */
const FORGOTTEN_AFTER = HOUR_MS;

/** `brake`: it refuses more and more of our sessions; `stop`: even so, with fewer of them. */
export type TrendStep = 'brake' | 'stop';

/** What the trend rests on. */
export interface TrendFigures {
  readonly refusals: number;
  readonly sessions: number;
}

/**
 * Whether a provider refuses a growing share of our sessions. Refusals in a row are the business of
 * backoff.ts; here some sessions are still answered between them:
 *
 *   steady ──3 of the last 20 sessions refused, more than of the 20 before──▶ braked
 *   braked ──4 of at most 20 sessions since──▶ stop
 *     └──20 sessions with fewer, which are usual here from then on──▶ steady
 */
export class RefusalTrend {
  /** Whether each of the last sessions was refused, the oldest first. */
  #sessions: boolean[] = [];
  #isBraked = false;
  /** Refusals of twenty sessions that are usual here: those of the last brake, and one for chance. */
  #usual = 0;
  #lastAt = Number.NEGATIVE_INFINITY;

  /** Fewer sessions at a time are opened. */
  isBraked(now: number): boolean {
    return this.#isBraked && !this.#isOld(now);
  }

  /** Whether a new instance would behave much the same. */
  isFresh(now: number): boolean {
    return this.#isOld(now) || (!this.#isBraked && !this.#sessions.includes(true));
  }

  /** Whether one of the last sessions was refused. */
  hasRefused(now: number): boolean {
    return !this.#isOld(now) && this.#sessions.includes(true);
  }

  get figures(): TrendFigures {
    const last = this.#sessions.slice(-WINDOW);
    return { refusals: count(last), sessions: last.length };
  }

  /** A session begins. */
  noteSession(now: number): void {
    if (this.#isOld(now)) this.#release(0);
    this.#lastAt = now;
    if (this.#isBraked && this.#sessions.length >= WINDOW) this.#release(count(this.#sessions) + 1);
    this.#sessions.push(false);
    if (this.#sessions.length > 2 * WINDOW) this.#sessions.shift();
  }

  /** One of the sessions was refused. Returns what is to be done now. */
  noteRefusal(): TrendStep | undefined {
    const latest = this.#sessions.lastIndexOf(false);
    if (latest === -1) return undefined;
    this.#sessions[latest] = true;
    if (this.#isBraked) return this.#isStopDue() ? this.#stop() : undefined;
    return this.#isBrakeDue() ? this.#brake() : undefined;
  }

  #isOld(now: number): boolean {
    return now - this.#lastAt >= FORGOTTEN_AFTER;
  }

  #isBrakeDue(): boolean {
    const last = this.#sessions.slice(-WINDOW);
    const before = this.#sessions.slice(0, -WINDOW);
    if (last.length < LEAST || count(last) < BRAKE_AT || count(last) <= this.#usual) return false;
    return count(last) * before.length > count(before) * last.length || before.length === 0;
  }

  #isStopDue(): boolean {
    return this.#sessions.length >= LEAST && count(this.#sessions) >= STOP_AT;
  }

  #brake(): TrendStep {
    this.#restart(true);
    return 'brake';
  }

  #stop(): TrendStep {
    this.#release(0);
    return 'stop';
  }

  #release(usual: number): void {
    this.#usual = usual;
    this.#restart(false);
  }

  #restart(isBraked: boolean): void {
    this.#isBraked = isBraked;
    this.#sessions = [];
  }
}

function count(sessions: readonly boolean[]): number {
  return sessions.filter((isRefused) => isRefused).length;
}
