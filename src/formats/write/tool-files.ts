import { addressesInCell } from '../../address/clean-cell.ts';
import { isJsonList, type ListPlan } from '../plan.ts';
import type { CellAddress, ListRow } from '../row.ts';
import { findTool, findToolColumn } from '../tools/tool-profiles.ts';
import { whatToDo } from './column-value.ts';
import { createLineWriter } from './csv-line.ts';
import { byteOrderMark, chooseLineEnd } from './csv-renderer.ts';
import { filled } from './header-row.ts';
import type { JudgedAddress, JudgedRow } from './judged-row.ts';
import { createCellMender } from './mended-cells.ts';
import { type Condition, meetsOne, type RowFilter } from './row-filter.ts';

/** The files for the tool that a list comes from: rows to import there, and addresses to remove there. */
export const TOOL_PARTS = ['import', 'archive'] as const;
/** One of `TOOL_PARTS`. */
export type ToolPart = (typeof TOOL_PARTS)[number];

/** What is in neither file stays in the tool as it is. */
interface ToolRows {
  readonly isImported: (judged: JudgedRow) => boolean;
  /** Whether an address of a row that is imported is, too. */
  readonly isSafe: Condition;
  readonly isArchived: Condition;
}

interface ToolFileOptions {
  readonly plan: ListPlan;
  readonly filter: RowFilter;
  /** Whether a row may be imported at all; all by default. */
  readonly mayImport?: ((judged: JudgedRow) => boolean) | undefined;
  /** Addresses that the tool says must not be mailed, beside what a column of the list says. */
  readonly optedOut?: ReadonlySet<string> | undefined;
}

/** A file for the tool, always CSV, as it grows row by row. */
export class ToolFile {
  readonly part: ToolPart;
  /** Rows of the list that are in it so far. */
  rows = 0;
  /** Safe rows that are not in it since the tool itself says that they must not be mailed. */
  optedOut = 0;
  /** Rows of `rows` that are imported as well, with another address. */
  alsoImported = 0;
  readonly #form: ToolForm;
  #text: string;

  constructor(part: ToolPart, options: ToolFileOptions) {
    this.#form = FORMS[part](options);
    this.part = part;
    this.#text = this.#form.start;
  }

