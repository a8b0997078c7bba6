import type { Clock } from '../../lib/clock.ts';
import type { SessionSlots } from '../sessions/session-slots.ts';
import { leaveSeat, type Seat } from './lane.ts';
import type { ProviderQueue, Ticket } from './provider-queue.ts';

interface AdmissionParts {
  readonly clock: Clock;
  readonly slots: SessionSlots;
  /** Drops the queue of a provider that a new one would equal. */
  forget(provider: ProviderQueue): void;
}

/** Gives the tickets of a provider its free places, and then session slots. */
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
    if (provider.size === 0) provider.stopWaiting();
    else if (closedFor > 0) provider.setAlarm(this.#clock, closedFor, () => this.admit(provider));
  }

  #fill(provider: ProviderQueue): void {
    while (provider.size > 0) {
      const seat = provider.takeSeat();
      const ticket = seat && provider.take();
      if (!ticket) return;
      ticket.seat = seat;
      provider.candidates.add(ticket);
      this.#slots.enter(ticket);
    }
  }

  /** A slot is free for a candidate, but its lane may be paused or resting by now. */
  grant(provider: ProviderQueue, ticket: Ticket, enter: (seat: Seat) => void): void {
    provider.candidates.delete(ticket);
    const { seat } = ticket;
    if (seat?.lane.isOpen && !seat.place.lost?.aborted) {
      enter(seat);
      return;
    }
    this.#slots.leave(ticket.owner);
    this.#unseat(ticket);
    provider.enqueue(ticket);
    this.admit(provider);
  }

  /** A ticket that could have a slot now takes the place of a candidate that can't. */
  displaceFor(provider: ProviderQueue, ticket: Ticket): void {
    if (!this.#slots.admits(ticket.owner)) return;
    const [candidate] = provider.candidates;
    if (!candidate?.seat?.lane.isOpen) return;
    this.#slots.withdraw(candidate);
    provider.candidates.delete(candidate);
    ticket.seat = candidate.seat;
    candidate.seat = undefined;
    provider.enqueue(candidate);
    provider.dequeue(ticket);
    provider.candidates.add(ticket);
    this.#slots.enter(ticket);
  }

  withdraw(provider: ProviderQueue, ticket: Ticket): void {
    provider.dequeue(ticket);
    if (provider.candidates.delete(ticket)) {
      this.#slots.withdraw(ticket);
      this.#unseat(ticket);
    }
    queueMicrotask(() => this.admit(provider));
    this.#forget(provider);
  }

  #unseat(ticket: Ticket): void {
    if (ticket.seat) leaveSeat(ticket.seat);
    ticket.seat = undefined;
  }
}
