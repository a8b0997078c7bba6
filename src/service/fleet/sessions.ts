/** What goes on between the service and mail hosts now: by provider and egress, over all processes. */

import { type Message, message } from '../../i18n/message.ts';

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

/** An egress as a process reports it. */
export interface ReportedEgress {
  readonly process: string;
  readonly name: string;
  /** Its address, or its proxy; empty where the system chooses. */
  readonly way: string;
  /** HELO name. */
  readonly helo: string;
  /** Stands for the limits of providers there; empty: of an older version. */
  readonly limits: string;
  /** Why it was unusable when it was last tried. */
  readonly fault?: Message | undefined;
}

/** Processes whose settings of an egress do not agree. */
export interface EgressConflict {
  readonly said: Message;
  /** Those that it is about, sorted. */
  readonly processes: readonly string[];
}

/**
 * Places and budgets are shared by the name of an egress: two addresses under one name share what each
 * could have, and one address under two names gets twice what providers allow.
 */
export function findEgressConflicts(egresses: readonly ReportedEgress[]): EgressConflict[] {
  const byName = groupBy(egresses, ({ name }) => name);
  const byWay = groupBy(
    egresses.filter(({ way }) => way !== ''),
    ({ way }) => way,
  );
  return [
    ...[...byName].flatMap(([name, all]) => [
      ...conflict(
        all,
        ({ way }) => way,
        (ways) =>
          message('errorTexts.egress_ways', {
            name,
            ways: joined('errorTexts.and_by', ways.map(wayText)),
          }),
      ),
      ...conflict(
        all.filter(({ limits }) => limits !== ''),
        ({ limits }) => limits,
        () => message('errorTexts.egress_limits', { name }),
      ),
    ]),
    ...[...byWay].flatMap(([way, all]) =>
      conflict(
        all,
        ({ name }) => name,
        (names) =>
          message('errorTexts.egress_names', { way, names: joined('errorTexts.and', names) }),
      ),
    ),
  ];
}

/** The address or the proxy of an egress, for people. */
export function wayText(way: string): string | Message {
  return way === '' ? message('errorTexts.system_address') : way;
}

function joined(
  by: 'errorTexts.and' | 'errorTexts.and_by',
  all: readonly (string | Message)[],
): string | Message {
  return all.reduce((first, other) => message(by, { first, other }));
}

function conflict(
  egresses: readonly ReportedEgress[],
  toValue: (egress: ReportedEgress) => string,
  toMessage: (values: readonly string[]) => Message,
): EgressConflict[] {
  const values = [...new Set(egresses.map(toValue))].sort();
  if (values.length < 2) return [];
  const processes = [...new Set(egresses.map(({ process }) => process))].sort();
  return [{ said: toMessage(values), processes }];
}

function groupBy(egresses: readonly ReportedEgress[], keyOf: (egress: ReportedEgress) => string) {
  return new Map(
    [...Map.groupBy(egresses, keyOf)].sort(([one], [other]) => one.localeCompare(other)),
  );
}
