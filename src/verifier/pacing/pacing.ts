import { setAlarm } from '../../lib/alarm.ts';
import type { Clock } from '../../lib/clock.ts';
import type { PaceOf } from '../providers/pace.ts';
import { Admission } from './admission.ts';
import type { Backoff, BackoffSettings } from './backoff.ts';
import type { Egress } from './egress/egress.ts';
import { leavePlace, type TakenPlace } from './lane.ts';
import type { Owner } from './owner-queue.ts';
import type { ProviderQueue, QueuedRequest } from './provider-queue.ts';
import {
  type LaneKey,
  type LaneStatus,
  ProviderQueues,
  type ProviderQueuesParts,
} from './provider-queues.ts';
import { type Busyness, SessionLimit } from './session-limit.ts';
import { SessionSlots } from './session-slots.ts';

/** How many sessions are open at a time, and when providers are not contacted. */
export interface PacingSettings extends BackoffSettings {
  /** Sessions in all. */
  readonly connections: number;
  /** How busy the thread of the sessions is; absent if it is never too busy. */
  readonly busyness?: Busyness | undefined;
}

/** The pauses and rests of a verifier without settings. */
export const DEFAULT_PACING: Omit<PacingSettings, 'connections'> = {
  firstPause: 30_000,
  longestPause: 15 * 60_000,
  refusalsBeforeRest: 5,
};

/** A request to open a session. */
export interface SessionRequest {
  readonly owner: Owner;
  /** The host was slow a moment ago: the request waits behind the others of its batch. */
  readonly isLate: boolean;
  /** Ends the wait, and the session that follows it. */
  readonly signal: AbortSignal;
  /** Called when the request begins to wait, and when it has its place. */
  note(state: 'waiting' | 'placed'): void;
}

/** A place at a provider, by one egress, and a session slot. */
export interface Entered {
  readonly egress: Egress;
  /** Aborts when the session has to end at once, for another process may have its place. */
  readonly lost: AbortSignal | undefined;
  /** Gives both to the next; the session has to be closed by then. */
  leave(): void;
}

/**
 * The queue and the session places of each provider: from each egress a few sessions at a time, none
 * while the provider is paused or resting there (see backoff.ts).
 */
export class Pacing {
  readonly paceOf: PaceOf;
  readonly #limit: SessionLimit;
  readonly #slots: SessionSlots;
  readonly #cancelPause: CancelPause;
  readonly #providers: ProviderQueues;
  readonly #admission: Admission;
  /** What closes each session without work, and its provider. */
  readonly #idle = new Map<() => void, string>();

