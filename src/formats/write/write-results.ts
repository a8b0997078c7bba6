import { isWorse, VERDICTS } from '../../contract/verdict.ts';
import type { Judging } from '../../policy/policy.ts';
import { isMultiColumn, type ListPlan } from '../plan.ts';
import type { CellAddress, ListRow } from '../row.ts';
import { createCsvFormat } from './csv-renderer.ts';
import { createJsonFormat, createJsonlFormat } from './json-renderer.ts';
import {
  createAddressJudge,
  type JudgedAddress,
  type JudgedRow,
  type ResultLookup,
} from './judged-row.ts';
import { type OutputOptions, RESULT_COLUMNS, type ResultColumn } from './output.ts';
import type { Chunk, FileWriter, Renderer } from './renderer.ts';
import { createTextRenderer, type TextFormat } from './text-renderer.ts';
import type { ToolFile, ToolPart } from './tool-files.ts';

/** Rows one by one, or in batches (`readBatches`), which is faster. */
type RowStream = AsyncIterable<ListRow | readonly ListRow[]>;

/** The files that a list is divided into. */
export const SPLIT_PARTS = [...VERDICTS, 'empty'] as const;
type SplitPart = (typeof SPLIT_PARTS)[number];

/** A file that results go to: the whole list, or the rows of one verdict. */
export type OutputPart = 'whole' | SplitPart;

/** A piece of one of the files. */
interface FilePiece {
  readonly file: OutputPart | ToolPart;
  readonly chunk: Chunk;
}

interface ListOutput {
  readonly plan: ListPlan;
  readonly output: OutputOptions;
  readonly lookup: ResultLookup;
  /** Default: the whole list alone. */
  readonly files?: readonly OutputPart[];
  /** Files for the tool that the list comes from, which are written beside these. */
  readonly toolFiles?: readonly ToolFile[];
  /** The row as the files, but not the tool's, have it. */
  readonly change?: ((judged: JudgedRow) => JudgedRow) | undefined;
  /** Whether what each item of the rows came to is yielded before the next one is awaited. */
  readonly eager?: boolean;
}

/**
 * The list with its results, in pieces of text, or of bytes for a workbook: each row in its place
 * with its columns as they were, the results behind them. A row stays one row, and counts by its
 * best address; `empty` has the rows whose cells are empty. A row is read, judged and formatted once,
 * however many files it goes to. Every file yields at least once, if only its header. Blank lines
 * stand in the whole list alone.
 */
export function writeResults(rows: RowStream, list: ListOutput): AsyncGenerator<FilePiece> {
  const { plan, output } = list;
  const columns = chosenColumns(plan, output.columns);
  if (output.format === 'xlsx') return writeWorkbook(rows, list, columns);
  return writeFiles(rows, list, createTextRenderer(textFormat(plan, output, columns)));
}

function chosenColumns(
  { splitCells, mended }: ListPlan,
  columns: OutputOptions['columns'] | undefined,
): readonly ResultColumn[] {
  if (columns) return columns;
  const others = splitCells ? (['others'] as const) : [];
  const original = mended ? (['original'] as const) : [];
  return [...RESULT_COLUMNS, ...others, ...original];
}

interface WriterChoice {
  readonly format: OutputOptions['format'];
  readonly columns: OutputOptions['columns'] | undefined;
}

/**
 * Loads what writes a format, for a process whose files may be replaced before it does. Throws `input`
 * where the format can't hold the list.
 */
export async function prepareFormat(
  plan: ListPlan,
  { format, columns }: WriterChoice,
): Promise<void> {
  if (format !== 'xlsx') return;
  const { checkWorkbook } = await loadWorkbookRenderer();
  checkWorkbook(plan, chosenColumns(plan, columns));
}

const loadWorkbookRenderer = () => import('./workbook-renderer.ts');

async function* writeWorkbook(
  rows: RowStream,
  list: ListOutput,
  columns: readonly ResultColumn[],
): AsyncGenerator<FilePiece> {
  const { createWorkbookRenderer } = await loadWorkbookRenderer();
  yield* writeFiles(rows, list, createWorkbookRenderer(list.plan, { ...list.output, columns }));
}

