import type { DatabaseSync, SQLOutputValue } from 'node:sqlite';
import { VERDICTS } from '../contract/verdict.ts';
import type { CellAddress } from '../lists/row.ts';
import { createOutcomes } from '../lists/write/outcome.ts';
import type { ListEntry, ListView } from '../service/list-files.ts';
import { readResult } from './results.ts';

const COLUMNS = 'domain, local, problem, rows, verdict, code, result';

/** Addresses of a list, and cells that are none, in its order. */
export function readEntries(database: DatabaseSync, view: ListView): ListEntry[] {
  const { search, limit, skip } = view;
  const text = search.trim();
  const where = ["problem IS NOT 'empty'", whichOf(view), ...(text === '' ? [] : [CONTAINS])].join(
    ' AND ',
  );
  const query = `SELECT ${COLUMNS} FROM address WHERE ${where} ORDER BY ordinal LIMIT ? OFFSET ?`;
  const wanted = text === '' ? [] : [text];
  return database
    .prepare(query)
    .all(...wanted, limit, skip)
    .map(toEntry);
}

/** ASCII letters in any case. */
const CONTAINS = `instr(lower(local || coalesce('@' || domain, '')), lower(?)) > 0`;

function whichOf({ only }: ListView): string {
  if (only === undefined) return 'true';
  if (only === 'suggestions') return 'suggested = 1';
  return `verdict = ${VERDICTS.indexOf(only)}`;
}

function toEntry(row: Record<string, SQLOutputValue>): ListEntry {
  const text = row.domain === null ? String(row.local) : `${row.local}@${row.domain}`;
  const isOpen = row.domain !== null && row.verdict === null;
  const { verdict, reason, detail, score, suggestion } = outcomeOf(text, row);
  const judged = isOpen || reason === 'empty' ? {} : { verdict, reason, detail, score };
  return { text, rows: Number(row.rows), suggestion, ...judged };
}

/** The very outcome that stands behind its rows in the download. */
function outcomeOf(text: string, row: Record<string, SQLOutputValue>) {
  const cell =
    row.domain === null
      ? { raw: text, address: undefined, problem: row.problem as CellAddress['problem'] }
      : { raw: text, address: text };
  const outcomes = createOutcomes({ lookup: (address) => readResult(address, row) });
  return outcomes(cell as CellAddress);
}
