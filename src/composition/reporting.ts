import { hostname } from 'node:os';
import { setAlarm } from '../lib/alarm.ts';
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
import type { Verifier } from '../verifier/verifier.ts';
import { readEgresses } from './fleet-egresses.ts';

/** Milliseconds after its last report for which a process counts as alive. */
const ALIVE = 15_000;
/** Milliseconds between two reports of a process. */
const EVERY = 2000;
/** Lanes in a report: the busiest. */
const MAX_LANES = 500;
/** Reports between two sweeps of what no longer holds. */
const SWEEP_EVERY = 300;

type Watched = Pick<Verifier, 'lanes' | 'sessions' | 'egresses'>;

interface ReportingParts {
  readonly fleet: FleetStore;
  readonly clock: Clock;
  readonly process: string;
  /** Called after each report with the processes that are alive. */
  onProcesses(processes: readonly FleetProcess[]): void;
}

/** Reports every two seconds what this process does, and reads which others are alive. */
export class Reporting {
  readonly #parts: ReportingParts;
  readonly #watched: Watched;
  readonly #began: number;
  #reports = 0;
  #cancelAlarm: (() => void) | undefined;
  #isOver = false;
  /** The report under way, or the last one. */
  #reported: Promise<void> = Promise.resolve();

  constructor(parts: ReportingParts, watched: Watched) {
    this.#parts = parts;
    this.#watched = watched;
    this.#began = parts.clock.monotonic();
  }

  /** Resolves after the first report. What can't be reported now is reported with the next. */
  async start(): Promise<void> {
    this.#reported = this.#report().catch(() => {});
    await this.#reported;
    this.#goOn();
  }

  /** Resolves when no report is under way any more. */
  async stop(): Promise<void> {
    this.#isOver = true;
    this.#cancelAlarm?.();
    await this.#reported;
  }

  #goOn(): void {
    if (this.#isOver) return;
    this.#cancelAlarm = setAlarm(this.#parts.clock, EVERY, () => {
      void this.start();
    });
  }

  async #report(): Promise<void> {
    const { fleet, clock, process, onProcesses } = this.#parts;
    const { lanes, sessions, egresses } = this.#watched;
    const status = {
      sessions: sessions(),
      age: Math.round(clock.monotonic() - this.#began),
      lanes: addUpLanes(lanes()).slice(0, MAX_LANES),
      egresses: egresses(),
    };
    await fleet.report(process, JSON.stringify(status));
    onProcesses(await fleet.processes(ALIVE));
    if (++this.#reports % SWEEP_EVERY === 0) await fleet.sweep();
  }
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
