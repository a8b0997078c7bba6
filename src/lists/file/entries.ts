import type { SQLOutputValue } from 'node:sqlite';
import { setImmediate } from 'node:timers/promises';
import { VERDICTS } from '../../contract/verdict.ts';
import type { CellAddress } from '../../formats/row.ts';
import { createOutcomes } from '../../formats/write/outcome.ts';
import type { ListEntry, ListView } from '../../service/lists/list-files.ts';
import type { UploadedList } from './uploaded-list.ts';

const COLUMNS = 'ordinal, domain, local, problem, rows, verdict';

/** Ordinals of a slice, ten milliseconds of a search: what others look at comes between two slices. */
const SLICE = 10_000;

/** Addresses of a list, and cells that are none, in its order. */
export async function readEntries(list: UploadedList, view: ListView): Promise<ListEntry[]> {
  const { count, select } = prepareSlices(list, view);
  const found: Row[] = [];
  let { skip } = view;
  const end = endOf(list);
  for (let from = 0; from < end && found.length < view.limit; from += SLICE) {
    if (from > 0) await setImmediate();
    const skipped = skip > 0 ? count(from) : 0;
    if (skip > 0 && skipped <= skip) {
      skip -= skipped;
      continue;
    }
    found.push(...select(from, view.limit - found.length, skip));
    skip = 0;
  }
  return toEntries(list, found);
}

/** How many of a slice are wanted, and those themselves. */
function prepareSlices({ database }: UploadedList, view: ListView) {
  const text = view.search.trim();
  const where = [
    'ordinal >= ? AND ordinal < ?',
    "problem IS NOT 'empty'",
    whichOf(view),
    ...(text === '' ? [] : [CONTAINS]),
  ].join(' AND ');
  const slice = (from: number) => [from, from + SLICE, ...(text === '' ? [] : [text])];
  const count = database.prepare(`SELECT count(*) AS count FROM address WHERE ${where}`);
  const select = database.prepare(
    `SELECT ${COLUMNS} FROM address WHERE ${where} ORDER BY ordinal LIMIT ? OFFSET ?`,
  );
  return {
    count: (from: number) => Number(count.get(...slice(from))?.count),
    select: (from: number, limit: number, skip: number) => select.all(...slice(from), limit, skip),
  };
}

function endOf({ database }: UploadedList): number {
  const last = database.prepare('SELECT max(ordinal) AS last FROM address').get()?.last;
  return last === null ? 0 : Number(last) + 1;
}

/** ASCII letters in any case. */
const CONTAINS = `instr(lower(local || coalesce('@' || domain, '')), lower(?)) > 0`;

function whichOf({ only }: ListView): string {
  if (only === undefined) return 'true';
  if (only === 'suggestions') return 'suggested = 1';
  return `verdict = ${VERDICTS.indexOf(only)}`;
}

type Row = Record<string, SQLOutputValue>;

/** With the very outcomes that stand behind their rows in the download. */
function toEntries(list: UploadedList, rows: readonly Row[]): ListEntry[] {
  const codes = list.codesOf(rows.filter(hasResult).map(({ ordinal }) => Number(ordinal)));
  return rows.map((row) => {
    const ordinal = Number(row.ordinal);
    const lookup = (address: string) => list.unpack(codes.get(ordinal), { address, ordinal });
    return toEntry(row, createOutcomes({ lookup }));
  });
}

function hasResult({ domain, verdict }: Row): boolean {
  return domain !== null && verdict !== null;
}

function toEntry(row: Row, outcomeOf: ReturnType<typeof createOutcomes>): ListEntry {
  const text = row.domain === null ? String(row.local) : `${row.local}@${row.domain}`;
  const isOpen = row.domain !== null && row.verdict === null;
  const { verdict, reason, detail, score, suggestion } = outcomeOf(cellOf(text, row));
  const judged = isOpen || reason === 'empty' ? {} : { verdict, reason, detail, score };
  return { text, rows: Number(row.rows), suggestion, ...judged };
}

function cellOf(raw: string, { domain, problem }: Row): CellAddress {
  if (domain !== null) return { raw, address: raw };
  return { raw, address: undefined, problem: problem as CellAddress['problem'] } as CellAddress;
}
