import type { HostVisits } from './host-visits.ts';
import type { Recipients } from './recipients.ts';
import type { World } from './world.ts';

export interface ProbeJob {
  readonly recipients: Recipients;
  readonly visits: HostVisits;
  /** Milliseconds after which deferred addresses are asked again, one after the other. */
  readonly patience: readonly number[];
  readonly signal: AbortSignal;
}

/** Asks for a domain's addresses, and again for those that were deferred. Rejects only with the signal's reason. */
export async function probeDomain(world: World, job: ProbeJob): Promise<void> {
  const { recipients, visits, patience, signal } = job;
  await visits.ask(recipients);
  for (const interval of patience) {
    if (recipients.parked === 0) break;
    await world.clock.sleep(interval, signal);
    recipients.unpark();
    await visits.ask(recipients);
  }
  recipients.settleRest();
}
