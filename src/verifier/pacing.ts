import type { Clock } from '../lib/clock.ts';
import { Semaphore } from '../lib/semaphore.ts';

export interface PacingSettings {
  /** Sessions with one provider at a time. */
  readonly providerConnections: number;
  /** Sessions in all. */
  readonly connections: number;
  /** Milliseconds of the first pause after "too fast"; each further one is twice as long. */
  readonly firstPause: number;
  readonly longestPause: number;
  /** Refusals of us in a row after which a provider is left alone. */
  readonly refusalsBeforeRest: number;
  /** Milliseconds for which it is left alone. */
  readonly rest: number;
}

export const DEFAULT_PACING: Omit<PacingSettings, 'providerConnections' | 'connections'> = {
  firstPause: 30_000,
  longestPause: 15 * 60_000,
  refusalsBeforeRest: 5,
  rest: 15 * 60_000,
};

interface Provider {
  readonly room: Semaphore;
  pausedUntil: number;
  nextPause: number;
  refusals: number;
  restsUntil: number;
}

/**
 * How politely each provider is treated: a few sessions at a time, a growing pause when it says
 * that we are too fast, and a rest when it refuses us again and again.
 */
export class Pacing {
  readonly #settings: PacingSettings;
  readonly #clock: Clock;
  readonly #all: Semaphore;
  readonly #providers = new Map<string, Provider>();

  constructor(settings: PacingSettings, clock: Clock) {
    this.#settings = settings;
    this.#clock = clock;
    this.#all = new Semaphore(settings.connections);
  }

  /**
   * Waits for the provider's turn. `resting`: it refuses us, don't go there now. After `entered`,
   * `leave` has to follow.
   */
  async enter(name: string, signal: AbortSignal): Promise<'entered' | 'resting'> {
    const provider = this.#provider(name);
    await provider.room.enter(signal);
    try {
      if (this.#isResting(provider)) return this.#turnedAway(provider);
      await this.#waitOutPause(provider, signal);
      if (this.#isResting(provider)) return this.#turnedAway(provider);
      await this.#all.enter(signal);
      return 'entered';
    } catch (error) {
      provider.room.leave();
      throw error;
    }
  }

  leave(name: string): void {
    const provider = this.#provider(name);
    this.#all.leave();
    provider.room.leave();
    if (provider.room.isEmpty && this.#isForgettable(provider)) this.#providers.delete(name);
  }

  /** Sessions held open now. */
  get sessions(): number {
    return this.#all.held;
  }

  /** They took us seriously: whatever they said of a mailbox. */
  noteAnswer(name: string): void {
    const provider = this.#provider(name);
    provider.refusals = 0;
    provider.nextPause = this.#settings.firstPause;
  }

  /** "Too fast", 421: the provider is left alone for a while. */
  noteHurry(name: string): void {
    const provider = this.#provider(name);
    const { longestPause } = this.#settings;
    // Sessions side by side hear it at one moment: that is once.
    if (this.#pauseLeft(provider) > 0) return;
    // Whoever is still in a hurry after the longest pause would hold its lists up for ever.
    if (provider.nextPause >= longestPause) {
      this.#letRest(provider);
      return;
    }
    provider.pausedUntil = this.#clock.monotonic() + provider.nextPause;
    provider.nextPause = Math.min(provider.nextPause * 2, longestPause);
  }

  /** They refused us rather than a mailbox. */
  noteRefusal(name: string): void {
    const provider = this.#provider(name);
    provider.refusals++;
    if (provider.refusals >= this.#settings.refusalsBeforeRest) this.#letRest(provider);
  }

  #letRest(provider: Provider): void {
    provider.restsUntil = this.#clock.monotonic() + this.#settings.rest;
    provider.refusals = 0;
    provider.nextPause = this.#settings.firstPause;
  }

  #provider(name: string): Provider {
    const known = this.#providers.get(name);
    if (known) return known;
    const provider: Provider = {
      room: new Semaphore(this.#settings.providerConnections),
      pausedUntil: 0,
      nextPause: this.#settings.firstPause,
      refusals: 0,
      restsUntil: 0,
    };
    this.#providers.set(name, provider);
    return provider;
  }

  /** There is nothing to remember that a new entry would not say as well. */
  #isForgettable(provider: Provider): boolean {
    return provider.refusals === 0 && this.#pauseLeft(provider) <= 0 && !this.#isResting(provider);
  }

  async #waitOutPause(provider: Provider, signal: AbortSignal): Promise<void> {
    for (let left = this.#pauseLeft(provider); left > 0; left = this.#pauseLeft(provider)) {
      await this.#clock.sleep(left, signal);
    }
  }

  #pauseLeft(provider: Provider): number {
    return provider.pausedUntil - this.#clock.monotonic();
  }

  #isResting(provider: Provider): boolean {
    return provider.restsUntil > this.#clock.monotonic();
  }

  #turnedAway(provider: Provider): 'resting' {
    provider.room.leave();
    return 'resting';
  }
}
