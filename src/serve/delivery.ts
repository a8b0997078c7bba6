import { hostname } from 'node:os';
import { setAlarm } from '../lib/alarm.ts';
import type { Clock } from '../lib/clock.ts';
import { isObject } from '../lib/json.ts';
import { addUpLanes, type Delivery, type LaneFigures } from '../service/delivery.ts';
import type { FleetProcess, FleetStore } from '../service/fleet-ports.ts';
import type { VerifierMemory } from '../service/ports.ts';
import type { Verifier } from '../verifier/verifier.ts';

/** Milliseconds between two reports of a process. */
const EVERY = 2000;
/** Milliseconds after its last report for which a process counts as alive. */
const ALIVE = 15_000;
/** Lanes in a report: the busiest. */
const MAX_LANES = 500;
/** Reports between two sweeps of what no longer holds. */
const SWEEP_EVERY = 300;

type Watched = Pick<Verifier, 'lanes' | 'sessions'>;

interface Reporting {
  readonly fleet: FleetStore;
  readonly clock: Clock;
  readonly process: string;
}

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

function ownDelivery({ lanes, sessions }: Watched, age: number): Delivery {
  const own = { name: `${hostname()} ${process.pid}`, sessions: sessions?.() ?? 0, age, silent: 0 };
  return { lanes: addUpLanes(lanes?.() ?? []), processes: [own] };
}

async function fleetDelivery(fleet: FleetStore): Promise<Delivery> {
  const reports = (await fleet.processes(ALIVE)).map(readReport);
  return {
    lanes: addUpLanes(reports.flatMap(({ lanes }) => lanes)),
    processes: reports.map(({ process }) => process),
  };
}

/** Reports what this process does, until it is called back. */
export function startReporting({ fleet, clock, process }: Reporting, watched: Watched): () => void {
  const began = clock.monotonic();
  let reports = 0;
  let cancel: (() => void) | undefined;
  let isOver = false;
  const report = async () => {
    const lanes = addUpLanes(watched.lanes?.() ?? []).slice(0, MAX_LANES);
    const age = Math.round(clock.monotonic() - began);
    const status = { sessions: watched.sessions?.() ?? 0, age, lanes };
    await fleet.report(process, JSON.stringify(status));
    if (++reports % SWEEP_EVERY === 0) await fleet.sweep();
  };
  const goOn = () => {
    if (!isOver)
      cancel = setAlarm(
        clock,
        EVERY,
        () =>
          void report()
            .catch(() => {})
            .then(goOn),
      );
  };
  void report()
    .catch(() => {})
    .then(goOn);
  return () => {
    isOver = true;
    cancel?.();
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
