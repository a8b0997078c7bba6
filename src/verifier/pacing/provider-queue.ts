import { setAlarm } from '../../lib/alarm.ts';
import type { Clock } from '../../lib/clock.ts';
import type { Pace } from '../providers/pace.ts';
import type { Lane, TakenPlace } from './lane.ts';
import { OwnerQueue, type QueueEntry, type Rank } from './owner-queue.ts';
import type { Places } from './places.ts';
import type { QueuedSession } from './session-slots.ts';

/**
 *   queued ──place in a lane──▶ candidate ──session slot──▶ entered
 *      ▲  └── provider rests: rejected         │
 *      └── displaced by a request with a reserved slot, or the lane is paused
 */
export interface QueuedRequest extends QueuedSession {
  /** Urgent where others wait for the provider's few places: they would stand idle while it waits for a slot. */
  rank: Rank;
  /** Absent while it is not queued. */
  entry: QueueEntry<QueuedRequest> | undefined;
  /** Its host was slow a moment ago: it waits behind the others of its batch. */
  readonly isLate: boolean;
  /** The place of a candidate. */
  taken: TakenPlace | undefined;
  reject(): void;
}

/** How many more lanes than requests a provider may wait in. */
const FURTHER_LINES = 3;

/** A share of the egresses that refuse us, at least two: then the provider refuses all of us. */
const REFUSING_SHARE = 1 / 3;

/** The requests of one provider, and its places: one lane for each egress, the preferred first. */
export class ProviderQueue {
  readonly name: string;
  readonly pace: Pace;
  readonly lanes: readonly Lane[];
  /** Requests with a place here that wait for a session slot. */
  readonly candidates = new Set<QueuedRequest>();
  readonly #queue = new OwnerQueue<QueuedRequest>();
  #lastAsked: Lane | undefined;
  /** The alarm at the end of a pause; absent where no request waits for it. */
  #alarm: { readonly at: number; readonly cancel: () => void } | undefined;

  constructor(name: string, pace: Pace, lanes: readonly Lane[]) {
    this.name = name;
    this.pace = pace;
    this.lanes = lanes;
  }

  /** Requests in the queue. */
  get size(): number {
    return this.#queue.size;
  }

  /** Whether a request waits for a place, here or in another process. */
  get isShort(): boolean {
    return this.size > 0 || this.lanes.some(({ places }) => places.isWanted);
  }

  /** How many requests are by single verifications. */
  get singles(): number {
    return this.#queue.singles;
  }

  get isResting(): boolean {
    return this.lanes.every(({ backoff }) => backoff.isResting);
  }

  /** Milliseconds until the first egress may be used again; 0 where one may be. */
  get restLeft(): number {
    return Math.min(...this.lanes.map(({ backoff }) => backoff.restLeft));
  }

  /** Whether a new instance would behave the same. */
  get isFresh(): boolean {
    return this.size === 0 && this.lanes.every((lane) => lane.isFresh);
  }

  enqueue(queued: QueuedRequest): void {
    queued.entry = this.#queue.add(queued, queued.owner, queued.isLate ? 'late' : 'usual');
  }

  dequeue(queued: QueuedRequest): void {
    if (queued.entry) this.#queue.remove(queued.entry);
    queued.entry = undefined;
  }

  take(): QueuedRequest | undefined {
    const queued = this.#queue.take();
    if (queued) queued.entry = undefined;
    return queued;
  }

  /**
   * A place in an open lane. Where places are shared with other processes, as many lanes are asked as
   * requests wait, and others as long as those have none: to ask all of them each time would be a
   * statement for each egress and session.
   */
  takePlace(): TakenPlace | undefined {
    const lanes = this.#byPreference().filter(({ isOpen }) => isOpen);
    for (const lane of lanes) {
      const taken = lane.places.state === 'ready' ? lane.take() : undefined;
      if (taken) return taken;
    }
    this.#askForPlaces(lanes);
    return undefined;
  }

  #askForPlaces(lanes: readonly Lane[]): void {
    const count = (state: Places['state']) =>
      lanes.filter(({ places }) => places.state === state).length;
    const asking = count('asking');
    let questions = Math.min(
      this.size - asking,
      this.size + FURTHER_LINES - asking - count('in line'),
    );
    for (const lane of lanes) {
      if (questions <= 0) return;
      if (lane.places.state !== 'to be asked') continue;
      questions--;
      this.#lastAsked = lane;
      lane.take();
    }
  }

  rejectAll(): void {
    for (let queued = this.take(); queued; queued = this.take()) queued.reject();
  }

  /** Milliseconds until the first of the lanes that are closed opens; 0 where all are open. */
  get closedFor(): number {
    let soonest = 0;
    for (const { backoff } of this.lanes) {
      const { closedFor } = backoff;
      if (closedFor > 0 && (soonest === 0 || closedFor < soonest)) soonest = closedFor;
    }
    return soonest;
  }

  /** Calls back once, after so many milliseconds or sooner. */
  setAlarm(clock: Clock, left: number, then: () => void): void {
    const at = clock.monotonic() + left;
    if (this.#alarm && this.#alarm.at <= at) return;
    this.#alarm?.cancel();
    const cancel = setAlarm(clock, left, () => {
      this.#alarm = undefined;
      then();
    });
    this.#alarm = { at, cancel };
  }

  /** No request waits any longer. */
  stopWaiting(): void {
    this.#alarm?.cancel();
    this.#alarm = undefined;
    for (const { places } of this.lanes) places.unwant();
  }

  /** Rests in all lanes: what the provider refused is not about one address. */
  restAll(milliseconds: number): void {
    for (const { backoff } of this.lanes) backoff.rest(milliseconds, 'spread');
  }

  /** Whether so many egresses are refused that no other may be tried. */
  get isRefused(): boolean {
    const refused = this.lanes.filter(({ backoff }) => backoff.isRefused).length;
    return refused >= Math.max(2, Math.ceil(this.lanes.length * REFUSING_SHARE));
  }

  /**
   * For a provider of the table, the lane with the least load is first. Any
   * other host may greylist: it sees the same address again wherever that has a place. An egress that
   * is down is used where all are.
   */
  #byPreference(): readonly Lane[] {
    if (this.lanes.length === 1) return this.lanes;
    const up = this.lanes.filter(({ isDown }) => !isDown);
    const usable = up.length > 0 ? up : this.lanes;
    if (!this.pace.isKnown) return usable;
    const next = this.#lastAsked ? usable.indexOf(this.#lastAsked) + 1 : 0;
    const inTurn = [...usable.slice(next), ...usable.slice(0, next)];
    return inTurn.sort((a, b) => a.held - b.held);
  }
}
