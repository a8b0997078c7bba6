/**
 * What counts as a team's storage, in bytes: of each row what its texts take, and about what the row and its
 * indexes take beside them. The history is counted by `block_counts`.
 */

/** Written as SQL over a row, which may be `new`, `old` or the name of a table. */
type OfRow = (row: string) => string;

export interface Measure {
  readonly table: string;
  readonly teamId: OfRow;
  readonly kind: OfRow;
  readonly bytes: OfRow;
  /** Whether rows change in what counts. */
  readonly isUpdated?: boolean;
}

const ownTeam: OfRow = (row) => `${row}.team_id`;

/** Characters of texts that may be null. A text that is in an index, too, is named twice. */
const lengths = (row: string, columns: readonly string[]) =>
  columns.map((column) => `coalesce(length(${row}.${column}), 0)`).join(' + ');

/** An address of a batch with its result: 300 without detail, 600 with it (docs/postgresql.md). */
const ENTRY_BYTES = 500;
/** A verification of the history: the same. */
export const HISTORY_BYTES = 500;

/** Those of the migration that added the counts. */
export const FIRST_MEASURES: readonly Measure[] = [
  {
    table: 'suppressions',
    teamId: ownTeam,
    kind: () => "'suppressions'",
    bytes: (row) => `100 + ${lengths(row, ['entry', 'entry'])}`,
  },
  {
    table: 'batches',
    teamId: ownTeam,
    kind: (row) => `case when ${row}.sandbox = 1 then 'sandbox' else 'batches' end`,
    bytes: (row) => `300 + ${ENTRY_BYTES} * ${row}.total_count`,
  },
  {
    table: 'idempotency_keys',
    teamId: ownTeam,
    kind: () => "'requests'",
    bytes: (row) => `250 + ${lengths(row, ['key', 'key', 'email', 'answer'])}`,
    isUpdated: true,
  },
  {
    table: 'webhook_deliveries',
    teamId: (row) => `(select team_id from webhooks where webhooks.id = ${row}.webhook_id)`,
    kind: () => "'messages'",
    bytes: (row) => `300 + ${lengths(row, ['payload'])}`,
  },
  {
    table: 'audit_log',
    teamId: ownTeam,
    kind: () => "'audit'",
    bytes: (row) => `100 + ${lengths(row, ['actor', 'subject'])}`,
  },
];

/** Of `outcomes`, a table that is younger than the counts. */
export const OUTCOMES_MEASURE: Measure = {
  table: 'outcomes',
  teamId: ownTeam,
  kind: () => "'outcomes'",
  bytes: (row) => `300 + ${lengths(row, ['domain', 'status', 'host', 'reply', 'source'])}`,
};

/** Of `imports`: an address and a source have one row, in which only what they say changes. */
export const IMPORTS_MEASURE: Measure = {
  table: 'imports',
  teamId: ownTeam,
  kind: () => "'imports'",
  bytes: (row) => `200 + ${lengths(row, ['address', 'address', 'source'])}`,
};

const MEASURES: readonly Measure[] = [...FIRST_MEASURES, OUTCOMES_MEASURE, IMPORTS_MEASURE];

/** Rows of `from`, as `row`, as a select of team_id, kind and bytes. */
export function selectBytes(measure: Measure, from: string, sign: '' | '-' = ''): string {
  const { teamId, kind, bytes } = measure;
  return `select ${teamId('measured')} as team_id, ${kind('measured')} as kind,
    ${sign}(${bytes('measured')}) as bytes from ${from} as measured`;
}

/** The sums of such selects by team and kind, in their order. */
export function sumBytes(selects: readonly string[]): string {
  return `select team_id, kind, cast(sum(bytes) as bigint) as bytes
    from (${selects.join(' union all ')}) as measured
    where team_id is not null group by team_id, kind`;
}

/** By how much the counts differ from the rows, for each team and kind that does. One statement, one snapshot. */
export const MISCOUNTED = `${sumBytes([
  ...MEASURES.map((measure) => selectBytes(measure, measure.table)),
  'select team_id, kind, -bytes as bytes from team_storage',
])} having sum(bytes) <> 0`;
