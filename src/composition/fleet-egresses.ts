/** Which egresses the processes of a service use, by what they report. */
import { isObject } from '../lib/json.ts';
import { findEgressConflicts, type ReportedEgress } from '../service/fleet/egress-conflicts.ts';
import type { FleetProcess } from '../service/fleet/fleet-ports.ts';
import type { Observe } from '../service/service-event.ts';

/** Undefined for a report of an older version, which does not name them. */
export function readEgresses({
  id,
  status,
}: Pick<FleetProcess, 'id' | 'status'>): readonly ReportedEgress[] | undefined {
  const parsed: unknown = JSON.parse(status);
  const { egresses } = isObject(parsed) ? parsed : {};
  if (!Array.isArray(egresses)) return undefined;
  return egresses.filter(isObject).map((egress) => ({
    process: id,
    name: toText(egress.name),
    way: toText(egress.way),
    helo: toText(egress.helo),
    limits: toText(egress.limits),
    fault: typeof egress.fault === 'string' ? egress.fault : undefined,
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
    const present = new Set(own.map(({ text }) => text));
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
