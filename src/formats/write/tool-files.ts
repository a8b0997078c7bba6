import { addressesInCell } from '../../address/clean-cell.ts';
import { actionOf } from '../../contract/verdict.ts';
import { isJsonList, type ListPlan } from '../plan.ts';
import type { CellAddress, ListRow } from '../row.ts';
import { findTool, findToolColumn } from '../tools/tool-profiles.ts';
import { createLineWriter } from './csv-line.ts';
import { byteOrderMark, chooseLineEnd } from './csv-renderer.ts';
import { filled } from './header-row.ts';
import type { JudgedAddress, JudgedRow } from './judged-row.ts';
import { createMender } from './mended-cells.ts';
import { type Condition, meetsOne, type RowFilter } from './row-filter.ts';

/** The files for the tool that a list comes from: rows to import there, and addresses to remove there. */
export const TOOL_PARTS = ['import', 'archive'] as const;
/** One of `TOOL_PARTS`. */
export type ToolPart = (typeof TOOL_PARTS)[number];

/** What is in neither file stays in the tool as it is. */
type ToolRows = Readonly<Record<ToolPart, (judged: JudgedRow) => boolean>>;

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
  readonly #lines: ToolForm['lines'];
  #text: string;

  constructor(part: ToolPart, options: ToolFileOptions) {
    const { start, lines } = FORMS[part](options);
    this.part = part;
    this.#text = start;
    this.#lines = lines;
  }

  add(judged: JudgedRow): void {
    const lines = this.#lines(judged);
    if (lines === 'opted out') this.optedOut += 1;
    if (lines === undefined || lines === 'opted out') return;
    this.rows += 1;
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
}

const FORMS: Readonly<Record<ToolPart, (options: ToolFileOptions) => ToolForm>> = {
  import: createImport,
  archive: createArchive,
};

/**
 * Safe rows in the list's own columns, byte for byte, with only the address in its cell. What stands above
 * the header is left out: no tool imports it.
 */
function createImport(options: ToolFileOptions): ToolForm {
  const { plan } = options;
  const line = createLineWriter(plan.delimiter);
  const mend = createMender(plan);
  const text = isJsonList(plan)
    ? ({ cells }: ListRow) => line(filled(cells, plan.width))
    : (row: ListRow) => row.text;
  const { import: isImported } = chooseRows(options);
  const isOptedOut = createOptOut(options);
  const header = isJsonList(plan) ? line(plan.header ?? []) : plan.head.header;
  return {
    start: startOf(plan, plan.header && header),
    lines: (judged) => {
      if (!isImported(judged)) return undefined;
      if (isOptedOut(judged.row)) return 'opted out';
      return text(mend(judged.row)) + chooseLineEnd(plan, judged.row);
    },
  };
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
  const id = findToolColumn(header, tool?.archiveColumns);
  const withId = (own: readonly string[], cell: string) =>
    line(id === undefined ? [cell] : [own[id] ?? '', cell]);
  const [column = 0] = plan.columns;
  const name = tool?.archiveHeader ?? header?.[column] ?? '';
  const staysBehind = tool?.key !== 'id';
  return {
    start: startOf(plan, header && withId(header, name)),
    lines: (judged) => {
      const removed = addressesToRemove(judged, rows, staysBehind);
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

/**
 * Those of a row that is dropped; of one that is imported with a corrected address, the mistyped one where it
 * stays behind in the tool.
 */
function addressesToRemove(judged: JudgedRow, rows: ToolRows, staysBehind: boolean): string[] {
  const { addresses } = judged.row;
  if (rows.archive(judged)) return addresses.map(plainAddress);
  const corrected = addresses.filter(({ correction }) => correction !== undefined);
  const isReplaced = staysBehind && corrected.length > 0 && rows.import(judged);
  return isReplaced ? corrected.map(plainAddress) : [];
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
    only ? isJudged(judged) && !isDropped(judged) && meetsOne(judged, only) : isSent(judged);
  return {
    import: (judged) => isSafe(judged) && isKept(judged) && mayImport(judged),
    archive: (judged) => isDropped(judged) && isKept(judged),
  };
}

const isJudged: Condition = ({ verdict }) => verdict !== undefined;
const isSent: Condition = (judged) => whatToDo(judged) === 'send';
const isDropped: Condition = (judged) => whatToDo(judged) === 'drop';

function whatToDo({ verdict, reason }: JudgedAddress): ReturnType<typeof actionOf> | undefined {
  return verdict === undefined || reason === 'empty' ? undefined : actionOf({ verdict, reason });
}
