import { addressesInCell } from '../../address/clean-cell.ts';
import { isJsonList, type ListPlan } from '../plan.ts';
import type { CellAddress, ListRow } from '../row.ts';
import { createLineWriter } from './csv-line.ts';
import { byteOrderMark, chooseLineEnd } from './csv-renderer.ts';
import { filled, ownNames } from './header-row.ts';
import type { JudgedRow } from './judged-row.ts';
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
}

/** A file for the tool, always CSV, as it grows row by row. */
export class ToolFile {
  readonly part: ToolPart;
  /** Rows of the list that are in it so far. */
  rows = 0;
  readonly #lines: (judged: JudgedRow) => string;
  #text: string;

  constructor(part: ToolPart, options: ToolFileOptions) {
    const { start, lines } = FORMS[part](options);
    this.part = part;
    this.#text = start;
    this.#lines = lines;
  }

  add(judged: JudgedRow): void {
    const lines = this.#lines(judged);
    if (lines === '') return;
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
  /** The lines of a row; empty for one that is not in the file. */
  readonly lines: (judged: JudgedRow) => string;
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
  const header = isJsonList(plan) ? line(plan.header ?? []) : plan.head.header;
  return {
    start: startOf(plan, plan.header && header),
    lines: (judged) =>
      isImported(judged) ? text(mend(judged.row)) + chooseLineEnd(plan, judged.row) : '',
  };
}

/** Addresses as the tool has them, one a line, below the name of their column. */
function createArchive(options: ToolFileOptions): ToolForm {
  const { plan } = options;
  const line = createLineWriter(plan.delimiter);
  const rows = chooseRows(options);
  const [column = 0] = plan.columns;
  const name = ownNames(plan)?.[column];
  return {
    start: startOf(plan, plan.header && line([name ?? ''])),
    lines: (judged) =>
      addressesToRemove(judged, rows)
        .map((address) => line([address]) + plan.lineEnd)
        .join(''),
  };
}

function startOf(plan: ListPlan, header: string | null): string {
  const lineEnd = plan.head.lineEnd || plan.lineEnd;
  return byteOrderMark(plan) + (header === null ? '' : header + lineEnd);
}

/** Those of an undeliverable row; of one that is imported with a corrected address, the mistyped one. */
function addressesToRemove(judged: JudgedRow, rows: ToolRows): string[] {
  const { addresses } = judged.row;
  if (rows.archive(judged)) return addresses.map(plainAddress);
  const corrected = addresses.filter(({ correction }) => correction !== undefined);
  return corrected.length > 0 && rows.import(judged) ? corrected.map(plainAddress) : [];
}

/** Without a name and marks around it. What is no address is given as it is. */
function plainAddress({ raw }: CellAddress): string {
  const [part] = addressesInCell(raw).addresses;
  return part?.ok ? part.raw : raw.trim();
}

/**
 * `only` says what is imported in place of deliverable rows, but for undeliverable ones, which are never
 * safe. What is excluded is in no file.
 */
function chooseRows({ filter, mayImport = () => true }: ToolFileOptions): ToolRows {
  const { only, exclude } = filter;
  const isKept: Condition = (judged) => !meetsOne(judged, exclude);
  const isSafe: Condition = (judged) =>
    only
      ? judged.verdict !== undefined && judged.verdict !== 'undeliverable' && meetsOne(judged, only)
      : judged.verdict === 'deliverable';
  return {
    import: (judged) => isSafe(judged) && isKept(judged) && mayImport(judged),
    archive: (judged) => judged.verdict === 'undeliverable' && isKept(judged),
  };
}
