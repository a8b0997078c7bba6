import { closeSync, fsyncSync, openSync, renameSync, writeSync } from 'node:fs';
import { VERDICTS, type Verdict } from '../../contract/verdict.ts';
import { isJsonList, type ListPlan } from '../../formats/plan.ts';
import { cellAddresses } from '../../formats/read/cell-addresses.ts';
import { readBatches } from '../../formats/read/read-rows.ts';
import type { ListRow } from '../../formats/row.ts';
import type { ListSource } from '../../formats/source.ts';
import { createLineWriter } from '../../formats/write/csv-line.ts';
import { localPartOf } from '../../lib/address-parts.ts';
import { decodeJson, replaceStrings } from '../../lib/json-text.ts';
import { inTransaction } from '../../lib/sqlite.ts';
import { reviseList } from './revise.ts';
import type { ListTotals, UploadedList } from './uploaded-list.ts';

/** Where the rows of a list are. */
interface RowsFile {
  readonly source: ListSource;
  readonly path: string;
}

/**
 * Empties all cells of a list that hold the address, whatever the case of its letters; the rows
 * stay. Returns how many rows there were, and what the list comes to now. The file is replaced at once,
 * when it is whole.
 */
export async function forgetAddress(
  list: UploadedList,
  file: RowsFile,
  address: string,
): Promise<Forgotten> {
  const { plan } = list.header;
  const rows = await rewriteRows(file, plan, createEraser(address, plan));
  if (rows === 0) return { rows };
  if (plan.corrections?.length) await forgetCorrections(list, file, address);
  const totals = inTransaction(list.database, () => eraseAddresses(list, address));
  // Deleted content is overwritten in the pages, and must not stay in the log.
  list.database.exec('PRAGMA wal_checkpoint(TRUNCATE)');
  return { rows, totals };
}

interface Forgotten {
  readonly rows: number;
  /** Absent where nothing has changed. */
  readonly totals?: ListTotals;
}

/** What was corrected in its rows has no row any more, and goes with it. */
async function forgetCorrections(
  list: UploadedList,
  { source }: RowsFile,
  address: string,
): Promise<void> {
  const holds = createAddressFinder(address);
  const named = (list.header.plan.corrections ?? []).filter((pair) => pair.some(holds));
  const before = rowless(list);
  const uncorrect = named.map(([from]) => from);
  await reviseList(list, source, { reading: { uncorrect }, sent: list.places });
  inTransaction(list.database, () => {
    for (const ordinal of rowless(list)) {
      if (before.has(ordinal)) continue;
      list.database.prepare(ERASE).run(ordinal);
      list.eraseResults([ordinal]);
    }
  });
}

function rowless({ database }: UploadedList): ReadonlySet<number> {
  const rows = database.prepare('SELECT ordinal FROM address WHERE rows = 0').all();
  return new Set(rows.map(({ ordinal }) => Number(ordinal)));
}

/** Gives a row's text without the address; undefined where the row does not hold it. */
type Eraser = (row: ListRow) => string | undefined;

function createEraser(address: string, plan: ListPlan): Eraser {
  const holds = createAddressFinder(address);
  const wanted = address.toLowerCase();
  // A cell whose correction is the address holds it, too.
  const inRow = ({ addresses }: ListRow): Finder => {
    const corrected = addresses.filter(
      (found) => found.correction !== undefined && found.address?.toLowerCase() === wanted,
    );
    if (corrected.length === 0) return holds;
    return (text) => holds(text) || corrected.some(({ raw }) => text.includes(raw.trim()));
  };
  return isJsonList(plan) ? createElementEraser(inRow) : createCellEraser(inRow, plan);
}

type Finder = (text: string) => boolean;

type RowFinder = (row: ListRow) => Finder;

function createCellEraser(inRow: RowFinder, { delimiter, format }: ListPlan): Eraser {
  const write = createLineWriter(delimiter);
  return (row) => {
    const holds = inRow(row);
    if (!row.cells.some(holds)) return undefined;
    const cells = row.cells.map((cell) => (holds(cell) ? '' : cell));
    // An empty line is no row: the one cell of it stays as an empty one.
    return cells.length === 1 && format === 'csv' ? '""' : write(cells);
  };
}

/** Empties the strings of an element; all else stays as it is. */
function createElementEraser(inRow: RowFinder): Eraser {
  return (row) => {
    const { text } = row;
    const holds = inRow(row);
    const left = replaceStrings(text, (each) => (holds(decodeJson(each)) ? '""' : each));
    return left === text ? undefined : left;
  };
}

