/** Which egresses the processes of a service use, by what they report. */
import { isObject } from '../lib/json.ts';
import type { FleetProcess } from '../service/fleet-ports.ts';

/** An egress as a process reports it. */
export interface ReportedEgress {
  readonly name: string;
  readonly way: string;
}

/** Undefined for a report of an older version, which does not name them. */
export function readEgresses(status: string): readonly ReportedEgress[] | undefined {
  const parsed: unknown = JSON.parse(status);
  const { egresses } = isObject(parsed) ? parsed : {};
  if (!Array.isArray(egresses)) return undefined;
  return egresses.filter(isObject).map(({ name, way }) => ({
    name: String(name),
    way: String(way),
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
      .map(({ status }) => {
        const egresses = readEgresses(status);
        return egresses && new Set(egresses.map(({ name }) => name));
      });
  }

  /** Any number as long as the others are not known. */
  count(egress: string): number {
    if (!this.#others) return Number.POSITIVE_INFINITY;
    return 1 + this.#others.filter((names) => names?.has(egress) ?? true).length;
  }
}
