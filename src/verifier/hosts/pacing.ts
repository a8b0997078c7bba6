import { setAlarm } from '../../lib/alarm.ts';
import type { Clock } from '../../lib/clock.ts';
import type { Pace, PaceOf } from '../providers/pace.ts';
import { CancelPause } from '../sessions/cancel-pause.ts';
import { FairLine, type Owner, type Place } from '../sessions/fair-line.ts';
import { SessionSlots, type SlotClaim } from '../sessions/session-slots.ts';
import { Backoff, type BackoffSettings } from './backoff.ts';

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
 *   in line ──place at the provider──▶ candidate ──session slot──▶ entered
 *      ▲  └── provider rests: turned away      │
 *      └── displaced by a claim with a reserved slot, or the provider is paused
 */
interface Ticket extends SlotClaim {
  place: Place<Ticket> | undefined;
  turnAway(): void;
}

interface Provider {
  readonly name: string;
  readonly pace: Pace;
  readonly backoff: Backoff;
  readonly line: FairLine<Ticket>;
  /** Tickets with a place here that wait for a session slot. */
  readonly candidates: Set<Ticket>;
  /** Places taken, those of candidates included. */
  held: number;
  /** Cancels the alarm at the end of the pause; absent where no ticket waits for it. */
  callOff: (() => void) | undefined;
}

/**
 * The line and the places at each provider: a few sessions at a time, none while it is paused or
 * resting (see backoff.ts).
 */
export class Pacing {
  readonly #settings: PacingSettings;
  readonly #clock: Clock;
  readonly paceOf: PaceOf;
  readonly #onRest: PacingParts['onRest'];
  readonly #slots: SessionSlots;
  readonly #cancelPause: CancelPause;
  readonly #providers = new Map<string, Provider>();

  constructor(settings: PacingSettings, { clock, paceOf, onRest }: PacingParts) {
    this.#settings = settings;
    this.#clock = clock;
    this.paceOf = paceOf;
    this.#onRest = onRest;
    this.#slots = new SessionSlots(settings.connections);
    this.#cancelPause = new CancelPause(clock, this.#slots);
  }

  /** Leaves no timer of its own behind. */
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
      const settle = (end: () => void) => {
        isSettled = true;
        signal.removeEventListener('abort', giveUp);
        end();
      };
      const ticket: Ticket = {
        owner: claim.owner,
        isLate: claim.isLate,
        place: undefined,
        grant: () => this.#grant(provider, ticket, () => settle(() => resolve('entered'))),
        turnAway: () => settle(() => resolve('resting')),
      };
      const giveUp = () => {
        this.#withdraw(name, provider, ticket);
        settle(() => reject(signal.reason));
      };
      this.#queue(provider, ticket);
      this.#admit(provider);
      if (ticket.place) this.#displaceFor(provider, ticket);
      if (!isSettled) signal.addEventListener('abort', giveUp);
    });
    if (entered === 'entered') claim.note('placed');
    else this.#forget(name, provider);
    return entered;
  }

  leave(name: string, owner: Owner): void {
    const provider = this.#provider(name);
    this.#slots.leave(owner);
    provider.held--;
    queueMicrotask(() => this.#admit(provider));
    this.#forget(name, provider);
  }

  /** A list of this owner is cancelled: to be told before its sessions are given up. */
  noteCancelled(owner: Owner): void {
    this.#cancelPause.note(owner);
  }

  /** Sessions held open now. */
  get sessions(): number {
    return this.#slots.held;
  }

  /** Whether a session that works for batches should make room for a single verification. */
  isWanted(name: string): boolean {
    return this.#slots.singlesWaiting > 0 || (this.#providers.get(name)?.line.singles ?? 0) > 0;
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
  #admit(provider: Provider): void {
    const { line } = provider;
    if (line.size === 0) this.#forgetPause(provider);
    else if (provider.backoff.isResting) turnAllAway(line);
    else if (provider.backoff.isPaused) this.#waitOutPause(provider);
    else this.#fill(provider);
  }

  #fill(provider: Provider): void {
    const { line, candidates } = provider;
    while (provider.held < provider.pace.connections) {
      const ticket = line.take();
      if (!ticket) return;
      ticket.place = undefined;
      provider.held++;
      candidates.add(ticket);
      this.#slots.enter(ticket);
    }
  }

  /** A slot is free for a candidate, but the provider may be paused or resting by now. */
  #grant(provider: Provider, ticket: Ticket, enter: () => void): void {
    provider.candidates.delete(ticket);
    if (!provider.backoff.isResting && !provider.backoff.isPaused) {
      enter();
      return;
    }
    this.#slots.leave(ticket.owner);
    provider.held--;
    this.#queue(provider, ticket);
    this.#admit(provider);
  }

  /** A ticket that could have a slot now takes the place of a candidate that can't. */
  #displaceFor(provider: Provider, ticket: Ticket): void {
    if (provider.backoff.isPaused || !this.#slots.admits(ticket.owner)) return;
    const [candidate] = provider.candidates;
    if (!candidate) return;
    this.#slots.withdraw(candidate);
    provider.candidates.delete(candidate);
    this.#queue(provider, candidate);
    this.#unqueue(provider, ticket);
    provider.candidates.add(ticket);
    this.#slots.enter(ticket);
  }

  #withdraw(name: string, provider: Provider, ticket: Ticket): void {
    this.#unqueue(provider, ticket);
    if (provider.candidates.delete(ticket)) {
      this.#slots.withdraw(ticket);
      provider.held--;
    }
    queueMicrotask(() => this.#admit(provider));
    this.#forget(name, provider);
  }

  #queue({ line }: Provider, ticket: Ticket): void {
    ticket.place = line.add(ticket, ticket.owner, ticket.isLate);
  }

  #unqueue({ line }: Provider, ticket: Ticket): void {
    if (ticket.place) line.remove(ticket.place);
    ticket.place = undefined;
  }

  #provider(name: string): Provider {
    const known = this.#providers.get(name);
    if (known) return known;
    const provider = this.#createProvider(name);
    this.#providers.set(name, provider);
    return provider;
  }

  #createProvider(name: string): Provider {
    const pace = this.paceOf(name);
    const backoff = new Backoff(this.#settings, {
      pace,
      clock: this.#clock,
      onRest: (milliseconds) => {
        this.#onRest?.(name, milliseconds);
        this.#admit(provider);
      },
    });
    const provider: Provider = {
      name,
      pace,
      backoff,
      line: new FairLine(),
      candidates: new Set(),
      held: 0,
      callOff: undefined,
    };
    return provider;
  }

  /** Drops an entry that a new one would equal. */
  #forget(name: string, { held, line, backoff }: Provider): void {
    if (held === 0 && line.size === 0 && backoff.isFresh) this.#providers.delete(name);
  }

  #waitOutPause(provider: Provider): void {
    provider.callOff ??= setAlarm(this.#clock, provider.backoff.pauseLeft, () => {
      provider.callOff = undefined;
      this.#admit(provider);
    });
  }

  #forgetPause(provider: Provider): void {
    provider.callOff?.();
    provider.callOff = undefined;
  }
}

function turnAllAway(line: FairLine<Ticket>): void {
  for (let ticket = line.take(); ticket; ticket = line.take()) {
    ticket.place = undefined;
    ticket.turnAway();
  }
}
