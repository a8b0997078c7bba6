import { MINUTE_MS, SECOND_MS } from '../time-units.ts';
import { type ListMoment, ProviderRates, type Waits, WorkRate } from './rates.ts';

/** What is known of the end of a list. Milliseconds. */
export type TimeLeft =
  | { readonly kind: 'unknown' }
  | { readonly kind: 'time'; readonly left: number }
  /** All that is left is asked again at a later time. */
  | { readonly kind: 'waits'; readonly waits: readonly Waits[] }
  /** A provider that has addresses left may not be asked for this long, and decides the end. */
  | { readonly kind: 'rest'; readonly left: number }
  /** Hosts have addresses and give no results: nobody knows for how long. */
  | { readonly kind: 'hosts'; readonly count: number };

const UNKNOWN: TimeLeft = { kind: 'unknown' };

/** The first seconds say nothing: the cache answers at once, and sessions are opened. */
const IGNORED_MS = 3000;
const FIRST_MS = 5000;
/** After this time, and this many usual gaps, without a result, hosts keep us waiting. */
const QUIET_MS = 15_000;
const QUIET_GAPS = 4;
/** Fewer addresses are the last ones. */
const TAIL_SHARE = 0.05;
/** A shorter pause is counted with the time left. */
const LONG_REST_MS = 60_000;
/** The number follows a new estimate within this share of it, in milliseconds between. */
const FOLLOW_SHARE = 1 / 8;
const FOLLOW_MS = { least: 3000, most: 60_000 };
/** Soon after the start, when little is known, within this share of the time since then. */
const FOLLOW_AGE = 1 / 4;
/** And never by a larger factor in a second. */
const FASTEST = Math.log(1.12);
/** The end is near: a number that is too large comes down by so much in a second, in milliseconds, */
const NEAR_MS = 15_000;
const NEAR_STEP_MS = 4000;
/** or by this share of itself. */
const NEAR_SHARE = 1 / 3;
/** How long a number stays while no other is known. */
const KEPT_MS = 10_000;
/** From the last answers to their results: sessions end, and what came of them is collected. */
const COLLECTING_MS = 2000;
/** Milliseconds that a list takes at least. */
const LEAST_MS = 1000;

/** Estimates the time left of one list while somebody looks at it. */
export class TimeLeftEstimator {
  #began: number | undefined;
  #last: ListMoment | undefined;
  #rate = new WorkRate();
  #providers = new ProviderRates();
  #waits = new WaitTimes();
  /** What was shown last, and when. */
  #shown: { readonly at: number; readonly left: number } | undefined;

  note(moment: ListMoment): TimeLeft {
    if (this.#last && moment.done < this.#last.done) this.#restart();
    this.#last = moment;
    this.#began ??= moment.at;
    const age = moment.at - this.#began;
    this.#providers.note(moment, age >= IGNORED_MS);
    if (age < IGNORED_MS) return UNKNOWN;
    const isAtWork = !isAllWaiting(moment) && !this.#isQuiet;
    this.#rate.note(moment, { count: moment.done, isAtWork });
    this.#waits.note(moment);
    const found = age < FIRST_MS ? UNKNOWN : this.#find(moment);
    if (found.kind === 'time') return { kind: 'time', left: this.#smooth(moment.at, found.left) };
    const kept = found.kind === 'unknown' ? this.#keptFor(moment) : undefined;
    if (kept !== undefined) return { kind: 'time', left: kept };
    this.#shown = undefined;
    return found;
  }

  /** Another round of the list. */
  #restart(): void {
    this.#began = undefined;
    this.#shown = undefined;
    this.#rate = new WorkRate();
    this.#providers = new ProviderRates();
    this.#waits = new WaitTimes();
  }

  #find(moment: ListMoment): TimeLeft {
    const open = moment.total - moment.done;
    const active = open - waitingCount(moment);
    if (open <= 0) return UNKNOWN;
    if (active <= 0) return { kind: 'waits', waits: moment.waits };
    const rest = this.#restLeft(moment);
    if (rest > 0) return { kind: 'rest', left: rest };
    if (this.#isQuiet || this.#isTail(moment, active)) return { kind: 'hosts', count: active };
    const work = this.#workLeft(moment, active);
    return work === undefined ? UNKNOWN : { kind: 'time', left: this.#waits.extend(moment, work) };
  }

  /** Milliseconds of the rest that decides the end; 0 without one. */
  #restLeft(moment: ListMoment): number {
    if (!this.#knowsProviders(moment)) return 0;
    const closed = closedTime(moment);
    const { perMs } = this.#rate;
    if (closed > 0 || perMs === undefined) return closed;
    const { longest, closedFor } = this.#providers.end(moment, perMs);
    const decides = longest !== undefined && closedFor > LONG_REST_MS && closedFor * 2 > longest;
    return decides ? closedFor : 0;
  }

  get #isQuiet(): boolean {
    const quietFor = Math.min(this.#rate.quietFor, this.#providers.quietFor(this.#last?.at ?? 0));
    return quietFor > Math.max(QUIET_MS, QUIET_GAPS * this.#rate.gap);
  }

  #knowsProviders(moment: ListMoment): boolean {
    return moment.providers !== undefined && this.#providers.covers(moment);
  }

  /** Of the last ones, only the rates of their hosts would say more. */
  #isTail(moment: ListMoment, active: number): boolean {
    const isLate = active < moment.total * TAIL_SHARE && !this.#knowsProviders(moment);
    return isLate && this.#rate.hasSlowedDown;
  }

  /** Until the last of those that wait for nothing has its result. */
  #workLeft(moment: ListMoment, active: number): number | undefined {
    const { perMs, gap, quietFor } = this.#rate;
    if (perMs === undefined) return undefined;
    if (!this.#knowsProviders(moment)) return active / perMs - Math.min(quietFor, gap);
    const { longest } = this.#providers.end(moment, perMs);
    return longest === undefined ? undefined : longest + COLLECTING_MS;
  }

  /** What was shown a moment ago: a provider that has just begun must not make a number blink. */
  #keptFor({ at, total, done }: ListMoment): number | undefined {
    const { at: shownAt, left } = this.#shown ?? { at: 0, left: 0 };
    const stays = left > 0 && at - shownAt < KEPT_MS && done < total;
    return stays ? Math.max(LEAST_MS, left - (at - shownAt)) : undefined;
  }