async function rewriteRows(
  { source, path }: RowsFile,
  plan: ListPlan,
  erase: Eraser,
): Promise<number> {
  const fresh = path.replace(/\.rows$/, '.new');
  const out = await createEncoder(fresh, plan);
  let count = 0;
  try {
    const isJson = plan.format === 'json';
    out.write(isJson ? '[' : headOf(plan));
    let separator = '';
    for await (const rows of readBatches(source, plan)) {
      for (const row of rows) {
        const erased = erase(row);
        if (erased !== undefined) count++;
        const text = erased ?? row.text;
        out.write(isJson ? separator + text : text + lineEndOf(row, plan));
        separator = ',\n';
      }
    }
    out.write(isJson ? ']\n' : '');
  } finally {
    out.close();
  }
  renameSync(fresh, path);
  return count;
}

function headOf({ head }: ListPlan): string {
  return head.preamble + head.header + (head.header === '' ? '' : head.lineEnd);
}

function lineEndOf({ lineEnd }: ListRow, { format }: ListPlan): string {
  return format === 'jsonl' ? '\n' : lineEnd;
}

/** Writes text in the encoding that the list has. */
async function createEncoder(path: string, { encoding, bom }: ListPlan) {
  const { default: iconv } = await import('iconv-lite');
  const encoder = iconv.getEncoder(encoding, { addBOM: bom });
  const file = openSync(path, 'w', 0o600);
  return {
    write(text: string): void {
      const bytes = encoder.write(text);
      for (let at = 0; at < bytes.length; ) at += writeSync(file, bytes, at);
    },
    close(): void {
      fsyncSync(file);
      closeSync(file);
    },
  };
}

const OF_DOMAIN = 'SELECT ordinal, local, verdict, rows FROM address WHERE domain = ?';
const CELLS = 'SELECT ordinal, local, verdict, rows FROM address WHERE domain IS NULL';
const ERASE = `UPDATE address SET domain = NULL, local = '', problem = 'empty', verdict = NULL,
  suggested = 0 WHERE ordinal = ?`;

/** The addresses themselves, and cells that hold it beside others. */
function eraseAddresses(list: UploadedList, address: string): ListTotals {
  const { database } = list;
  const wanted = address.toLowerCase();
  const at = wanted.lastIndexOf('@');
  const [domain, local] = [wanted.slice(at + 1), wanted.slice(0, at)];
  const { counts, verdicts: before } = list.header;
  const verdicts: Record<Verdict, number> = { ...before };
  const found = database
    .prepare(OF_DOMAIN)
    .all(domain)
    .filter((row) => String(row.local).toLowerCase() === local);
  const holds = createAddressFinder(address);
  const cells = database
    .prepare(CELLS)
    .all()
    .filter((row) => holds(String(row.local)));
  const distinct = counts.distinct - found.filter(({ rows }) => Number(rows) > 0).length;
  let { empty, entries } = counts;
  const erased = [...found, ...cells];
  for (const { ordinal, verdict, rows } of erased) {
    const name = typeof verdict === 'number' ? VERDICTS[verdict] : undefined;
    if (name) verdicts[name] -= Number(rows);
    empty += Number(rows);
    if (entries !== undefined) entries -= Number(rows);
    database.prepare(ERASE).run(Number(ordinal));
  }
  const left = { ...counts, distinct, empty, ...(entries !== undefined && { entries }) };
  const totals = { counts: left, verdicts };
  list.eraseResults(erased.map(({ ordinal }) => Number(ordinal)));
  list.updateTotals(totals);
  return totals;
}

/** Characters that would make it another address, before it and behind it. */
const BEFORE = /[a-z0-9._+-]$/;
const BEHIND = /^(?:[a-z0-9-]|\.[a-z0-9])/;

/** Finds texts that hold an address: as what they are, or in the middle of other words. */
function createAddressFinder(address: string): (text: string) => boolean {
  const wanted = address.toLowerCase();
  const localPart = localPartOf(wanted);
  return (text) => {
    const lower = text.toLowerCase();
    if (!lower.includes(localPart)) return false;
    if (isMentioned(lower, wanted)) return true;
    return cellAddresses(text, true).some((found) => found.address?.toLowerCase() === wanted);
  };
}

function isMentioned(text: string, wanted: string): boolean {
  for (let at = text.indexOf(wanted); at !== -1; at = text.indexOf(wanted, at + 1)) {
    const behind = text.slice(at + wanted.length);
    if (!BEFORE.test(text.slice(0, at)) && !BEHIND.test(behind)) return true;
  }
  return false;
}
