import { randomUUID } from 'node:crypto';
import { hostname } from 'node:os';
import type { FleetStore } from '../service/fleet-ports.ts';
import type { VerifierDeps } from '../verifier/create-verifier.ts';
import { SharedFacts } from '../verifier/fleet/facts.ts';
import { createSharedPlaces } from '../verifier/fleet/shared-places.ts';
import { type LeaseTimes, SlotLeases } from '../verifier/fleet/slot-leases.ts';
import type { Verifier } from '../verifier/verifier.ts';
import { startReporting } from './delivery.ts';
import type { ServeDeps } from './settings.ts';

/** What a process does together with the others of its service. */
export interface FleetMember {
  readonly deps: Pick<VerifierDeps, 'createPlaces' | 'facts'>;
  /** Begins to learn from the others, once the verifier listens. */
  start(verifier: Pick<Verifier, 'lanes' | 'sessions'>): Promise<void>;
  /** Gives back what this process holds. */
  close(): Promise<void>;
}

/** Joins the processes that share a database. */
export function joinFleet(
  store: FleetStore,
  { clock, random }: Pick<ServeDeps, 'clock' | 'random'>,
  times?: LeaseTimes,
): FleetMember {
  const process = processName();
  const leases = new SlotLeases({ slots: store, clock, process, times });
  let stopReporting = () => {};
  const facts = new SharedFacts({ store, clock, process });
  return {
    deps: { createPlaces: createSharedPlaces({ leases, clock, random }), facts },
    async start(verifier) {
      await facts.start();
      stopReporting = startReporting({ fleet: store, clock, process }, verifier);
    },
    async close() {
      stopReporting();
      await facts.close();
      await leases.close();
      await store.forget(process).catch(() => {});
    },
  };
}

/** Readable, and never that of an earlier process. */
function processName(): string {
  return `${hostname().slice(0, 64)} ${process.pid} ${randomUUID().slice(0, 8)}`;
}
