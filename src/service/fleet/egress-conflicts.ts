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
  /** Why it was of no use when it was last tried, as a sentence without a full stop. */
  readonly fault?: string | undefined;
}

/** Processes whose settings of an egress do not agree. */
export interface EgressConflict {
  /** A sentence without a full stop. */
  readonly text: string;
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
        (ways) => `Egress ${name} leaves by ${ways.map(wayText).join(' and by ')}`,
      ),
      ...conflict(
        all.filter(({ limits }) => limits !== ''),
        ({ limits }) => limits,
        () => `Egress ${name} has other provider limits in some processes`,
      ),
    ]),
    ...[...byWay].flatMap(([way, all]) =>
      conflict(
        all,
        ({ name }) => name,
        (names) => `${way} is used by egresses ${names.join(' and ')}`,
      ),
    ),
  ];
}

/** The address or the proxy of an egress, for people. */
export function wayText(way: string): string {
  return way === '' ? 'the address that the system chooses' : way;
}

function conflict(
  egresses: readonly ReportedEgress[],
  toValue: (egress: ReportedEgress) => string,
  toText: (values: readonly string[]) => string,
): EgressConflict[] {
  const values = [...new Set(egresses.map(toValue))].sort();
  if (values.length < 2) return [];
  const processes = [...new Set(egresses.map(({ process }) => process))].sort();
  return [{ text: toText(values), processes }];
}

function groupBy(egresses: readonly ReportedEgress[], keyOf: (egress: ReportedEgress) => string) {
  return new Map(
    [...Map.groupBy(egresses, keyOf)].sort(([one], [other]) => one.localeCompare(other)),
  );
}
