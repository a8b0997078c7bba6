/** What goes on between the service and mail hosts now: by provider and egress, over all processes. */

import {
  type EgressConflict,
  findEgressConflicts,
  type ReportedEgress,
} from '../fleet/egress-conflicts.ts';

/** One provider from one egress. */
export interface LaneFigures {
  readonly provider: string;
  readonly egress: string;
  /** Sessions open now. */
  readonly sessions: number;
  /** Sessions that wait for a place there, or anywhere else at the provider. */
  readonly waiting: number;
  /** Milliseconds until the pause ends; 0 without a pause. */
  readonly pauseLeft: number;
  /** Milliseconds until the rest ends; 0 without a rest. */
  readonly restLeft: number;
  /** In the last hour. */
  readonly refusals: number;
}

/** A process that contacts mail hosts. */
export interface DeliveryProcess {
  readonly name: string;
  readonly sessions: number;
  /** Milliseconds since it began. */
  readonly age: number;
  /** Milliseconds since it last reported. */
  readonly silent: number;
}

/** An egress, of all processes that have it so. */
export interface EgressFigures extends Omit<ReportedEgress, 'process' | 'limits'> {
  readonly processes: number;
}

export interface Delivery {
  /** The busiest first. */
  readonly lanes: readonly LaneFigures[];
  readonly processes: readonly DeliveryProcess[];
  /** Those of no use first. */
  readonly egresses: readonly EgressFigures[];
  readonly conflicts: readonly EgressConflict[];
}

/** The egresses of all processes, and where these do not agree. */
export function describeEgresses(
  egresses: readonly ReportedEgress[],
): Pick<Delivery, 'egresses' | 'conflicts'> {
  const groups = Map.groupBy(egresses, ({ name, way, helo, fault }) =>
    JSON.stringify([fault ? 0 : 1, name, way, helo, fault]),
  );
  const sorted = [...groups].sort(([one], [other]) => (one < other ? -1 : 1));
  return {
    egresses: sorted.flatMap(([, [first, ...others]]) => {
      if (!first) return [];
      const { name, way, helo, fault } = first;
      return { name, way, helo, fault, processes: 1 + others.length };
    }),
    conflicts: findEgressConflicts(egresses),
  };
}

/** The figures of lanes that several processes report, added up. */
export function addUpLanes(lanes: Iterable<LaneFigures>): readonly LaneFigures[] {
  const sums = new Map<string, LaneFigures>();
  for (const lane of lanes) {
    const key = JSON.stringify([lane.provider, lane.egress]);
    const known = sums.get(key);
    sums.set(key, known ? addUp(known, lane) : lane);
  }
  return [...sums.values()].sort(
    (a, b) =>
      b.sessions - a.sessions ||
      b.waiting - a.waiting ||
      b.refusals - a.refusals ||
      a.provider.localeCompare(b.provider) ||
      a.egress.localeCompare(b.egress),
  );
}

/** Pauses and rests are shared: the longest is the one that holds. */
function addUp(one: LaneFigures, other: LaneFigures): LaneFigures {
  return {
    ...one,
    sessions: one.sessions + other.sessions,
    waiting: one.waiting + other.waiting,
    refusals: one.refusals + other.refusals,
    pauseLeft: Math.max(one.pauseLeft, other.pauseLeft),
    restLeft: Math.max(one.restLeft, other.restLeft),
  };
}
