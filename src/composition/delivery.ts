import { hostname } from 'node:os';
import type { Clock } from '../lib/clock.ts';
import { isObject } from '../lib/json.ts';
import type { FleetProcess, FleetStore } from '../service/fleet/fleet-ports.ts';
import type { VerifierMemory } from '../service/ports.ts';
import {
  addUpLanes,
  type Delivery,
  describeEgresses,
  type LaneFigures,
} from '../service/webhooks/delivery.ts';
import { readEgresses } from './fleet-egresses.ts';
import { ALIVE, type Watched } from './reporting.ts';

/** What the service contacts now: of one process from its memory, of several from what they report. */
export function deliveryOf(
  { fleet }: Pick<VerifierMemory, 'fleet'>,
  watched: Watched,
  clock: Clock,
): () => Promise<Delivery> {
  if (fleet) return () => fleetDelivery(fleet);
  const began = clock.monotonic();
  return async () => ownDelivery(watched, clock.monotonic() - began);
}

function ownDelivery({ lanes, sessions, egresses }: Watched, age: number): Delivery {
  const own = { name: `${hostname()} ${process.pid}`, sessions: sessions(), age, silent: 0 };
  const reported = egresses().map((egress) => ({ ...egress, process: own.name }));
  return {
    lanes: addUpLanes(lanes()),
    processes: [own],
    ...describeEgresses(reported),
  };
}

async function fleetDelivery(fleet: FleetStore): Promise<Delivery> {
  const processes = await fleet.processes(ALIVE);
  const reports = processes.map(readReport);
  return {
    lanes: addUpLanes(reports.flatMap(({ lanes }) => lanes)),
    processes: reports.map(({ process }) => process),
    ...describeEgresses(processes.flatMap((process) => readEgresses(process) ?? [])),
  };
}

/** Processes of one version at a time write it; another's is read as far as it can be. */
function readReport({ id, silent, status }: FleetProcess) {
  const parsed: unknown = JSON.parse(status);
  const { sessions, age, lanes } = isObject(parsed) ? parsed : {};
  return {
    process: { name: id, silent, sessions: toNumber(sessions), age: toNumber(age) },
    lanes: Array.isArray(lanes) ? lanes.filter(isObject).map(toLane) : [],
  };
}

function toLane(lane: Readonly<Record<string, unknown>>): LaneFigures {
  return {
    provider: String(lane.provider),
    egress: String(lane.egress),
    sessions: toNumber(lane.sessions),
    waiting: toNumber(lane.waiting),
    pauseLeft: toNumber(lane.pauseLeft),
    restLeft: toNumber(lane.restLeft),
    refusals: toNumber(lane.refusals),
  };
}

function toNumber(value: unknown): number {
  return typeof value === 'number' && Number.isFinite(value) ? value : 0;
}
