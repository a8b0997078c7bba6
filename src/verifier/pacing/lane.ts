import type { Backoff } from './backoff.ts';
import type { Egress } from './egress/egress.ts';
import type { Places, SessionPlace } from './places.ts';

/** Sessions at a time at a host that nothing else is known of. */
const USUAL = 2;

/** One provider from one egress: its pauses and rests, and its places. */
export class Lane {
  readonly egress: Egress;
  readonly backoff: Backoff;
  readonly places: Places;
  readonly #connections: number;
  /** Places taken, for the load. */
  held = 0;

  constructor(
    parts: Pick<Lane, 'egress' | 'backoff' | 'places'> & { readonly connections: number },
  ) {
    this.#connections = parts.connections;
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

  /** Sessions at a time: half of them while the provider refuses more and more, or a block list that it asks has the egress. */
  get #most(): number {
    const half = Math.ceil(this.#connections / 2);
    if (this.backoff.isBraked) return half;
    if (!this.egress.health.isListed) return this.#connections;
    // Most hosts ask few block lists: a listing alone takes no session of the usual two.
    return this.backoff.hasRefused ? half : Math.max(half, Math.min(this.#connections, USUAL));
  }

  take(): TakenPlace | undefined {
    const place = this.isOpen && this.held < this.#most ? this.places.take() : undefined;
    if (!place) return undefined;
    this.held++;
    this.backoff.noteSession();
    return { lane: this, place };
  }
}

/** A place in a lane. */
export interface TakenPlace {
  readonly lane: Lane;
  readonly place: SessionPlace;
}

export function leavePlace({ lane, place }: TakenPlace): void {
  lane.held--;
  place.leave();
}
