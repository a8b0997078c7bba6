import { setAlarm } from '../../../lib/alarm.ts';
import type { Clock } from '../../../lib/clock.ts';
import type { LaneKey } from '../provider-queues.ts';

/** In milliseconds. */
export interface LeaseTimes {
  /** For which a place is held without a renewal: after a crash it is free by then. */
  readonly lease: number;
  /** Between two renewals. */
  readonly renewEvery: number;
  /** A session ends so long before its lease does: it needs time to notice and to close. */
  readonly margin: number;
}

const TIMES: LeaseTimes = { lease: 45_000, renewEvery: 10_000, margin: 10_000 };
/** Milliseconds between two looks at the leases. */
const TICK = 1000;

/** A place that this process holds. */
export interface Lease extends HeldLease {
  /** Aborts when the place may be another's soon. */
  readonly lost: AbortSignal;
  /** When it was taken, by the monotonic clock. */
  readonly takenAt: number;
}

interface TakenLease extends LaneLine {
  /** Undefined where no place is free. */
  readonly lease: Lease | undefined;
}

interface OpenLease extends Lease {
  readonly end: AbortController;
  /** When the session has to end, by the monotonic clock. */
  until: number;
}

interface LeaseParts {
  readonly slots: PlaceStore;
  readonly clock: Clock;
  /** Names this process. */
  readonly process: string;
  readonly times?: LeaseTimes | undefined;
}

/**
 * The places that this process holds. Their time is measured here from before the question to the
 * database until after its answer, so that it is never longer than the database's:
 *
 *   taken ──renewed every 10 s──▶ taken
 *     │ └── 35 s without a renewal, or it is another's ──▶ lost: its session ends at once
 *     └──── session closed ──▶ released
 */
export class PlaceLeases {
  readonly #parts: LeaseParts;
  readonly #times: LeaseTimes;
  /** By their holders. */
  readonly #open = new Map<string, OpenLease>();
  readonly #pending = new Set<Promise<unknown>>();
  #taken = 0;
  #isRenewing = false;
  #isClosed = false;
  #renewedAt = 0;
  #cancelTick: (() => void) | undefined;

  constructor(parts: LeaseParts) {
    this.#parts = parts;
    this.#times = parts.times ?? TIMES;
  }

  get process(): string {
    return this.#parts.process;
  }

  /** Rejects where the database does not answer. */
  take(
    lane: LaneKey,
    limits: { readonly places: number; readonly spacing: number },
  ): Promise<TakenLease> {
    const taken = this.#take(lane, limits);
    this.#follow(taken);
    return taken;
  }

  /** The session with it is closed. No effect on a place that was lost. */
  release(lease: Lease): void {
    if (!this.#delete(lease)) return;
    this.#follow(this.#parts.slots.releaseSlots([toHeld(lease)]));
  }

  leaveLine(lane: LaneKey): void {
    this.#follow(this.#parts.slots.leaveLine(lane, this.#parts.process));
  }

  /** Resolves when the database knows what was given back. */
  async close(): Promise<void> {
    this.#isClosed = true;
    for (const lease of [...this.#open.values()]) this.release(lease);
    await Promise.allSettled([...this.#pending]);
  }

  async #take(
    lane: LaneKey,
    limits: { readonly places: number; readonly spacing: number },
  ): Promise<TakenLease> {
    const { slots, clock, process } = this.#parts;
    const holder = `${process} ${++this.#taken}`;
    const asked = clock.monotonic();
    const { slot, ...line } = await slots.takeSlot({
      ...lane,
      ...limits,
      process,
      holder,
      lease: this.#times.lease,
    });
    if (slot === undefined) return { lease: undefined, ...line };
    const end = new AbortController();
    const times = { takenAt: asked, until: this.#endOf(asked) };
    const lease = { ...lane, slot, holder, end, lost: end.signal, ...times };
    if (this.#isClosed) {
      await slots.releaseSlots([toHeld(lease)]);
      return { lease: undefined, ...line };
    }
    this.#add(lease);
    return { lease, ...line };
  }

  /** When a session has to end whose lease was asked for then. */
  #endOf(asked: number): number {
    return asked + this.#times.lease - this.#times.margin;
  }

  #add(lease: OpenLease): void {
    if (this.#open.size === 0) this.#renewedAt = lease.takenAt;
    this.#open.set(lease.holder, lease);
    this.#cancelTick ??= this.#setTick();
  }

  /** False for one that is not held any more. */
  #delete({ holder }: Lease): boolean {
    if (!this.#open.delete(holder)) return false;
    if (this.#open.size > 0) return true;
    this.#cancelTick?.();
    this.#cancelTick = undefined;
    return true;
  }

  /** What the database does not learn is over by itself with its lease. */
  #follow(change: Promise<unknown>): void {
    const settled = change.catch(() => {}).finally(() => this.#pending.delete(settled));
    this.#pending.add(settled);
  }

  #setTick(): () => void {
    return setAlarm(this.#parts.clock, TICK, () => {
      const now = this.#parts.clock.monotonic();
      for (const lease of [...this.#open.values()]) if (now >= lease.until) this.#lose(lease);
      this.#cancelTick = this.#open.size > 0 ? this.#setTick() : undefined;
      if (now - this.#renewedAt >= this.#times.renewEvery) void this.#renew();
    });
  }

  #lose(lease: OpenLease): void {
    if (this.#delete(lease)) lease.end.abort(LOST);
  }

  /** After a failure the next tick tries again. */
  async #renew(): Promise<void> {
    if (this.#isRenewing || this.#open.size === 0) return;
    this.#isRenewing = true;
    const asked = this.#parts.clock.monotonic();
    const leases = [...this.#open.values()];
    try {
      const held = await this.#parts.slots.renewSlots(leases.map(toHeld), this.#times.lease);
      this.#renewedAt = asked;
      for (const lease of leases)
        if (held.has(lease.holder)) lease.until = this.#endOf(asked);
        else this.#lose(lease);
    } catch {
      // Until the leases are over.
    } finally {
      this.#isRenewing = false;
    }
  }
}

function toHeld({ egress, provider, slot, holder }: HeldLease): HeldLease {
  return { egress, provider, slot, holder };
}

const LOST = new Error('the place at the provider may be taken by another process');

/** The places at providers that processes share. The service's store implements it by its shape. */

interface LeasedLane {
  readonly egress: string;
  readonly provider: string;
}

/** A place that is held. */
export interface HeldLease extends LeasedLane {
  readonly slot: number;
  readonly holder: string;
}

interface LeaseRequest extends LeasedLane {
  readonly places: number;
  readonly process: string;
  readonly holder: string;
  readonly lease: number;
  readonly spacing: number;
}

interface GrantedLease extends LaneLine {
  /** The number of the place; undefined where none is free for this process. */
  readonly slot: number | undefined;
}

/** The processes that wait for a place in a lane. */
interface LaneLine {
  /** Processes that have waited longer than this one. */
  readonly ahead: number;
  /** All but this one. */
  readonly others: number;
}

export interface PlaceStore {
  /** Without a place the process is in line. */
  takeSlot(request: LeaseRequest): Promise<GrantedLease>;
  /** The holders of those that are still held. */
  renewSlots(held: readonly HeldLease[], lease: number): Promise<ReadonlySet<string>>;
  releaseSlots(held: readonly HeldLease[]): Promise<void>;
  leaveLine(lane: LeasedLane, process: string): Promise<void>;
}
