/** Addresses that wait for the time at which they are asked again. */
export interface Waits {
  readonly reason: string;
  readonly count: number;
  /** Milliseconds until the first of them is asked. */
  readonly left: number;
}

/** What is under way at one provider. */
export interface ProviderWork {
  readonly provider: string;
  /** Addresses to be asked now: without an answer, and not waiting for their time. */
  readonly open: number;
  /** Addresses that are asked again at a later time. */
  readonly waiting: number;
  /** Addresses that were answered; fewer than before once they are not counted any more. */
  readonly settled: number;
  /** Milliseconds until it may be asked again; 0 where it may be now. */
  readonly closedFor: number;
  /** Half as many sessions are opened, since it refuses more and more of them. */
  readonly isBraked?: boolean | undefined;
}

/** How far a list has come. */
export interface ListMoment {
  /** By the monotonic clock. */
  readonly at: number;
  readonly total: number;
  readonly done: number;
  /** Addresses that the service has taken. */
  readonly sent: number;
  readonly waits: readonly Waits[];
  /** Absent where only counts are known. */
  readonly providers?: readonly ProviderWork[] | undefined;
}

interface CountStep {
  readonly at: number;
  readonly count: number;
}

/** The rate is that of the newer half of the time, since caches and fast hosts make the start special. */
const RECENT_SHARE = 0.5;
/** Milliseconds of a window. */
const SHORTEST_MS = 10_000;
const LONGEST_MS = 20 * 60_000;
/** Results come in bursts: so many are needed to know how often. */
const LEAST_STEPS = 4;
/** Older steps are thinned out beyond. */
const MAX_STEPS = 512;

/** How fast a count rises, measured from one step to another: between two it stands still. */
class ProgressRate {
  readonly #began: number;
  #steps: CountStep[];

  constructor(at: number, count: number) {
    this.#began = at;
    this.#steps = [{ at, count }];
  }

