import { setAlarm } from '../../lib/alarm.ts';
import type { Clock } from '../../lib/clock.ts';
import type { Pace, PaceOf } from '../providers/pace.ts';
import { CancelPause } from '../sessions/cancel-pause.ts';
import { FairLine, type Owner, type Place } from '../sessions/fair-line.ts';
import { SessionSlots, type SlotClaim } from '../sessions/session-slots.ts';
import { RecipientBudget } from './recipient-budget.ts';

export interface PacingSettings {
  /** Sessions in all. */
  readonly connections: number;
  /** Milliseconds of the first pause after "too fast"; each further one is twice as long. */
  readonly firstPause: number;
  readonly longestPause: number;
  /** Refusals of us in a row after which a provider is left alone. */
  readonly refusalsBeforeRest: number;
}

interface PacingParts {
  readonly clock: Clock;
  /** How much of us a provider gets. */
  readonly paceOf: PaceOf;
  /** Hears that a provider is left alone for so many milliseconds. */
  readonly onRest?: ((name: string, milliseconds: number) => void) | undefined;
}

export const DEFAULT_PACING: Omit<PacingSettings, 'connections'> = {
  firstPause: 30_000,
  longestPause: 15 * 60_000,
  refusalsBeforeRest: 5,
};

const HOUR = 60 * 60_000;

/** Who asks to open a session. */
export interface Claim {
  readonly owner: Owner;
  /** The host hung a moment ago: the claim waits behind the others of its batch. */
  readonly isLate: boolean;
  /** Ends the wait, and whatever comes of it. */
  readonly signal: AbortSignal;
  /** Hears whether it has a place or waits for one. */
  note(state: 'waiting' | 'placed'): void;
}

/**
 *   in line ──place at the provider──▶ candidate ──session slot──▶ entered
 *      ▲  └── provider rests: turned away      │
 *      └── displaced by whom a slot is kept, or the provider wants a pause
 */
interface Ticket extends SlotClaim {
  place: Place<Ticket> | undefined;
  turnAway(): void;
}

interface Provider {
  readonly name: string;
  readonly pace: Pace;
  readonly budget: RecipientBudget;
  readonly line: FairLine<Ticket>;
  /** They have a place here, and wait for a session slot. */
  readonly candidates: Set<Ticket>;
  /** Places taken, those of candidates included. */
  held: number;
  pausedUntil: number;
  nextPause: number;
  refusals: number;
  /** When it spoke of a harvest limit last. */
  harvestAt: number;
  restsUntil: number;
  /** Calls off the alarm at the end of the pause; absent where nobody waits for it. */
  callOff: (() => void) | undefined;
}

