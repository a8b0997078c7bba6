import type { Clock } from '../../lib/clock.ts';
import type { PaceOf } from '../providers/pace.ts';
import { CancelPause } from '../sessions/cancel-pause.ts';
import type { Owner } from '../sessions/owner-queue.ts';
import { SessionSlots } from '../sessions/session-slots.ts';
import { Backoff, type BackoffSettings } from './backoff.ts';
import { ProviderQueue, type Ticket } from './provider-queue.ts';

/** How many sessions are open at a time, and when providers are not contacted. */
export interface PacingSettings extends BackoffSettings {
  /** Sessions in all. */
  readonly connections: number;
}

interface PacingParts {
  readonly clock: Clock;
  /** The limits for each provider. */
  readonly paceOf: PaceOf;
  /** Called when a provider is not contacted for so many milliseconds. */
  readonly onRest?: ((name: string, milliseconds: number) => void) | undefined;
}

/** The pauses and rests of a verifier without settings. */
export const DEFAULT_PACING: Omit<PacingSettings, 'connections'> = {
  firstPause: 30_000,
  longestPause: 15 * 60_000,
  refusalsBeforeRest: 5,
};

/** A request to open a session. */
export interface Claim {
  readonly owner: Owner;
  /** The host was slow a moment ago: the claim waits behind the others of its batch. */
  readonly isLate: boolean;
  /** Ends the wait, and the session that follows it. */
  readonly signal: AbortSignal;
  /** Called when the claim begins to wait, and when it has its place. */
  note(state: 'waiting' | 'placed'): void;
}

/**
 * The queue and the session places of each provider: a few sessions at a time, none while it is paused or
 * resting (see backoff.ts).
 */
export class Pacing {
  readonly #settings: PacingSettings;
  readonly #clock: Clock;
  readonly paceOf: PaceOf;
  readonly #onRest: PacingParts['onRest'];
  readonly #slots: SessionSlots;
  readonly #cancelPause: CancelPause;
  readonly #providers = new Map<string, ProviderQueue>();
  /** What closes each session without work, and its provider. */
  readonly #idle = new Map<() => void, string>();

  constructor(settings: PacingSettings, { clock, paceOf, onRest }: PacingParts) {
    this.#settings = settings;
    this.#clock = clock;
    this.paceOf = paceOf;
    this.#onRest = onRest;
    this.#slots = new SessionSlots(settings.connections);
    this.#cancelPause = new CancelPause(clock, this.#slots);
  }

  /** Cancels all timers. */
  close(): void {
    this.#cancelPause.close();
  }

  /**
   * Waits for a place at the provider and a session slot. `resting`: the provider must not be
   * contacted now. `entered` has to be followed by `leave`. Rejects with the signal's reason.
   */
  async enter(name: string, claim: Claim): Promise<'entered' | 'resting'> {
    const { signal } = claim;
    signal.throwIfAborted();
    const provider = this.#provider(name);
    claim.note('waiting');
    const entered = await new Promise<'entered' | 'resting'>((resolve, reject) => {
      let isSettled = false;
      // At once, so that no second session is opened for a job that comes in the same turn.
      const enter = () => {
        claim.note('placed');
        resolve('entered');
      };
      const settle = (end: () => void) => {
        isSettled = true;
        signal.removeEventListener('abort', giveUp);
        end();
      };
      const ticket: Ticket = {
        owner: claim.owner,
        isLate: claim.isLate,
        entry: undefined,
        grant: () => this.#grant(provider, ticket, () => settle(enter)),
        reject: () => settle(() => resolve('resting')),
      };
      const giveUp = () => {
        this.#withdraw(provider, ticket);
        settle(() => reject(signal.reason));
      };
      provider.enqueue(ticket);
      this.#admit(provider);
      if (ticket.entry) this.#displaceFor(provider, ticket);
      if (isSettled) return;
      signal.addEventListener('abort', giveUp);
      this.#closeIdle(name, ticket);
    });
    if (entered === 'resting') this.#forget(provider);
    return entered;
  }

