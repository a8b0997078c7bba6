import type { ListMoment, ProviderWork } from './list-moment.ts';
import { WorkRate } from './work-rate.ts';

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

  /** `isMeasured`: false in the first seconds, in which addresses are counted alone. */
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