  add(judged: JudgedRow): void {
    const lines = this.#form.lines(judged);
    if (lines === 'opted out') this.optedOut += 1;
    if (lines === undefined || lines === 'opted out') return;
    this.rows += 1;
    if (this.#form.isImported?.(judged)) this.alsoImported += 1;
    this.#text += lines;
  }

  isFull(): boolean {
    return this.#text.length >= PIECE_SIZE;
  }

  take(): string {
    const taken = this.#text;
    this.#text = '';
    return taken;
  }
}

/** Characters gathered before they are handed on. */
const PIECE_SIZE = 64 * 1024;

interface ToolForm {
  /** What the file begins with. */
  readonly start: string;
  /** The lines of a row; undefined for one that is not in the file. */
  readonly lines: (judged: JudgedRow) => string | 'opted out' | undefined;
  /** Of the archive: whether the other file has the row as well. */
  readonly isImported?: (judged: JudgedRow) => boolean;
}

const FORMS: Readonly<Record<ToolPart, (options: ToolFileOptions) => ToolForm>> = {
  import: createImport,
  archive: createArchive,
};

/**
 * Safe rows in the list's own columns, byte for byte, with only the address in its cell; a row with several
 * safe addresses in a cell once for each of them. What stands above the header is left out: no tool imports it.
 */
function createImport(options: ToolFileOptions): ToolForm {
  const { plan } = options;
  const line = createLineWriter(plan.delimiter);
  const mend = createCellMender(plan);
  const text = isJsonList(plan)
    ? ({ cells }: ListRow) => line(filled(cells, plan.width))
    : (row: ListRow) => row.text;
  const rows = chooseRows(options);
  const isOptedOut = createOptOut(options);
  const header = isJsonList(plan) ? line(plan.header ?? []) : plan.head.header;
  return {
    start: startOf(plan, plan.header && header),
    lines: (judged) => {
      if (!rows.isImported(judged)) return undefined;
      const { row } = judged;
      if (isOptedOut(row)) return 'opted out';
      return cellsToImport(judged, rows)
        .map((kept) => text(mend(row, kept)))
        .join(plan.lineEnd)
        .concat(chooseLineEnd(plan, row));
    },
  };
}

/**
 * The addresses that a row's cells hold, once for each time that it is imported; undefined: its own one. A cell with
 * several has its safe ones, any other its own unless that is dropped.
 */
function cellsToImport(
  { row, each }: JudgedRow,
  { isSafe }: ToolRows,
): readonly (ReadonlySet<CellAddress> | undefined)[] {
  if (!each) return [undefined];
  const own = Map.groupBy(row.addresses.keys(), (place) => row.addresses[place]?.column ?? 0);
  const left = [...own.values()].map((places) =>
    places.filter((place) => {
      const judged = each[place] as JudgedAddress;
      return places.length > 1 ? isSafe(judged) : !isDropped(judged);
    }),
  );
  const times = Math.max(...left.map(({ length }) => length));
  return Array.from({ length: times }, (_, at) => {
    const places = left.flatMap((those) => those[at] ?? []);
    return new Set(places.map((place) => row.addresses[place] as CellAddress));
  });
}

/** Rows whose cells hold only addresses that are wanted, one at most: the first times of an import. */
export function keepWanted(plan: ListPlan, isWanted: Condition): (judged: JudgedRow) => JudgedRow {
  const mend = createCellMender(plan);
  const rows = chooseRows({ plan, filter: { only: [isWanted] } });
  return (judged) => ({ ...judged, row: mend(judged.row, cellsToImport(judged, rows)[0]) });
}

function createOptOut({
  plan: { header },
  optedOut = NO_ADDRESSES,
}: ToolFileOptions): (row: ListRow) => boolean {
  const { optOut } = findTool(header) ?? {};
  const at = optOut && findToolColumn(header, [optOut.column]);
  const saysSo = ({ cells }: ListRow) =>
    at !== undefined && optOut?.means.test((cells[at] ?? '').trim()) === true;
  return (row) => saysSo(row) || row.addresses.some(({ address = '' }) => optedOut.has(address));
}

const NO_ADDRESSES: ReadonlySet<string> = new Set();

/** Addresses as the tool has them, one a line, below the name of their column; with the id that it needs. */
function createArchive(options: ToolFileOptions): ToolForm {
  const { plan } = options;
  const { header } = plan;
  const tool = findTool(header);
  const line = createLineWriter(plan.delimiter);
  const rows = chooseRows(options);
  const isOptedOut = createOptOut(options);
  const id = findToolColumn(header, tool?.archiveColumns);
  const withId = (own: readonly string[], cell: string) =>
    line(id === undefined ? [cell] : [own[id] ?? '', cell]);
  const [column = 0] = plan.columns;
  const name = tool?.archiveHeader ?? header?.[column] ?? '';
  const matching = { byAddress: id === undefined, staysBehind: tool?.key !== 'id' };
  return {
    start: startOf(plan, header && withId(header, name)),
    isImported: (judged) => rows.isImported(judged) && !isOptedOut(judged.row),
    lines: (judged) => {
      const removed = addressesToRemove(judged, rows, matching);
      if (removed.length === 0) return undefined;
      const { cells } = judged.row;
      return removed.map((address) => withId(cells, address) + plan.lineEnd).join('');
    },
  };
}

function startOf(plan: ListPlan, header: string | null): string {
  const lineEnd = plan.head.lineEnd || plan.lineEnd;
  return byteOrderMark(plan) + (header === null ? '' : header + lineEnd);
}

interface ToolMatching {
  /** Whether the tool removes an address, rather than the contact that has it. */
  readonly byAddress: boolean;
  /** Whether an import with another address leaves the former one in the tool. */
  readonly staysBehind: boolean;
}

/**
 * Those of a row that is dropped; of another, dropped ones where the tool removes only these. Of a row that is
 * imported with a corrected address, the mistyped one where it stays behind.
 */
function addressesToRemove(
  judged: JudgedRow,
  rows: ToolRows,
  { byAddress, staysBehind }: ToolMatching,
): string[] {
  const { addresses } = judged.row;
  const { each = [judged] } = judged;
  if (each.every(rows.isArchived)) return addresses.map(plainAddress);
  const isReplaced = staysBehind && rows.isImported(judged);
  return addresses
    .filter(({ correction }, at) => {
      const isRemoved = byAddress && rows.isArchived(each[at] ?? judged);
      return isRemoved || (isReplaced && correction !== undefined);
    })
    .map(plainAddress);
}

/** Without a name and marks around it. What is no address is given as it is. */
function plainAddress({ raw }: CellAddress): string {
  const [part] = addressesInCell(raw).addresses;
  return part?.ok ? part.raw : raw.trim();
}

/**
 * `only` says what is imported in place of deliverable rows, but never what is dropped. What is excluded is
 * in no file.
 */
function chooseRows({ filter, mayImport = () => true }: ToolFileOptions): ToolRows {
  const { only, exclude } = filter;
  const isKept: Condition = (judged) => !meetsOne(judged, exclude);
  const isSafe: Condition = (judged) =>
    isKept(judged) &&
    (only ? isJudged(judged) && !isDropped(judged) && meetsOne(judged, only) : isSent(judged));
  return {
    isSafe,
    isImported: (judged) => isSafe(judged) && mayImport(judged),
    isArchived: (judged) => isDropped(judged) && isKept(judged),
  };
}

const isJudged: Condition = ({ verdict }) => verdict !== undefined;
const isSent: Condition = (judged) => whatToDo(judged) === 'send';
const isDropped: Condition = (judged) => whatToDo(judged) === 'drop';
