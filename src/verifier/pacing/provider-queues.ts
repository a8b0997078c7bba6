import { BoundedMap } from '../../lib/bounded-map.ts';
import type { Clock } from '../../lib/clock.ts';
import { MINUTE_MS } from '../../lib/time-units.ts';
import type { PaceOf } from '../providers/pace.ts';
import { Backoff, type BackoffSettings, type RestCause } from './backoff.ts';
import { type Egress, egressesFor } from './egress/egress.ts';
import { Lane } from './lane.ts';
import { type CreatePlaces, LocalPlaces } from './places.ts';
import { ProviderQueue } from './provider-queue.ts';
import type { BudgetCounts } from './recipient-budget.ts';
import type { TrendFigures } from './refusal-trend.ts';

/** One provider from one egress. */
export interface LaneKey {
  readonly provider: string;
  readonly egress: string;
}

/** What goes on in a lane. */
export interface LaneStatus extends LaneKey {
  /** Places that are taken. */
  readonly sessions: number;
  /** Requests that wait for a place at the provider: counted in its first lane. */
  readonly waiting: number;
  /** In milliseconds; 0: none. */
  readonly pauseLeft: number;
  readonly restLeft: number;
  /** In the last hour. */
  readonly refusals: number;
  /** Half as many sessions are opened, since more and more of them are refused. */
  readonly isBraked: boolean;
}

/** A provider that must not be contacted from an egress. */
export interface LaneRest extends LaneKey {
  readonly milliseconds: number;
  readonly cause?: RestCause;
}

/** A provider that is paused at an egress. */
interface ProviderPause extends LaneKey {
  readonly milliseconds: number;
  /** Milliseconds of the next pause. */
  readonly next: number;
}

/** A provider that refuses more and more sessions from an egress. */
export interface ProviderBrake extends LaneKey, TrendFigures {}

/** Hourly budgets that several processes share. */
export interface SharedBudgets {
  /** Processes that use the egress now, this one included. */
  processes(egress: string): number;
  /** What this process counted in the last hour. */
  publish(lane: LaneKey, counts: BudgetCounts): void;
  /** `learn` is called with what another process counted. */
  on(learn: (lane: LaneKey, process: string, counts: BudgetCounts) => void): void;
}

export interface ProviderQueuesParts {
  readonly clock: Clock;
  /** The limits for each provider. */
  readonly paceOf: PaceOf;
  readonly egresses: readonly Egress[];
  /** Absent: the places are in the memory of this process. */
  readonly createPlaces?: CreatePlaces | undefined;
  /** Called when a provider is not contacted for a while. */
  readonly onRest?: ((rest: LaneRest) => void) | undefined;
  readonly onPause?: ((pause: ProviderPause) => void) | undefined;
  /** Called when a provider refuses more and more sessions, and fewer are opened. */
  readonly onBrake?: ((brake: ProviderBrake) => void) | undefined;
  /** Absent: hourly budgets are those of this process. */
  readonly budgets?: SharedBudgets | undefined;
}

/** Fewer providers are not worth a look at each. */
const MIN_SWEPT = 1000;

/** The queue of each provider that is in use, with a lane for each egress by which it is contacted. */
export class ProviderQueues {
  readonly #backoff: BackoffSettings;
  readonly #parts: ProviderQueuesParts;
  readonly #createPlaces: CreatePlaces;
  /** A place may be free for the requests of this provider, or it rests. */
  readonly #onChange: (provider: ProviderQueue) => void;
  readonly #known = new Map<string, ProviderQueue>();
  /** Providers at which those are forgotten that are as new. */
  #sweepAt = MIN_SWEPT;
  readonly #refusals: RefusalLog;

  constructor(
    backoff: BackoffSettings,
    parts: ProviderQueuesParts,
    onChange: (provider: ProviderQueue) => void,
  ) {
    this.#backoff = backoff;
    this.#parts = parts;
    this.#createPlaces = parts.createPlaces ?? ((one) => new LocalPlaces(parts.clock, one));
    this.#onChange = onChange;
    this.#refusals = new RefusalLog(parts.clock);
  }

  get all(): Iterable<ProviderQueue> {
    return this.#known.values();
  }

  /** The figures of all lanes that are in use, or were refused in the last hour. */
  *status(): Generator<LaneStatus> {
    this.#forgetAll();
    const inUse = new Set<string>();
    for (const { name: provider, lanes, size } of this.all) {
      for (const [at, { egress, held, backoff }] of lanes.entries()) {
        const lane = { provider, egress: egress.name };
        inUse.add(laneId(lane));
        const { pauseLeft, restLeft } = backoff;
        const refusals = this.#refusals.count(laneId(lane));
        const waiting = at === 0 ? size : 0;
        const { isBraked } = backoff;
        yield { ...lane, sessions: held, waiting, pauseLeft, restLeft, refusals, isBraked };
      }
    }
    for (const id of this.#refusals.lanes) {
      const refusals = this.#refusals.count(id);
      const [provider = '', egress = ''] = JSON.parse(id) as string[];
      const none = { sessions: 0, waiting: 0, pauseLeft: 0, restLeft: 0, isBraked: false };
      if (refusals > 0 && !inUse.has(id)) yield { provider, egress, ...none, refusals };
    }
  }

