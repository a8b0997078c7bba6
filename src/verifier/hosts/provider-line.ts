import { setAlarm } from '../../lib/alarm.ts';
import type { Clock } from '../../lib/clock.ts';
import type { Pace } from '../providers/pace.ts';
import { FairLine, type Place } from '../sessions/fair-line.ts';
import type { SlotClaim } from '../sessions/session-slots.ts';
import type { Backoff } from './backoff.ts';

/**
 *   in line ──place at the provider──▶ candidate ──session slot──▶ entered
 *      ▲  └── provider rests: turned away      │
 *      └── displaced by a claim with a reserved slot, or the provider is paused
 */
export interface Ticket extends SlotClaim {
  /** Absent while it is not in line. */
  place: Place<Ticket> | undefined;
  turnAway(): void;
}

/** The tickets of one provider, and its places. */
export class ProviderLine {
  readonly name: string;
  readonly pace: Pace;
  readonly backoff: Backoff;
  /** Tickets with a place here that wait for a session slot. */
  readonly candidates = new Set<Ticket>();
  /** Places taken, those of candidates included. */
  held = 0;
  readonly #line = new FairLine<Ticket>();
  /** Cancels the alarm at the end of the pause; absent where no ticket waits for it. */
  #callOff: (() => void) | undefined;

  constructor(name: string, pace: Pace, backoff: Backoff) {
    this.name = name;
    this.pace = pace;
    this.backoff = backoff;
  }

  /** Tickets in line. */
  get size(): number {
    return this.#line.size;
  }

  /** Those of single verifications. */
  get singles(): number {
    return this.#line.singles;
  }

  queue(ticket: Ticket): void {
    ticket.place = this.#line.add(ticket, ticket.owner, ticket.isLate);
  }

  unqueue(ticket: Ticket): void {
    if (ticket.place) this.#line.remove(ticket.place);
    ticket.place = undefined;
  }

  take(): Ticket | undefined {
    const ticket = this.#line.take();
    if (ticket) ticket.place = undefined;
    return ticket;
  }

  turnAllAway(): void {
    for (let ticket = this.take(); ticket; ticket = this.take()) ticket.turnAway();
  }

  /** Calls back once at the end of the pause. */
  setAlarm(clock: Clock, then: () => void): void {
    this.#callOff ??= setAlarm(clock, this.backoff.pauseLeft, () => {
      this.#callOff = undefined;
      then();
    });
  }

  cancelAlarm(): void {
    this.#callOff?.();
    this.#callOff = undefined;
  }
}
