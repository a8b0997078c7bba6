import type { Backoff } from './backoff.ts';
import type { Egress } from './egress/egress.ts';
import type { Place, Places } from './places.ts';

/** One provider from one egress: its pauses and rests, and its places. */
export class Lane {
  readonly egress: Egress;
  readonly backoff: Backoff;
  readonly places: Places;
  /** Places taken, for the load. */
  held = 0;

  constructor(parts: Pick<Lane, 'egress' | 'backoff' | 'places'>) {
    this.egress = parts.egress;
    this.backoff = parts.backoff;
    this.places = parts.places;
  }

  /** Whether sessions may be opened, if a place is free. */
  get isOpen(): boolean {
    return !this.backoff.isResting && !this.backoff.isPaused;
  }

  /** Whether its egress leads nowhere just now. */
  get isDown(): boolean {
    return this.egress.health.isDown;
  }

  /** Whether a new instance would behave the same. */
  get isFresh(): boolean {
    return this.held === 0 && this.backoff.isFresh && this.places.isFresh;
  }

  take(): TakenPlace | undefined {
    const place = this.isOpen ? this.places.take() : undefined;
    if (!place) return undefined;
    this.held++;
    return { lane: this, place };
  }
}

/** A place in a lane. */
export interface TakenPlace {
  readonly lane: Lane;
  readonly place: Place;
}

export function leavePlace({ lane, place }: TakenPlace): void {
  lane.held--;
  place.leave();
}
