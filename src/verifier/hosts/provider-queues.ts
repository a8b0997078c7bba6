import type { Clock } from '../../lib/clock.ts';
import { type Egress, egressesFor } from '../egress/egress.ts';
import type { PaceOf } from '../providers/pace.ts';
import { Backoff, type BackoffSettings, type RestCause } from './backoff.ts';
import { Lane } from './lane.ts';
import { type CreatePlaces, LocalPlaces } from './places.ts';
import { ProviderQueue } from './provider-queue.ts';

/** A provider that must not be contacted from an egress. */
export interface ProviderRest {
  readonly provider: string;
  readonly egress: string;
  readonly milliseconds: number;
}

export interface ProviderQueuesParts {
  readonly clock: Clock;
  /** The limits for each provider. */
  readonly paceOf: PaceOf;
  readonly egresses: readonly Egress[];
  /** Absent: the places are in the memory of this process. */
  readonly createPlaces?: CreatePlaces | undefined;
  /** Called when a provider is not contacted for a while. */
  readonly onRest?: ((rest: ProviderRest) => void) | undefined;
}

/** The queue of each provider that is in use, with a lane for each egress by which it is contacted. */
export class ProviderQueues {
  readonly #backoff: BackoffSettings;
  readonly #parts: ProviderQueuesParts;
  readonly #createPlaces: CreatePlaces;
  /** A place may be free for the tickets of this provider, or it rests. */
  readonly #onChange: (provider: ProviderQueue) => void;
  readonly #known = new Map<string, ProviderQueue>();

  constructor(
    backoff: BackoffSettings,
    parts: ProviderQueuesParts,
    onChange: (provider: ProviderQueue) => void,
  ) {
    this.#backoff = backoff;
    this.#parts = parts;
    this.#createPlaces = parts.createPlaces ?? ((one) => new LocalPlaces(parts.clock, one));
    this.#onChange = onChange;
  }

  get all(): Iterable<ProviderQueue> {
    return this.#known.values();
  }

  /** Undefined where the provider is not in use. */
  find(name: string): ProviderQueue | undefined {
    return this.#known.get(name);
  }

  get(name: string): ProviderQueue {
    const known = this.#known.get(name);
    if (known) return known;
    const provider = this.#create(name);
    this.#known.set(name, provider);
    return provider;
  }

  /** The egresses by which a provider is contacted. */
  egresses(name: string): readonly Egress[] {
    return egressesFor(this.#parts.egresses, name);
  }

  /** Drops an entry that a new one would equal. */
  forget(provider: ProviderQueue): void {
    if (provider.isFresh) this.#known.delete(provider.name);
  }

  #create(name: string): ProviderQueue {
    const pace = this.#parts.paceOf(name);
    const egresses = this.egresses(name);
    const lanes = egresses.map((egress) => {
      const backoff = new Backoff(this.#backoff, {
        pace,
        clock: this.#parts.clock,
        isAlone: egresses.length === 1,
        onRest: (milliseconds, cause) => {
          this.#parts.onRest?.({ provider: name, egress: egress.name, milliseconds });
          spreadRest(provider, milliseconds, cause);
          this.#onChange(provider);
        },
      });
      const wake = () => this.#onChange(provider);
      const places = this.#createPlaces({ provider: name, egress: egress.name, pace, wake });
      return new Lane({ egress, backoff, places });
    });
    const provider = new ProviderQueue(name, pace, lanes);
    return provider;
  }
}

/** A refusal that is about what we do, or that many egresses get, holds for all of them. */
function spreadRest(provider: ProviderQueue, milliseconds: number, cause: RestCause): void {
  if (provider.lanes.length === 1 || cause === 'spread' || cause === 'limit') return;
  if (cause === 'harvest' || provider.isRefused) provider.restAll(milliseconds);
}