  /** Goes towards the new estimate, the slower the further off the end is. */
  #smooth(at: number, found: number): number {
    const last = this.#shown;
    const target = Math.max(LEAST_MS, found);
    if (!last) return this.#show(at, target);
    const passed = at - last.at;
    const expected = Math.max(LEAST_MS, last.left - passed);
    const most = Math.min(FOLLOW_MS.most, (at - (this.#began ?? at)) * FOLLOW_AGE);
    const follow = Math.max(FOLLOW_MS.least, Math.min(target * FOLLOW_SHARE, most));
    const share = 1 - Math.exp(-passed / follow);
    const fastest = (FASTEST * passed) / 1000;
    const change = Math.log(target / expected) * share;
    const smooth = expected * Math.exp(Math.min(Math.max(change, -fastest), fastest));
    if (target > NEAR_MS) return this.#show(at, smooth);
    const step = (Math.max(NEAR_STEP_MS, expected * NEAR_SHARE) * passed) / 1000;
    const lowest = Math.max(target, expected - step);
    return this.#show(at, Math.min(smooth, lowest));
  }

  #show(at: number, left: number): number {
    this.#shown = { at, left };
    return left;
  }
}

function waitingCount({ waits }: ListMoment): number {
  return waits.reduce((sum, { count }) => sum + count, 0);
}

/** Whether all that was sent waits for its time. */
function isAllWaiting(moment: ListMoment): boolean {
  const waiting = waitingCount(moment);
  return waiting > 0 && waiting >= moment.sent - moment.done;
}

/** Milliseconds until the first provider that has addresses left may be asked; 0 where one may be now. */
function closedTime({ providers = [], sent, total }: ListMoment): number {
  const open = providers.filter((each) => each.open > 0);
  if (open.length === 0 || sent < total) return 0;
  return Math.min(...open.map(({ closedFor }) => closedFor));
}

/** So many waiting addresses are found in every portion. */
const LARGE_SHARE = 0.01;

/** Until those that are asked again have their results, at least. */
const LAST_MS = 2000;

interface KnownWait {
  count: number;
  /** Milliseconds from one try to the next. */
  interval: number;
  /** When an address was last added. */
  lastAt: number;
}

/** When the last address that waits is asked: those that come later wait as long as the first did. */
class WaitTimes {
  readonly #known = new Map<string, KnownWait>();
  /** Addresses that the service had at a time, at most. */
  #inFlight = 1;
  /** Whether each further portion is expected to wait, as those did that were sent. */
  #doPortionsWait = false;

  note({ at, waits, sent, done }: ListMoment): void {
    this.#inFlight = Math.max(this.#inFlight, sent - done);
    for (const { reason, count, left } of waits) {
      const known = this.#known.get(reason) ?? { count: 0, interval: 0, lastAt: at };
      const interval = Math.max(known.interval, left);
      const lastAt = count > known.count ? at : known.lastAt;
      this.#known.set(reason, { count, interval, lastAt });
    }
    const reasons = new Set(waits.map(({ reason }) => reason));
    for (const [reason, known] of this.#known) if (!reasons.has(reason)) known.count = 0;
    const waiting = waits.reduce((sum, { count }) => sum + count, 0);
    if (waiting > 0 && waiting >= Math.min(sent - done, sent * LARGE_SHARE))
      this.#doPortionsWait = true;
  }

  /** The time left, where some wait or, being like those that were sent, will wait. */
  extend({ at, sent, total }: ListMoment, work: number): number {
    const isSent = sent >= total;
    const rounds = this.#doPortionsWait ? Math.ceil((total - sent) / this.#inFlight) : 0;
    const further = Math.max(1, rounds);
    let left = work;
    for (const { count, interval, lastAt } of this.#known.values()) {
      const due = count > 0 ? Math.max(0, lastAt + interval - at) : 0;
      left = Math.max(left, due + rounds * interval + LAST_MS);
      if (!isSent && interval > 0) left = Math.max(left, work + further * interval);
    }
    return left;
  }
}

/** From which time on it is rounded, and to what. */
const STEPS: readonly (readonly [from: number, step: number])[] = [
  [10 * 60 * MINUTE_MS, 30 * MINUTE_MS],
  [60 * MINUTE_MS, 5 * MINUTE_MS],
  [5 * MINUTE_MS, MINUTE_MS],
  [MINUTE_MS, 10 * SECOND_MS],
  [0, 5 * SECOND_MS],
];

/** As exact as an estimate can be: to five seconds, ten seconds, minutes. */
export function roundTimeLeft(ms: number): number {
  const [, step] = STEPS.find(([from]) => ms >= from) ?? [0, 5 * SECOND_MS];
  return Math.max(step, Math.round(ms / step) * step);
}
