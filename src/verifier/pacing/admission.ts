import type { Clock } from '../../lib/clock.ts';
import { leavePlace, type TakenPlace } from './lane.ts';
import type { ProviderQueue, QueuedRequest } from './provider-queue.ts';
import type { SessionSlots } from './session-slots.ts';

interface AdmissionParts {
  readonly clock: Clock;
  readonly slots: SessionSlots;
  /** Drops the queue of a provider that a new one would equal. */
  forget(provider: ProviderQueue): void;
}

/** Gives the requests of a provider its free places, and then session slots. */
export class Admission {
  readonly #clock: Clock;
  readonly #slots: SessionSlots;
  readonly #forget: (provider: ProviderQueue) => void;

  constructor({ clock, slots, forget }: AdmissionParts) {
    this.#clock = clock;
    this.#slots = slots;
    this.#forget = forget;
  }

  /** Hands out the free places, unless the provider is paused or resting. */
  admit(provider: ProviderQueue): void {
    // Before the places are looked at: a pause may end meanwhile.
    const { closedFor } = provider;
    if (provider.size > 0 && provider.isResting) provider.rejectAll();
    else if (provider.size > 0) this.#fill(provider);
    if (provider.size > 0) this.#hurry(provider);
    if (provider.size === 0) provider.stopWaiting();
    else if (closedFor > 0) provider.setAlarm(this.#clock, closedFor, () => this.admit(provider));
  }

  #fill(provider: ProviderQueue): void {
    while (provider.size > 0) {
      const taken = provider.takePlace();
      const queued = taken && provider.take();
      if (!queued) return;
      queued.taken = taken;
      queued.rank = queued.isLate ? 'late' : 'usual';
      provider.candidates.add(queued);
      this.#slots.enter(queued);
    }
  }

  /** Others wait for the provider's few places: these would stand idle while they wait for a slot. */
  #hurry({ candidates }: ProviderQueue): void {
    for (const candidate of candidates) {
      if (candidate.rank !== 'usual') continue;
      candidate.rank = 'urgent';
      this.#slots.withdraw(candidate);
      this.#slots.enter(candidate);
    }
  }

  /** A slot is free for a candidate, but its lane may be paused or resting by now. */
  grant(provider: ProviderQueue, queued: QueuedRequest, enter: (taken: TakenPlace) => void): void {
    provider.candidates.delete(queued);
    const { taken } = queued;
    if (taken?.lane.isOpen && !taken.place.lost?.aborted) {
      enter(taken);
      return;
    }
    this.#slots.leave(queued.owner);
    this.#giveUpPlace(queued);
    provider.enqueue(queued);
    this.admit(provider);
  }

  /** A request that could have a slot now takes the place of a candidate that can't. */
  displaceFor(provider: ProviderQueue, queued: QueuedRequest): void {
    if (!this.#slots.admits(queued.owner)) return;
    const [candidate] = provider.candidates;
    if (!candidate?.taken?.lane.isOpen) return;
    this.#slots.withdraw(candidate);
    provider.candidates.delete(candidate);
    queued.taken = candidate.taken;
    candidate.taken = undefined;
    provider.enqueue(candidate);
    provider.dequeue(queued);
    provider.candidates.add(queued);
    this.#slots.enter(queued);
  }

  withdraw(provider: ProviderQueue, queued: QueuedRequest): void {
    provider.dequeue(queued);
    if (provider.candidates.delete(queued)) {
      this.#slots.withdraw(queued);
      this.#giveUpPlace(queued);
    }
    queueMicrotask(() => this.admit(provider));
    this.#forget(provider);
  }

  #giveUpPlace(queued: QueuedRequest): void {
    if (queued.taken) leavePlace(queued.taken);
    queued.taken = undefined;
  }
}