  /** Undefined where the provider is not in use. */
  find(name: string): ProviderQueue | undefined {
    return this.#known.get(name);
  }

  get(name: string): ProviderQueue {
    const known = this.#known.get(name);
    if (known) return known;
    if (this.#known.size >= this.#sweepAt) this.#forgetAll();
    const provider = this.#create(name);
    this.#known.set(name, provider);
    return provider;
  }

  /** The egresses by which a provider is contacted. */
  egresses(name: string): readonly Egress[] {
    return egressesFor(this.#parts.egresses, name);
  }

  /** Changes the backoff of a lane; no effect where there is no such lane. */
  adopt({ provider: name, egress }: LaneKey, change: (backoff: Backoff) => void): void {
    const provider = this.get(name);
    const lane = provider.lanes.find((one) => one.egress.name === egress);
    if (lane) change(lane.backoff);
    this.#onChange(provider);
    this.forget(provider);
  }

  /** Drops an entry that a new one would equal. */
  forget(provider: ProviderQueue): void {
    if (provider.isFresh) this.#known.delete(provider.name);
  }

  /** Pauses and rests end by themselves: nobody may ask for such a provider again. */
  #forgetAll(): void {
    for (const provider of this.#known.values()) this.forget(provider);
    this.#sweepAt = Math.max(MIN_SWEPT, 2 * this.#known.size);
  }

  #create(name: string): ProviderQueue {
    const pace = this.#parts.paceOf(name);
    const egresses = this.egresses(name);
    const { budgets } = this.#parts;
    const lanes = egresses.map((egress) => {
      const lane = { provider: name, egress: egress.name };
      const backoff = new Backoff(this.#backoff, {
        pace,
        clock: this.#parts.clock,
        isAlone: egresses.length === 1,
        shared: budgets && {
          processes: () => budgets.processes(lane.egress),
          onCount: (counts) => budgets.publish(lane, counts),
        },
        onRest: (milliseconds, cause) => {
          this.#parts.onRest?.({ ...lane, milliseconds, cause });
          spreadRest(provider, milliseconds, cause);
          this.#onChange(provider);
        },
        onRefusal: () => this.#refusals.note(laneId(lane)),
        onBrake: (figures) => this.#parts.onBrake?.({ ...lane, ...figures }),
        onPause: (milliseconds, next) => this.#parts.onPause?.({ ...lane, milliseconds, next }),
      });
      const wake = () => this.#onChange(provider);
      const places = this.#createPlaces({ ...lane, pace, wake });
      return new Lane({ egress, backoff, places, connections: pace.connections });
    });
    const provider = new ProviderQueue(name, pace, lanes);
    return provider;
  }
}

function laneId({ provider, egress }: LaneKey): string {
  return JSON.stringify([provider, egress]);
}

const SPREADS: Readonly<Record<RestCause, boolean>> = {
  refusal: true,
  harvest: true,
  limit: false,
  share: false,
  spread: false,
  trend: true,
};

/** A refusal that is about what we do, or that many egresses get, holds for all of them. */
function spreadRest(provider: ProviderQueue, milliseconds: number, cause: RestCause): void {
  if (provider.lanes.length === 1 || !SPREADS[cause]) return;
  if (cause === 'harvest' || provider.isRefused) provider.restAll(milliseconds);
}

const MINUTES = 60;
/** Lanes remembered: those that were refused last. */
const MAX_LANES = 1000;

/** How often each lane was refused in the last hour, to the minute. */
class RefusalLog {
  readonly #clock: Clock;
  /** The minutes with a refusal of each lane, with their number. */
  readonly #lanes = new BoundedMap<string, Map<number, number>>(MAX_LANES);

  constructor(clock: Clock) {
    this.#clock = clock;
  }

  note(lane: string): void {
    const minutes = this.#lanes.get(lane) ?? new Map<number, number>();
    this.#lanes.set(lane, minutes);
    minutes.set(this.#minute, (minutes.get(this.#minute) ?? 0) + 1);
    for (const minute of minutes.keys())
      if (minute <= this.#minute - MINUTES) minutes.delete(minute);
  }

  count(lane: string): number {
    let sum = 0;
    for (const [minute, refusals] of this.#lanes.get(lane) ?? [])
      if (minute > this.#minute - MINUTES) sum += refusals;
    return sum;
  }

  /** Lanes with a refusal that is remembered. */
  get lanes(): Iterable<string> {
    return this.#lanes.keys();
  }

  get #minute(): number {
    return Math.floor(this.#clock.monotonic() / MINUTE_MS);
  }
}
