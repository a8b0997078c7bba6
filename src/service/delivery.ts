/** What goes on between the service and mail hosts now: by provider and egress, over all processes. */

/** One provider from one egress. */
export interface LaneFigures {
  readonly provider: string;
  readonly egress: string;
  /** Sessions open now. */
  readonly sessions: number;
  /** Sessions that wait for a place there, or anywhere else at the provider. */
  readonly waiting: number;
  /** Milliseconds until the pause ends; 0: there is none. */
  readonly pauseLeft: number;
  /** Milliseconds until the rest ends; 0: there is none. */
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

export interface Delivery {
  /** The busiest first. */
  readonly lanes: readonly LaneFigures[];
  readonly processes: readonly DeliveryProcess[];
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
