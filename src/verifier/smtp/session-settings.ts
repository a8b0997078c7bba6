import type { Clock } from '../../lib/clock.ts';
import type { Egress } from '../pacing/egress/egress.ts';
import type { TimeLimits } from '../verifier-settings.ts';
import type { SessionHost } from './session-reply.ts';

/** What a session needs to know about its host and its limits. */
export interface SessionSettings extends SessionHost {
  /** By which it was connected to. */
  readonly egress: Egress;
  /** STARTTLS before anything else, where the host offers it. */
  readonly startTls: boolean;
  readonly limits: TimeLimits;
  readonly clock: Clock;
  readonly signal: AbortSignal;
}

/** The last command, which shows that replies add up. `hello`: EHLO, for hosts that don't answer QUIT properly. */
export type FinalCommand = 'quit' | 'hello';