  constructor(settings: PacingSettings, parts: ProviderQueuesParts) {
    const { clock, paceOf } = parts;
    this.paceOf = paceOf;
    this.#limit = new SessionLimit(settings.connections, {
      clock,
      busyness: settings.busyness ?? (() => 0),
      isHeldUp: () => this.#slots.singles > 0 || this.#isListHeldUp,
      onMore: () => this.#slots.widen(),
    });
    this.#slots = new SessionSlots(this.#limit);
    this.#cancelPause = new CancelPause(clock, this.#slots);
    this.#providers = new ProviderQueues(settings, parts, (provider) =>
      this.#admission.admit(provider),
    );
    const forget = (provider: ProviderQueue) => this.#providers.forget(provider);
    this.#admission = new Admission({ clock, slots: this.#slots, forget });
  }

  /** Cancels all timers. */
  close(): void {
    this.#limit.close();
    this.#cancelPause.close();
    for (const provider of this.#providers.all) provider.stopWaiting();
  }

  /**
   * Waits for a place at the provider and a session slot. `resting`: the provider must not be
   * contacted now. Rejects with the signal's reason.
   */
  async enter(name: string, request: SessionRequest): Promise<Entered | 'resting'> {
    const { signal } = request;
    signal.throwIfAborted();
    const provider = this.#providers.get(name);
    request.note('waiting');
    const entered = await new Promise<Entered | 'resting'>((resolve, reject) => {
      let isSettled = false;
      // At once, so that no second session is opened for a job that comes in the same turn.
      const enter = (taken: TakenPlace) => {
        request.note('placed');
        resolve(this.#entered(provider, taken, request.owner));
      };
      const settle = (end: () => void) => {
        isSettled = true;
        signal.removeEventListener('abort', giveUp);
        end();
      };
      const queued: QueuedRequest = {
        owner: request.owner,
        isLate: request.isLate,
        rank: request.isLate ? 'late' : 'usual',
        entry: undefined,
        taken: undefined,
        grant: () => this.#admission.grant(provider, queued, (taken) => settle(() => enter(taken))),
        reject: () => settle(() => resolve('resting')),
      };
      const giveUp = () => {
        this.#admission.withdraw(provider, queued);
        settle(() => reject(signal.reason));
      };
      provider.enqueue(queued);
      this.#admission.admit(provider);
      if (queued.entry) this.#admission.displaceFor(provider, queued);
      if (isSettled) return;
      signal.addEventListener('abort', giveUp);
      this.#closeIdle(name, queued);
    });
    if (entered === 'resting') this.#providers.forget(provider);
    return entered;
  }

  #entered(provider: ProviderQueue, taken: TakenPlace, owner: Owner): Entered {
    const leave = () => {
      this.#slots.leave(owner);
      leavePlace(taken);
      queueMicrotask(() => this.#admission.admit(provider));
      this.#providers.forget(provider);
    };
    return { egress: taken.lane.egress, lost: taken.place.lost, leave };
  }

  /** Whether more sessions wait for a provider than it allows: the list takes as long as that provider does. */
  get #isListHeldUp(): boolean {
    for (const { pace, size, lanes } of this.#providers.all)
      if (pace.isKnown && size > 0 && lanes.some(({ isOpen }) => isOpen)) return true;
    return false;
  }

  /** A list of this owner is cancelled. Call it before its sessions are given up. */
  noteCancelled(owner: Owner): void {
    this.#cancelPause.note(owner);
  }

  /** Sessions held open now. */
  get sessions(): number {
    return this.#slots.held;
  }

  /** Sessions for batches that could begin now; below 0: so many wait for one. */
  get room(): number {
    return this.#slots.room + this.#idle.size;
  }

  /** Whether a session that works for batches should make room for a single verification. */
  isWanted(name: string): boolean {
    return this.#slots.singlesWaiting > 0 || (this.#providers.find(name)?.singles ?? 0) > 0;
  }

  /** Whether a request waits for a place at the provider, here or in another process, or for a session slot. */
  isShort(name: string): boolean {
    return this.#slots.waiting > 0 || this.#providers.find(name)?.isShort === true;
  }

  /**
   * A session has no work: `close` is called when a request waits for its place. The result takes
   * that back.
   */
  noteIdle(name: string, close: () => void): () => void {
    this.#idle.set(close, name);
    return () => this.#idle.delete(close);
  }

  /** A request in line waits for a place at its provider, any other for a slot. */
  #closeIdle(name: string, { entry }: QueuedRequest): void {
    for (const [close, provider] of this.#idle) if (!entry || provider === name) close();
  }

  /** The pauses, rests and budgets of a provider at an egress. */
  backoff(name: string, egress: string): Backoff {
    const { lanes } = this.#providers.get(name);
    const lane = lanes.find((one) => one.egress.name === egress) ?? lanes[0];
    if (!lane) throw new Error('a verifier without an egress');
    return lane.backoff;
  }

  /** Milliseconds until a provider may be asked by one of the egresses; 0 where it may be now. */
  closedFor(name: string): number {
    const lanes = this.#providers.find(name)?.lanes ?? [];
    return lanes.length === 0 ? 0 : Math.min(...lanes.map(({ backoff }) => backoff.closedFor));
  }

  /** Whether it refuses more and more sessions, so that fewer are opened. */
  isBraked(name: string): boolean {
    return this.#providers.find(name)?.lanes.some(({ backoff }) => backoff.isBraked) ?? false;
  }

  /** The names of the egresses by which a provider is contacted. */
  egresses(name: string): readonly string[] {
    return this.#providers.egresses(name).map((egress) => egress.name);
  }

  /** What goes on at each provider, by egress. */
  get lanes(): readonly LaneStatus[] {
    return [...this.#providers.status()];
  }

  /** Changes the backoff of a lane by what another process learnt; no effect where there is no such lane. */
  adopt(lane: LaneKey, change: (backoff: Backoff) => void): void {
    this.#providers.adopt(lane, change);
  }

  /** Milliseconds for which a provider is still not contacted from any egress; 0 where it may be. */
  restLeft(name: string): number {
    return this.#providers.find(name)?.restLeft ?? 0;
  }

  /** Sessions that the provider takes at a time, from all egresses. */
  maxSessions(name: string): number {
    const lanes = this.#providers.find(name)?.lanes ?? this.#providers.egresses(name);
    return this.paceOf(name).connections * lanes.length;
  }

  /**
   * Whether the provider is closed for an egress, and open for another one. `downOnly`: whether it is
   * closed since the egress leads nowhere, rather than paused or resting.
   */
  isOpenElsewhere(name: string, egress: string, downOnly = false): boolean {
    // Created if missing: a lane without sessions, pauses and rests is forgotten, and its egress may be down.
    const provider = this.#providers.get(name);
    const { lanes } = provider;
    const used = lanes.find((lane) => lane.egress.name === egress);
    this.#providers.forget(provider);
    const isClosed = used?.isDown || (used && !downOnly && !used.isOpen);
    if (lanes.length < 2 || !isClosed) return false;
    return lanes.some(({ isOpen, isDown }) => isOpen && !isDown);
  }
}

/** Milliseconds after a cancellation in which the team's other batches open no session. */
export const AFTER_CANCEL = 1000;
/** A team that goes on cancelling is paused for at most so many milliseconds in a row. */
export const MAX_PAUSE = 5000;

interface LanePause {
  /** By the monotonic clock. */
  readonly latest: number;
  readonly cancelAlarm: () => void;
}

/**
 * A team that cancels a batch often cancels its others, too. Until their cancellation arrives, the
 * freed sessions are not given to them. Single verifications and other teams go on.
 */
export class CancelPause {
  readonly #clock: Clock;
  readonly #slots: SessionSlots;
  readonly #pauses = new Map<string, LanePause>();

  constructor(clock: Clock, slots: SessionSlots) {
    this.#clock = clock;
    this.#slots = slots;
  }

  note({ team, isSingle }: Owner): void {
    if (isSingle) return;
    const now = this.#clock.monotonic();
    const known = this.#pauses.get(team);
    known?.cancelAlarm();
    const latest = known?.latest ?? now + MAX_PAUSE;
    const left = Math.min(AFTER_CANCEL, latest - now);
    this.#slots.pause(team);
    const cancelAlarm = setAlarm(this.#clock, left, () => this.#end(team));
    this.#pauses.set(team, { latest, cancelAlarm });
  }

  /** Cancels all timers. */
  close(): void {
    for (const [team, { cancelAlarm }] of this.#pauses) {
      cancelAlarm();
      this.#end(team);
    }
  }

  #end(team: string): void {
    this.#pauses.delete(team);
    this.#slots.resume(team);
  }
}