/**
 * How politely each provider is treated: a few sessions at a time, a growing pause when it says
 * that we are too fast, and a rest when it refuses us again and again.
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
   * Waits for a place at the provider and a session slot. `resting`: it refuses us, don't go there
   * now. After `entered`, `leave` has to follow. Rejects with the signal's reason.
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

  /** Whether a session at work for batches should make room for somebody who waits for one address. */
  isWanted(name: string): boolean {
    return this.#slots.singlesWaiting > 0 || (this.#providers.get(name)?.line.singles ?? 0) > 0;
  }

  /** They took us seriously: whatever they said of a mailbox. */
  noteAnswer(name: string): void {
    const provider = this.#provider(name);
    provider.refusals = 0;
    provider.nextPause = this.#settings.firstPause;
  }

  /** "Too fast", 421: the provider is left alone for a while. */
  noteRateLimited(name: string): void {
    const provider = this.#provider(name);
    const { longestPause } = this.#settings;
    // Sessions side by side hear it at one moment: that is once.
    if (this.#pauseLeft(provider) > 0) return;
    // Still too fast after the longest pause: its lists would never end.
    if (provider.nextPause >= longestPause) {
      this.#letRest(provider);
      return;
    }
    provider.pausedUntil = this.#clock.monotonic() + provider.nextPause;
    provider.nextPause = Math.min(provider.nextPause * 2, longestPause);
  }

  /**
   * Too many recipients that don't exist. A provider of the table rests at once; any other host is
   * left alone for a while first, since the limit may have been one of the session.
   */
  noteHarvestLimit(name: string): void {
    const provider = this.#provider(name);
    const now = this.#clock.monotonic();
    const isRepeated = now - provider.harvestAt < HOUR && this.#pauseLeft(provider) <= 0;
    provider.harvestAt = now;
    if (provider.pace.isKnown || isRepeated) this.#letRest(provider);
    else this.noteRateLimited(name);
  }

  /** A recipient was answered: providers with a budget an hour rest when it is spent. */
  noteRecipient(name: string, isRefused: boolean): void {
    const provider = this.#provider(name);
    const wait = provider.budget.note(this.#clock.monotonic(), isRefused);
    if (wait > 0) this.#letRest(provider, wait);
  }

  /** Recipients that a provider may be asked about now. */
  recipientsLeft(name: string): number {
    return this.#provider(name).budget.left(this.#clock.monotonic());
  }

  /** Leaves a provider alone for so many milliseconds: its reply said so. */
  rest(name: string, milliseconds: number): void {
    this.#letRest(this.#provider(name), milliseconds);
  }

  /** Goes on with a rest that began in an earlier process. */
  restore(name: string, milliseconds: number): void {
    this.#provider(name).restsUntil = this.#clock.monotonic() + milliseconds;
  }

  /** Milliseconds for which a provider is still left alone; 0 where it is not. */
  restLeft(name: string): number {
    const provider = this.#providers.get(name);
    return provider ? Math.max(0, provider.restsUntil - this.#clock.monotonic()) : 0;
  }

  /** They refused us rather than a mailbox. */
  noteRefusal(name: string): void {
    const provider = this.#provider(name);
    provider.refusals++;
    if (provider.refusals >= this.#settings.refusalsBeforeRest) this.#letRest(provider);
  }

  #letRest(provider: Provider, milliseconds = provider.pace.rest): void {
    const until = this.#clock.monotonic() + milliseconds;
    if (until > provider.restsUntil) this.#onRest?.(provider.name, milliseconds);
    provider.restsUntil = Math.max(provider.restsUntil, until);
    provider.refusals = 0;
    provider.nextPause = this.#settings.firstPause;
    this.#admit(provider);
  }

  /** Gives the free places away, unless the provider wants to be left alone. */
  #admit(provider: Provider): void {
    const { line } = provider;
    if (line.size === 0) this.#forgetPause(provider);
    else if (this.#isResting(provider)) turnAllAway(line);
    else if (this.#pauseLeft(provider) > 0) this.#waitOutPause(provider);
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

  /** A slot is free for a candidate; but the provider may want to be left alone by now. */
  #grant(provider: Provider, ticket: Ticket, enter: () => void): void {
    provider.candidates.delete(ticket);
    if (!this.#isResting(provider) && this.#pauseLeft(provider) <= 0) {
      enter();
      return;
    }
    this.#slots.leave(ticket.owner);
    provider.held--;
    this.#queue(provider, ticket);
    this.#admit(provider);
  }

  /** Who could have a slot now does not wait for candidates that can't. */
  #displaceFor(provider: Provider, ticket: Ticket): void {
    if (this.#pauseLeft(provider) > 0 || !this.#slots.admits(ticket.owner)) return;
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
    const pace = this.paceOf(name);
    const provider: Provider = {
      name,
      pace,
      budget: new RecipientBudget(pace),
      line: new FairLine(),
      candidates: new Set(),
      held: 0,
      pausedUntil: 0,
      nextPause: this.#settings.firstPause,
      refusals: 0,
      harvestAt: Number.NEGATIVE_INFINITY,
      restsUntil: 0,
      callOff: undefined,
    };
    this.#providers.set(name, provider);
    return provider;
  }

  /** There is nothing to remember that a new entry would not say as well. */
  #forget(name: string, provider: Provider): void {
    if (provider.held > 0 || provider.line.size > 0 || provider.refusals > 0) return;
    if (this.#pauseLeft(provider) > 0 || this.#isResting(provider)) return;
    const now = this.#clock.monotonic();
    if (now - provider.harvestAt < HOUR || !provider.budget.isUntouched(now)) return;
    this.#providers.delete(name);
  }

  #waitOutPause(provider: Provider): void {
    provider.callOff ??= setAlarm(this.#clock, this.#pauseLeft(provider), () => {
      provider.callOff = undefined;
      this.#admit(provider);
    });
  }

  #forgetPause(provider: Provider): void {
    provider.callOff?.();
    provider.callOff = undefined;
  }

  #pauseLeft(provider: Provider): number {
    return provider.pausedUntil - this.#clock.monotonic();
  }

  #isResting(provider: Provider): boolean {
    return provider.restsUntil > this.#clock.monotonic();
  }
}

function turnAllAway(line: FairLine<Ticket>): void {
  for (let ticket = line.take(); ticket; ticket = line.take()) {
    ticket.place = undefined;
    ticket.turnAway();
  }
}
