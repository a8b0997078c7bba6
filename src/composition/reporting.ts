/** Which egresses the processes of a service use, by what they report. */

import { hostname } from 'node:os';
import { setAlarm } from '../lib/alarm.ts';
import type { Clock } from '../lib/clock.ts';
import { isMessage } from '../lib/errors.ts';
import { isObject } from '../lib/json.ts';
import type { FleetProcess, FleetStore } from '../service/fleet/records.ts';
import {
  addUpLanes,
  type Delivery,
  describeEgresses,
  findEgressConflicts,
  type LaneFigures,
  type ReportedEgress,
} from '../service/fleet/sessions.ts';
import type { VerifierMemory } from '../service/ports.ts';
import type { Observe } from '../service/service-event.ts';
import type { Verifier } from '../verifier/verifier.ts';

/** Milliseconds after its last report for which a process counts as alive. */
const ALIVE = 15_000;
/** Milliseconds between two reports of a process. */
const EVERY = 2000;
/** Lanes in a report: the busiest. */
const MAX_LANES = 500;
/** Reports between two sweeps of what no longer holds. */
const SWEEP_EVERY = 300;

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
  readonly #watched: Verifier;
  readonly #began: number;
  #reports = 0;
  #cancelAlarm: (() => void) | undefined;
  #isOver = false;
  /** The report under way, or the last one. */
  #reported: Promise<void> = Promise.resolve();

  constructor(parts: ReportingParts, watched: Verifier) {
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
  watched: Verifier,
  clock: Clock,
): () => Promise<Delivery> {
  if (fleet) return () => fleetDelivery(fleet);
  const began = clock.monotonic();
  return async () => ownDelivery(watched, clock.monotonic() - began);
}

function ownDelivery({ lanes, sessions, egresses }: Verifier, age: number): Delivery {
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

/** Undefined for a report of an older version, which does not name them. */
function readEgresses({ id, status }: FleetProcess): readonly ReportedEgress[] | undefined {
  const parsed: unknown = JSON.parse(status);
  const { egresses } = isObject(parsed) ? parsed : {};
  if (!Array.isArray(egresses)) return undefined;
  return egresses.filter(isObject).map((egress) => ({
    process: id,
    name: toText(egress.name),
    way: toText(egress.way),
    helo: toText(egress.helo),
    limits: toText(egress.limits),
    fault: isMessage(egress.fault) ? egress.fault : undefined,
  }));
}

/** How many processes use an egress: this one, and each other one that may. */
export class EgressUsers {
  readonly #process: string;
  #others: readonly (ReadonlySet<string> | undefined)[] | undefined;

  constructor(process: string) {
    this.#process = process;
  }

  /** Those that are alive, this one included or not. */
  note(processes: readonly FleetProcess[]): void {
    this.#others = processes
      .filter(({ id }) => id !== this.#process)
      .map((process) => {
        const egresses = readEgresses(process);
        return egresses && new Set(egresses.map(({ name }) => name));
      });
  }

  /** Any number as long as the others are not known. */
  count(egress: string): number {
    if (!this.#others) return Number.POSITIVE_INFINITY;
    return 1 + this.#others.filter((names) => names?.has(egress) ?? true).length;
  }
}

/** Reports once when egresses of this process and of others begin to disagree, and when they agree again. */
export class ConflictWatch {
  readonly #process: string;
  readonly #observe: Observe;
  #known: ReadonlySet<string> = new Set();

  constructor(process: string, observe: Observe) {
    this.#process = process;
    this.#observe = observe;
  }

  note(processes: readonly FleetProcess[]): void {
    const conflicts = findEgressConflicts(processes.flatMap((one) => readEgresses(one) ?? []));
    const own = conflicts.filter(({ processes }) => processes.includes(this.#process));
    const present = new Set(own.map(({ said }) => said.english));
    for (const conflict of present)
      if (!this.#known.has(conflict)) this.#observe({ event: 'egresses_disagree', conflict });
    for (const conflict of this.#known)
      if (!present.has(conflict)) this.#observe({ event: 'egresses_agree', conflict });
    this.#known = present;
  }
}

function toText(value: unknown): string {
  return typeof value === 'string' ? value : '';
}
