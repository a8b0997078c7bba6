import { randomUUID } from 'node:crypto';
import { hostname } from 'node:os';
import type { FleetProcess, FleetStore } from '../service/fleet/records.ts';
import type { Observe } from '../service/service-event.ts';
import type { VerifierDeps } from '../verifier/create-verifier.ts';
import { SharedFacts } from '../verifier/pacing/fleet/facts.ts';
import { type LeaseTimes, PlaceLeases } from '../verifier/pacing/fleet/place-leases.ts';
import { shareBudgets } from '../verifier/pacing/fleet/shared-budgets.ts';
import { createSharedPlaces } from '../verifier/pacing/fleet/shared-places.ts';
import type { Verifier } from '../verifier/verifier.ts';
import { ConflictWatch, EgressUsers, Reporting } from './reporting.ts';
import type { ServeDeps } from './serve-deps.ts';

/** What a process does together with the others of its service. */
interface FleetMember {
  readonly deps: Pick<VerifierDeps, 'createPlaces' | 'facts' | 'budgets'>;
  /** Begins to learn from the others, once the verifier listens. */
  start(verifier: Verifier): Promise<void>;
  /** Gives back what this process holds. */
  close(): Promise<void>;
}

/** Joins the processes that share a database. */
export function joinFleet(
  store: FleetStore,
  { clock, random, observe }: ServeDeps & { readonly observe: Observe },
  times?: LeaseTimes,
): FleetMember {
  const process = processName();
  const leases = new PlaceLeases({ slots: store, clock, process, times });
  let reporting: Reporting | undefined;
  const facts = new SharedFacts({ store, clock, process });
  const users = new EgressUsers(process);
  const processes = (egress: string) => users.count(egress);
  return {
    deps: {
      createPlaces: createSharedPlaces({ leases, clock, random }),
      facts,
      budgets: shareBudgets({ facts, process, processes }),
    },
    async start(verifier) {
      const conflicts = new ConflictWatch(process, observe);
      const onProcesses = (alive: readonly FleetProcess[]) => {
        users.note(alive);
        conflicts.note(alive);
      };
      reporting = new Reporting({ fleet: store, clock, process, onProcesses }, verifier);
      // The others make room for this process, before it knows what they have left of it.
      await reporting.start();
      await facts.start();
    },
    async close() {
      // A report that arrives after this process is forgotten would have it counted as alive.
      await reporting?.stop();
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
