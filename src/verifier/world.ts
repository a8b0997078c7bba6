import type { Clock } from '../lib/clock.ts';
import type { AcceptAllMemory } from './accept-all.ts';
import type { Dial } from './net/dial.ts';
import type { Pacing } from './pacing.ts';
import type { Reach } from './reach.ts';
import type { TimeLimits } from './settings.ts';

/** What every probe of an engine shares. */
export interface World {
  readonly helo: string;
  /** Envelope senders in the order to try. */
  readonly senders: readonly string[];
  readonly limits: TimeLimits;
  /** Sessions with one host side by side. */
  readonly sessionsPerHost: number;
  /** Sessions that one address may silence before it stays undecided. */
  readonly mostSilences: number;
  /** Recipients that one session with the host may have. */
  readonly recipientsPerSession: (host: string) => number;
  /** Sessions in a row in which nobody got an answer, after which a host counts as shut. */
  readonly mostFruitless: number;
  readonly clock: Clock;
  readonly random: () => number;
  readonly dial: Dial;
  readonly pacing: Pacing;
  readonly reach: Reach;
  readonly acceptAll: AcceptAllMemory;
}
