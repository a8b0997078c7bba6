import { setAlarm } from '../../lib/alarm.ts';
import type { Clock } from '../../lib/clock.ts';
import type { Pace } from '../providers/pace.ts';
import { OwnerQueue, type QueueEntry } from '../sessions/owner-queue.ts';
import type { SlotClaim } from '../sessions/session-slots.ts';
import type { Backoff } from './backoff.ts';

/**
 *   queued ──place at the provider──▶ candidate ──session slot──▶ entered
 *      ▲  └── provider rests: rejected         │
 *      └── displaced by a claim with a reserved slot, or the provider is paused
 */
export interface Ticket extends SlotClaim {
  /** Absent while it is not queued. */
  entry: QueueEntry<Ticket> | undefined;
  reject(): void;
}

/** The tickets of one provider, and its places. */
export class ProviderQueue {
  readonly name: string;
  readonly pace: Pace;
  readonly backoff: Backoff;
  /** Tickets with a place here that wait for a session slot. */
  readonly candidates = new Set<Ticket>();
  /** Places taken, those of candidates included. */
  held = 0;
  readonly #queue = new OwnerQueue<Ticket>();
  /** Cancels the alarm at the end of the pause; absent where no ticket waits for it. */
  #cancelAlarm: (() => void) | undefined;

  constructor(name: string, pace: Pace, backoff: Backoff) {
    this.name = name;
    this.pace = pace;
    this.backoff = backoff;
  }

  /** Tickets in the queue. */
  get size(): number {
    return this.#queue.size;
  }

  /** Those of single verifications. */
  get singles(): number {
    return this.#queue.singles;
  }

  enqueue(ticket: Ticket): void {
    ticket.entry = this.#queue.add(ticket, ticket.owner, ticket.isLate);
  }

  dequeue(ticket: Ticket): void {
    if (ticket.entry) this.#queue.remove(ticket.entry);
    ticket.entry = undefined;
  }

  take(): Ticket | undefined {
    const ticket = this.#queue.take();
    if (ticket) ticket.entry = undefined;
    return ticket;
  }

  rejectAll(): void {
    for (let ticket = this.take(); ticket; ticket = this.take()) ticket.reject();
  }

  /** Calls back once at the end of the pause. */
  setAlarm(clock: Clock, then: () => void): void {
    this.#cancelAlarm ??= setAlarm(clock, this.backoff.pauseLeft, () => {
      this.#cancelAlarm = undefined;
      then();
    });
  }

  cancelAlarm(): void {
    this.#cancelAlarm?.();
    this.#cancelAlarm = undefined;
  }
}
