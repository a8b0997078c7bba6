import { type Message, message } from '../../i18n/message.ts';

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
