import type { DamagedThing } from '../service/service-event.ts';
import { StoreError } from '../service/store-error.ts';

/** Reports stored rows that do not fit their schema and are left out. */
export interface Damage {
  report(what: DamagedThing): void;
  listen(listener: (what: DamagedThing) => void): void;
}

export function damageReports(): Damage {
  let listener: ((what: DamagedThing) => void) | undefined;
  return {
    report: (what) => listener?.(what),
    listen(given) {
      listener = given;
    },
  };
}

export function damagedRow(what: string): StoreError {
  return new StoreError('damaged', `a stored ${what} is damaged`);
}
