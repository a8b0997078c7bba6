import type { DatabaseSync } from 'node:sqlite';
import { VERDICTS, type Verdict } from '../../contract/verdict.ts';
import type { ListPlan } from '../../formats/plan.ts';
import type { ListSource } from '../../formats/source.ts';
import type { RevisedReading } from '../../service/lists/list-files.ts';
import {
  type JudgedCounts,
  type ListCounts,
  type ListRound,
  NO_VERDICTS,
  type VerdictCounts,
} from '../../service/lists/list-ports.ts';
import { countSameMailboxes, cutByMailbox } from './same-mailbox.ts';
import { scanForPages } from './scan.ts';
import { entriesOf, type UploadedList } from './uploaded-list.ts';

interface RevisedList extends JudgedCounts {
  readonly plan: ListPlan;
  readonly counts: ListCounts;
  readonly round: ListRound;
}

/**
 * Reads an ended list in another way. What is known of its addresses stays; those that have no row any
 * more stay with 0 rows, so that nothing is verified twice when a decision is undone. Only addresses that
 * are new go into a round.
 */
export async function reviseList(
  list: UploadedList,
  source: ListSource,
  {
    reading,
    sent,
  }: {
    readonly reading: RevisedReading;
    /** Batches of the list that were created. */
    readonly sent: number;
  },
): Promise<RevisedList> {
  const { database, header } = list;
  const plan = revisedPlan(header.plan, reading);
  // Nothing is changed by others meanwhile.
  database.exec('BEGIN IMMEDIATE');
  try {
    const { verdicts: scanned, corrected, ...found } = await scanBeside(database, source, plan);
    const entries = entriesOf({ ...found, verdicts: scanned }, plan);
    database.exec(MERGE);
    const counts = { ...found, ...entries, ...countSameMailboxes(database) };
    const verdicts = countVerdicts(database);
    list.updateHeader({ ...header, plan, counts, verdicts, corrected });
    const round = addRound(list, sent);
    database.exec(`${DROP}; COMMIT`);
    return { plan, counts, ...list.judgedCounts(), round };
  } catch (error) {
    if (database.isTransaction) database.exec('ROLLBACK');
    throw error;
  }
}

function revisedPlan(
  plan: ListPlan,
  {
    columns = plan.columns,
    splitCells = plan.splitCells,
    correct = [],
    uncorrect = [],
  }: RevisedReading,
): ListPlan {
  const corrections = new Map([...(plan.corrections ?? []), ...correct]);
  for (const from of uncorrect) corrections.delete(from);
  return { ...plan, columns, splitCells, corrections: [...corrections] };
}

/** Into a table of this connection alone, which the scanner takes for that of the list. */
async function scanBeside(database: DatabaseSync, source: ListSource, plan: ListPlan) {
  database.exec(SCANNED);
  const scanned = await scanForPages(database, source, plan);
  database.exec('ALTER TABLE temp.address RENAME TO scanned');
  return scanned;
}

function countVerdicts(database: DatabaseSync): VerdictCounts {
  const rows = database
    .prepare(
      'SELECT verdict, sum(rows) AS rows FROM address WHERE verdict IS NOT NULL GROUP BY verdict',
    )
    .all();
  const verdicts: Record<Verdict, number> = { ...NO_VERDICTS };
  for (const { verdict, rows: count } of rows) {
    const name = VERDICTS[Number(verdict)];
    if (name) verdicts[name] = Number(count);
  }
  return verdicts;
}

/** Portions of the addresses that are new, behind those that were sent. */
function addRound(list: UploadedList, sent: number): ListRound {
  const { count } = list.database.prepare('SELECT count(*) AS count FROM temp.gained').get() ?? {};
  const total = Number(count);
  if (total === 0) return { places: sent, totalCount: 0 };
  const which = 'ordinal IN (SELECT ordinal FROM temp.gained)';
  const portions = [...cutByMailbox(list.database, { total, which })].map((some) => [...some]);
  list.putPortions({ sent, portions });
  return { places: list.places, totalCount: total };
}

const SCANNED = `
  CREATE TEMP TABLE address (
    ordinal INTEGER PRIMARY KEY,
    domain TEXT,
    local TEXT NOT NULL,
    problem TEXT,
    rows INTEGER NOT NULL DEFAULT 1,
    suggested INTEGER NOT NULL DEFAULT 0,
    verdict INTEGER
  ) STRICT`;

/** Cells that are no address have a row each; erased ones are left alone. */
const TEXT = "domain IS NULL AND problem IS NOT 'empty'";
const NUMBERED = 'row_number() OVER (PARTITION BY local, problem ORDER BY ordinal) AS number';
const COUNTED = 'SELECT local, problem, count(*) AS count FROM';

const MERGE = `
  CREATE TEMP TABLE gained (ordinal INTEGER PRIMARY KEY) STRICT;
  CREATE TEMP TABLE changed AS
    SELECT listed.ordinal, coalesce(scanned.rows, 0) AS rows
    FROM main.address AS listed
    LEFT JOIN temp.scanned ON scanned.domain = listed.domain AND scanned.local = listed.local
    WHERE listed.domain IS NOT NULL AND listed.rows <> coalesce(scanned.rows, 0);
  INSERT INTO temp.gained
    SELECT ordinal FROM temp.changed JOIN main.address AS listed USING (ordinal)
    WHERE listed.rows = 0 AND listed.verdict IS NULL;
  UPDATE main.address SET rows = changed.rows FROM temp.changed
    WHERE changed.ordinal = address.ordinal;
  UPDATE main.address SET rows = kept.rows FROM (
    SELECT ordinal, number <= coalesce(count, 0) AS rows
    FROM (SELECT ordinal, local, problem, ${NUMBERED} FROM main.address WHERE ${TEXT})
    LEFT JOIN (${COUNTED} temp.scanned WHERE ${TEXT} GROUP BY 1, 2) USING (local, problem)
  ) AS kept WHERE kept.ordinal = address.ordinal AND kept.rows <> address.rows;
  CREATE TEMP TABLE fresh AS
    SELECT scanned.ordinal, domain, local, problem, rows, suggested, verdict FROM temp.scanned
    WHERE domain IS NOT NULL AND NOT EXISTS (
      SELECT 1 FROM main.address AS listed
      WHERE listed.domain = scanned.domain AND listed.local = scanned.local)
    UNION ALL
    SELECT ordinal, NULL, local, problem, rows, suggested, verdict
    FROM (SELECT *, ${NUMBERED} FROM temp.scanned WHERE ${TEXT})
    LEFT JOIN (${COUNTED} main.address WHERE ${TEXT} GROUP BY 1, 2) USING (local, problem)
    WHERE number > coalesce(count, 0)
    ORDER BY 1;
  CREATE TEMP TABLE last AS SELECT max(ordinal) AS ordinal FROM main.address;
  INSERT INTO main.address (domain, local, problem, rows, suggested, verdict)
    SELECT domain, local, problem, rows, suggested, verdict FROM temp.fresh ORDER BY ordinal;
  INSERT INTO temp.gained
    SELECT ordinal FROM main.address
    WHERE ordinal > (SELECT ordinal FROM temp.last) AND domain IS NOT NULL;
`;

const DROP = ['scanned', 'gained', 'changed', 'fresh', 'last']
  .map((name) => `DROP TABLE temp.${name}`)
  .join(';');
