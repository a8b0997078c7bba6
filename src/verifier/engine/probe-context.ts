import type { Clock } from '../../lib/clock.ts';
import type { BlockListWatch } from '../pacing/egress/block-list-watch.ts';
import type { SharedFacts } from '../pacing/fleet/facts.ts';
import type { HostStates } from '../pacing/host-states.ts';
import type { Pacing } from '../pacing/pacing.ts';
import type { Reachability } from '../pacing/reachability.ts';
import type { ProviderTable } from '../providers/provider-table.ts';
import type { AcceptAllMemory } from '../session/recipients/accept-all.ts';
import type { TimeLimits } from '../verifier-settings.ts';
import type { Trace } from './trace.ts';

/** What all probes of an engine share. */
export interface ProbeContext {
  readonly limits: TimeLimits;
  /** Sessions in which an address may get no reply before it stays undecided. */
  readonly maxUnanswered: number;
  /** Finds the provider of a host. */
  readonly providers: ProviderTable;
  /** Key of the hash that draws a domain's random address, the same each time. */
  readonly probeKey: string;
  /** Sessions in a row without an answer after which a host counts as failed. */
  readonly maxFruitless: number;
  /** Milliseconds that a session without work stays open; 0: it is closed at once. */
  readonly sessionIdle: number;
  readonly clock: Clock;
  readonly random: () => number;
  /** Absent: no result is being explained. */
  readonly trace?: Trace | undefined;
  /** Looks up a host's addresses, so that they are known once there is a place for a session. */
  readonly lookUpHost: (host: string) => void;
  readonly pacing: Pacing;
  readonly hostStates: HostStates;
  readonly reachability: Reachability;
  /** Absent: own addresses are not looked up. */
  readonly blockLists?: BlockListWatch | undefined;
  readonly acceptAll: AcceptAllMemory;
  /** What processes learn from each other; absent where there is one. */
  readonly facts?: SharedFacts | undefined;
}
