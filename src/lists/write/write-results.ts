import { VERDICTS, type Verdict } from '../../contract/verdict.ts';
import type { ListPlan } from '../plan.ts';
import type { ListRow } from '../row.ts';
import { createCsvFormat } from './csv-renderer.ts';
import { createJsonFormat, createJsonlFormat } from './json-renderer.ts';
import type { Lookup } from './outcome.ts';
import { createOutcomes, type RowOutcome } from './outcome.ts';
import { type OutputOptions, RESULT_COLUMNS, type ResultColumn } from './output.ts';
import type { Chunk, Renderer } from './renderer.ts';
import { createTextRenderer, type TextFormat } from './text-renderer.ts';
import { createWorkbookRenderer } from './workbook-renderer.ts';

/** Rows one by one, or in batches (`readBatches`), which is faster. */
type RowStream = AsyncIterable<ListRow | readonly ListRow[]>;

/** The files that a list is divided into. */
export const SPLIT_PARTS = [...VERDICTS, 'empty'] as const;
type SplitPart = (typeof SPLIT_PARTS)[number];

/** A file that results go to: the whole list, or the rows of one verdict. */
export type ResultFile = 'whole' | SplitPart;

/** A piece of one of the files. */
export interface FilePiece {
  readonly file: ResultFile;
  readonly chunk: Chunk;
}

interface ListOutput {
  readonly plan: ListPlan;
  readonly output: OutputOptions;
  readonly lookup: Lookup;
  /** Default: the whole list alone. */
  readonly files?: readonly ResultFile[];
}

/**
 * The list with its results, in pieces of text, or of bytes for a workbook: each row in its place
 * with its columns as they were, the results behind them. A row with several addresses is repeated
 * for each; `empty` has the rows whose cell is empty. A row is read, judged and formatted once,
 * however many files it goes to. Every file yields at least once, if only its header. Blank lines
 * stand in the whole list alone.
 */
export function writeResults(rows: RowStream, list: ListOutput): AsyncGenerator<FilePiece> {
  const { plan, output } = list;
  const columns = output.columns ?? RESULT_COLUMNS;
  if (output.format === 'xlsx') {
    return writeFiles(rows, list, createWorkbookRenderer(plan, { columns, facts: output.facts }));
  }
  return writeFiles(rows, list, createTextRenderer(textFormat(plan, output, columns)));
}

function textFormat(
  plan: ListPlan,
  { format, escapeFormulas = false }: OutputOptions,
  columns: readonly ResultColumn[],
): TextFormat {
  if (format === 'json') return createJsonFormat(plan, columns);
  if (format === 'jsonl') return createJsonlFormat(plan, columns);
  const tabs = format === 'tsv' ? { delimiter: '\t' } : {};
  return createCsvFormat(plan, { columns, escapeFormulas, ...tabs });
}

async function* writeFiles<Line>(
  rows: RowStream,
  { output, lookup, files = ['whole'] }: ListOutput,
  renderer: Renderer<Line>,
): AsyncGenerator<FilePiece> {
  const toOutcomes = createRowOutcomes(output, lookup);
  const parts = files.map((file) => ({ file, writer: renderer.open(file === 'whole') }));
  const keepBlanks = !output.only && !output.exclude;
  for await (const item of rows) {
    for (const row of asBatch(item)) {
      const isBlank = row.problem === 'blank';
      const lines = isBlank ? [] : rendered(toOutcomes(row), renderer);
      for (const { file, writer } of parts) {
        if (!isBlank) writer.add(row, linesFor(file, lines));
        else if (keepBlanks && file === 'whole') writer.addBlank(row);
        if (writer.isFull()) yield { file, chunk: await writer.take() };
      }
    }
  }
  for (const { file, writer } of parts) {
    await writer.end();
    yield { file, chunk: await writer.take() };
  }
}

interface PartLine<Line> {
  /** The part that it belongs to, beside the whole. */
  readonly part: SplitPart;
  readonly line: Line;
}

function rendered<Line>(
  outcomes: readonly RowOutcome[],
  renderer: Renderer<Line>,
): PartLine<Line>[] {
  return outcomes.map((outcome) => ({
    part: outcome.verdict ?? 'empty',
    line: renderer.row(outcome),
  }));
}

function linesFor<Line>(file: ResultFile, lines: readonly PartLine<Line>[]): Line[] {
  const own = file === 'whole' ? lines : lines.filter(({ part }) => part === file);
  return own.map(({ line }) => line);
}

/** The wanted outcomes of a row; `observe` sees the others too. */
function createRowOutcomes(
  { only, exclude, riskyRole, observe }: OutputOptions,
  lookup: Lookup,
): (row: ListRow) => RowOutcome[] {
  const toOutcome = createOutcomes({ lookup, riskyRole });
  return (row) => {
    const wanted: RowOutcome[] = [];
    for (const found of row.addresses) {
      const outcome = { ...toOutcome(found), row };
      observe?.(outcome);
      if (isWanted(outcome.verdict, { only, exclude })) wanted.push(outcome);
    }
    return wanted;
  };
}

/** An empty cell has no verdict: `--only` never names it, `--exclude` neither. */
export function isWanted(verdict: Verdict | undefined, { only, exclude }: VerdictFilter): boolean {
  if (verdict === undefined) return only === undefined;
  return only?.includes(verdict) !== false && !exclude?.includes(verdict);
}

interface VerdictFilter {
  readonly only?: readonly Verdict[] | undefined;
  readonly exclude?: readonly Verdict[] | undefined;
}

function asBatch(item: ListRow | readonly ListRow[]): readonly ListRow[] {
  return 'addresses' in item ? [item] : item;
}