  note(at: number, count: number): void {
    const last = this.#steps.at(-1);
    if (last && count <= last.count) return;
    this.#steps.push({ at, count });
    if (this.#steps.length > MAX_STEPS) this.#thin();
  }

  /** Milliseconds since the last step. */
  quietFor(now: number): number {
    return now - (this.#steps.at(-1)?.at ?? now);
  }

  /** Milliseconds from one step to the next, on average. */
  gap(now: number): number {
    const steps = this.#window(now);
    const [first, last] = [steps[0], steps.at(-1)];
    return first && last && steps.length > 1 ? (last.at - first.at) / (steps.length - 1) : 0;
  }

  /** A millisecond; undefined before the first step. Silence beyond a usual gap counts. */
  perMs(now: number): number | undefined {
    const steps = this.#window(now);
    const [first, last] = [steps[0], steps.at(-1)];
    if (!first || !last || last.count === first.count) return undefined;
    const silence = Math.max(0, now - last.at - 2 * this.gap(now));
    return (last.count - first.count) / Math.max(1, last.at - first.at + silence);
  }

  /** How much it rose in the last milliseconds. */
  rise(now: number, within: number): number {
    const before = this.#steps.findLast(({ at }) => at <= now - within) ?? this.#steps[0];
    return (this.#steps.at(-1)?.count ?? 0) - (before?.count ?? 0);
  }

  #window(now: number): readonly CountStep[] {
    const span = Math.min(Math.max(SHORTEST_MS, (now - this.#began) * RECENT_SHARE), LONGEST_MS);
    const from = this.#steps.findLastIndex(({ at }) => at <= now - span);
    return this.#steps.slice(Math.max(0, Math.min(from, this.#steps.length - 1 - LEAST_STEPS)));
  }

  /** Every other one of the older half. */
  #thin(): void {
    const half = this.#steps.length / 2;
    this.#steps = this.#steps.filter((_, index) => index > half || index % 2 === 0);
  }
}

/** What is compared with the rate. */
const RECENT_MS = 8000;
const SLOWER = 3;

interface WorkDone {
  readonly count: number;
  /** False while nothing can be done: that time does not count. */
  readonly isAtWork: boolean;
}

/** How fast a count rises by the time in which it could rise. */
export class WorkRate {
  #rate: ProgressRate | undefined;
  #lastAt: number | undefined;
  #worked = 0;

  note({ at }: { readonly at: number }, { count, isAtWork }: WorkDone): void {
    const passed = at - (this.#lastAt ?? at);
    this.#lastAt = at;
    if (isAtWork) this.#worked += passed;
    this.#rate ??= new ProgressRate(this.#worked, count);
    this.#rate.note(this.#worked, count);
  }

  /** A millisecond of work; undefined before the first step. */
  get perMs(): number | undefined {
    return this.#rate?.perMs(this.#worked);
  }

  /** Milliseconds of work without a step. */
  get quietFor(): number {
    return this.#rate?.quietFor(this.#worked) ?? 0;
  }

  get gap(): number {
    return this.#rate?.gap(this.#worked) ?? 0;
  }

  /** Whether it rises much slower than it did: the last of a kind are slow. */
  get hasSlowedDown(): boolean {
    const { perMs, gap } = this;
    const within = Math.max(RECENT_MS, 3 * gap);
    const rise = this.#rate?.rise(this.#worked, within) ?? 0;
    return perMs !== undefined && rise * SLOWER < perMs * within;
  }

  /** Milliseconds in which there was work and it could be done. */
  get worked(): number {
    return this.#worked;
  }
}

/** A provider with a smaller share of the rest is counted with the others of its kind, */
const LARGE_SHARE = 0.03;
/** but for one of which so much is known that it has a rate of its own. */
const MEASURED = { open: 5, settled: 2 };

interface KnownProvider {
  readonly rate: WorkRate;
  last: ProviderWork;
  /** Addresses asked since the list is looked at: a greylisted one counts twice. */
  asked: number;
  /** Addresses that got their result since. */
  settled: number;
  /** Milliseconds in which it had addresses and was closed, and how often. */
  closed: number;
  closures: number;
}

/** When the last provider ends. Milliseconds. */
interface ProvidersEnd {
  readonly longest: number | undefined;
  /** How long that one may not be asked. */
  readonly closedFor: number;
}

/** The rate of each provider: the slowest for its share decides when a list ends. */
export class ProviderRates {
  readonly #known = new Map<string, KnownProvider>();
  #first: ListMoment | undefined;
  #lastAt = 0;
  #answeredAt = 0;

  /** `isMeasured`: false in the first seconds, while addresses are only counted. */
  note(moment: ListMoment, isMeasured: boolean): void {
    this.#first ??= moment;
    for (const known of this.#known.values()) known.last = { ...known.last, open: 0, waiting: 0 };
    for (const work of moment.providers ?? []) this.#noteOne(moment, work, isMeasured);
    this.#lastAt = moment.at;
  }

  #noteOne(moment: ListMoment, work: ProviderWork, isMeasured: boolean): void {
    const known = this.#known.get(work.provider) ?? newProvider(work);
    const settled = Math.max(0, work.settled - known.last.settled);
    known.settled += settled;
    if (settled > 0) this.#answeredAt = moment.at;
    known.asked += settled + Math.max(0, work.waiting - known.last.waiting);
    const isClosed = work.open > 0 && work.closedFor > 0;
    if (isClosed && known.last.closedFor === 0) known.closures++;
    known.last = work;
    this.#known.set(work.provider, known);
    if (!isMeasured) return;
    if (isClosed) known.closed += moment.at - this.#lastAt;
    const isAtWork = work.closedFor === 0 && work.open > 0;
    known.rate.note(moment, { count: known.asked, isAtWork });
  }

  /** Milliseconds since an answer came. */
  quietFor(now: number): number {
    return now - this.#answeredAt;
  }

  /** Whether they are most of what is under way: others may be elsewhere, or not asked at all. */
  covers({ sent, done }: ListMoment): boolean {
    let [underWay, settled] = [0, 0];
    for (const { last, settled: own } of this.#known.values()) {
      underWay += last.open + last.waiting;
      settled += own;
    }
    const notShown = Math.max(0, settled - (done - (this.#first?.done ?? done)));
    return (underWay + notShown) * 2 >= sent - done;
  }

  /**
   * The longest of the large ones, and of the small ones together; undefined while a large one gave no
   * result. `perMs`: the rate of the whole list.
   */
  end(moment: ListMoment, perMs: number): ProvidersEnd {
    const counts = this.#countsLeft(moment);
    const all = counts.reduce((sum, { count }) => sum + count, 0);
    let [others, othersPerMs, longest, closedFor] = [0, perMs, 0, 0];
    for (const { known, count } of counts) {
      const isSmall = count < all * LARGE_SHARE && !isMeasured(known);
      // What is left may have been settled in the first seconds.
      if (isSmall || (known.last.open === 0 && known.rate.perMs === undefined)) {
        others += count;
        continue;
      }
      const own = timeFor(known, count);
      if (own === undefined) return { longest: undefined, closedFor: 0 };
      othersPerMs -= known.rate.perMs ?? 0;
      if (own > longest) [longest, closedFor] = [own, known.last.closedFor];
    }
    const time = others === 0 ? 0 : others / Math.max(othersPerMs, (perMs * others) / all);
    return time > longest ? { longest: time, closedFor: 0 } : { longest, closedFor };
  }

  /** Addresses to be asked: what is not under way yet goes to the providers in the shares of what was. */
  #countsLeft({ total, done }: ListMoment) {
    const known = [...this.#known.values()];
    const sum = (of: (each: KnownProvider) => number) =>
      known.reduce((total, each) => total + of(each), 0);
    const underWay = sum(({ last }) => last.open + last.waiting);
    const settled = sum((each) => each.settled);
    const before = this.#first?.done ?? done;
    const cached = Math.max(0, done - before - settled);
    // Results may be shown later than they are there.
    const ahead = Math.max(0, total - before - settled - cached - underWay);
    const seen = Math.max(1, underWay + settled + cached);
    return known.map((each) => ({
      known: each,
      count: each.last.open + (ahead * seenOf(each)) / seen,
    }));
  }
}

function newProvider(work: ProviderWork): KnownProvider {
  return { rate: new WorkRate(), last: work, asked: 0, settled: 0, closed: 0, closures: 0 };
}

function seenOf({ last, settled }: KnownProvider): number {
  return last.open + last.waiting + settled;
}

function isMeasured({ last, settled }: KnownProvider): boolean {
  return last.open >= MEASURED.open && settled >= MEASURED.settled;
}

/** Milliseconds, with the pauses that come again: as often, and for as long, as so far. */
function timeFor(known: KnownProvider, count: number): number | undefined {
  const { rate, last, closed, closures } = known;
  if (rate.perMs === undefined) return undefined;
  // Of many hosts that gave few answers, the slowest seems slower than it is: each is owed one more.
  const work = count / (rate.perMs + 1 / Math.max(1, rate.worked));
  const pauses = closures === 0 ? 0 : Math.max(0, work / (rate.worked / closures) - 0.5);
  return last.closedFor + work + (pauses * closed) / Math.max(1, closures);
}