function textFormat(
  plan: ListPlan,
  { format, flat = false, escapeFormulas = false }: OutputOptions,
  columns: readonly ResultColumn[],
): TextFormat {
  if (format === 'json') return createJsonFormat(plan, { columns, flat });
  if (format === 'jsonl') return createJsonlFormat(plan, { columns, flat });
  const tabs = format === 'tsv' ? { delimiter: '\t' } : {};
  return createCsvFormat(plan, { columns, escapeFormulas, ...tabs });
}

async function* writeFiles<Line>(
  rows: RowStream,
  { plan, output, lookup, files = ['whole'], toolFiles = [], change, eager = false }: ListOutput,
  renderer: Renderer<Line>,
): AsyncGenerator<FilePiece> {
  const { observe, judging } = output;
  const judgeRow = createRowJudge(plan, { lookup, judging });
  const parts = files.map((file) => ({ file, writer: renderer.open(file === 'whole') }));
  const keepBlanks = !output.keep;
  for await (const item of rows) {
    for (const row of asBatch(item)) {
      const judged = row.problem === 'blank' ? undefined : judgeRow(row);
      if (judged) observe?.(judged);
      const line =
        judged && isWritten(judged, output) ? renderer.row(change?.(judged) ?? judged) : undefined;
      for (const { file, writer } of parts) {
        if (line !== undefined && isOfPart(judged, file)) writer.add(row, line);
        else if (!judged && keepBlanks && file === 'whole') writer.addBlank(row);
        if (writer.isFull()) yield { file, chunk: await writer.take() };
      }
      for (const file of toolFiles) {
        if (judged) file.add(judged);
        if (file.isFull()) yield { file: file.part, chunk: file.take() };
      }
    }
    if (eager) yield* takeAll(parts);
  }
  for (const { writer } of parts) await writer.end();
  yield* takeAll(parts);
  for (const file of toolFiles) yield { file: file.part, chunk: file.take() };
}

async function* takeAll<Line>(
  parts: readonly { readonly file: OutputPart; readonly writer: FileWriter<Line> }[],
): AsyncGenerator<FilePiece> {
  for (const { file, writer } of parts) yield { file, chunk: await writer.take() };
}

function isWritten(judged: JudgedRow, { keep }: OutputOptions): boolean {
  return keep?.(judged) !== false;
}

/** The whole has every row, a part those of its verdict. */
function isOfPart(judged: JudgedRow | undefined, file: OutputPart): boolean {
  return file === 'whole' || (judged?.verdict ?? 'empty') === file;
}

function asBatch(item: ListRow | readonly ListRow[]): readonly ListRow[] {
  return 'addresses' in item ? [item] : item;
}

interface RowJudgeOptions {
  readonly lookup: ResultLookup;
  readonly judging?: Judging | undefined;
}

/**
 * The verdict of a row: that of its best address, with the one of each address column where the
 * list has several, and with the other addresses of a cell where cells are split.
 */
function createRowJudge(plan: ListPlan, options: RowJudgeOptions): (row: ListRow) => JudgedRow {
  const judge = createAddressJudge(options);
  return (row) => {
    const [first = EMPTY] = row.addresses;
    if (!isMultiColumn(plan) && row.addresses.length <= 1) return { ...judge(first), row };
    const each = row.addresses.map(judge);
    if (!isMultiColumn(plan)) return { ...inCell(each), row, each };
    const columns = plan.columns.map((_, at) => {
      const own = each.filter((_, place) => (row.addresses[place]?.column ?? 0) === at);
      return own.length === 0 ? judge(EMPTY) : inCell(own);
    });
    return { ...best(columns), row, columns, each };
  };
}

const EMPTY: CellAddress = { raw: '', address: undefined, problem: 'empty' };

function inCell(judged: readonly JudgedAddress[]): JudgedAddress {
  const [first, ...more] = judged;
  return first && more.length === 0 ? first : withOthers(judged);
}

/** The first of the best. */
function best(judged: readonly JudgedAddress[]): JudgedAddress {
  return judged.reduce((one, other) => (isWorse(one.verdict, other.verdict) ? other : one));
}

function withOthers(judged: readonly JudgedAddress[]): JudgedAddress {
  const first = best(judged);
  const others = judged.filter((judged) => judged !== first);
  const named = others.map(({ email, verdict }) => `${email} ${verdict}`);
  return { ...first, others: named.join('; ') };
}
