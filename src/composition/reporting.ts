import { setAlarm } from '../lib/alarm.ts';
import type { Clock } from '../lib/clock.ts';
import type { FleetProcess, FleetStore } from '../service/fleet/fleet-ports.ts';
import { addUpLanes } from '../service/webhooks/delivery.ts';
import type { Verifier } from '../verifier/verifier.ts';

/** Milliseconds after its last report for which a process counts as alive. */
export const ALIVE = 15_000;
/** Milliseconds between two reports of a process. */
const EVERY = 2000;
/** Lanes in a report: the busiest. */
const MAX_LANES = 500;
/** Reports between two sweeps of what no longer holds. */
const SWEEP_EVERY = 300;

export type Watched = Pick<Verifier, 'lanes' | 'sessions' | 'egresses'>;

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