  leave(name: string, owner: Owner): void {
    const provider = this.#provider(name);
    this.#slots.leave(owner);
    provider.held--;
    queueMicrotask(() => this.#admit(provider));
    this.#forget(provider);
  }

  /** A list of this owner is cancelled. Call it before its sessions are given up. */
  noteCancelled(owner: Owner): void {
    this.#cancelPause.note(owner);
  }

  /** Sessions held open now. */
  get sessions(): number {
    return this.#slots.held;
  }

  /** Whether a session that works for batches should make room for a single verification. */
  isWanted(name: string): boolean {
    return this.#slots.singlesWaiting > 0 || (this.#providers.get(name)?.singles ?? 0) > 0;
  }

  /** Whether a claim waits for a place at the provider, or for a session slot. */
  isShort(name: string): boolean {
    return (this.#providers.get(name)?.size ?? 0) > 0 || this.#slots.waiting > 0;
  }

  /**
   * A session has no work: `close` is called when a claim waits for its place. The result takes
   * that back.
   */
  noteIdle(name: string, close: () => void): () => void {
    this.#idle.set(close, name);
    return () => this.#idle.delete(close);
  }

  /** A ticket in line waits for a place at its provider, any other for a slot. */
  #closeIdle(name: string, { entry }: Ticket): void {
    for (const [close, provider] of this.#idle) if (!entry || provider === name) close();
  }

  /** The pauses, rests and budgets of a provider. */
  backoff(name: string): Backoff {
    return this.#provider(name).backoff;
  }

  /** Milliseconds for which a provider is still not contacted; 0 where it may be. */
  restLeft(name: string): number {
    return this.#providers.get(name)?.backoff.restLeft ?? 0;
  }

  /** Hands out the free places, unless the provider is paused or resting. */
  #admit(provider: ProviderQueue): void {
    const { backoff } = provider;
    if (provider.size === 0) provider.cancelAlarm();
    else if (backoff.isResting) provider.rejectAll();
    else if (backoff.isPaused) provider.setAlarm(this.#clock, () => this.#admit(provider));
    else this.#fill(provider);
  }

  #fill(provider: ProviderQueue): void {
    while (provider.held < provider.pace.connections) {
      const ticket = provider.take();
      if (!ticket) return;
      provider.held++;
      provider.candidates.add(ticket);
      this.#slots.enter(ticket);
    }
  }

  /** A slot is free for a candidate, but the provider may be paused or resting by now. */
  #grant(provider: ProviderQueue, ticket: Ticket, enter: () => void): void {
    provider.candidates.delete(ticket);
    if (!provider.backoff.isResting && !provider.backoff.isPaused) {
      enter();
      return;
    }
    this.#slots.leave(ticket.owner);
    provider.held--;
    provider.enqueue(ticket);
    this.#admit(provider);
  }

  /** A ticket that could have a slot now takes the place of a candidate that can't. */
  #displaceFor(provider: ProviderQueue, ticket: Ticket): void {
    if (provider.backoff.isPaused || !this.#slots.admits(ticket.owner)) return;
    const [candidate] = provider.candidates;
    if (!candidate) return;
    this.#slots.withdraw(candidate);
    provider.candidates.delete(candidate);
    provider.enqueue(candidate);
    provider.dequeue(ticket);
    provider.candidates.add(ticket);
    this.#slots.enter(ticket);
  }

  #withdraw(provider: ProviderQueue, ticket: Ticket): void {
    provider.dequeue(ticket);
    if (provider.candidates.delete(ticket)) {
      this.#slots.withdraw(ticket);
      provider.held--;
    }
    queueMicrotask(() => this.#admit(provider));
    this.#forget(provider);
  }

  #provider(name: string): ProviderQueue {
    const known = this.#providers.get(name);
    if (known) return known;
    const provider = this.#createProvider(name);
    this.#providers.set(name, provider);
    return provider;
  }

  #createProvider(name: string): ProviderQueue {
    const pace = this.paceOf(name);
    const backoff = new Backoff(this.#settings, {
      pace,
      clock: this.#clock,
      onRest: (milliseconds) => {
        this.#onRest?.(name, milliseconds);
        this.#admit(provider);
      },
    });
    const provider = new ProviderQueue(name, pace, backoff);
    return provider;
  }

  /** Drops an entry that a new one would equal. */
  #forget({ name, held, size, backoff }: ProviderQueue): void {
    if (held === 0 && size === 0 && backoff.isFresh) this.#providers.delete(name);
  }
}
