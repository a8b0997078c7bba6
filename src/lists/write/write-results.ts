import { VERDICTS, type Verdict } from '../../contract/verdict.ts';
import type { ListPlan } from '../plan.ts';
import type { ListRow } from '../row.ts';
import { createCsvRenderer } from './csv-renderer.ts';
import { createJsonlRenderer, createJsonRenderer } from './json-renderer.ts';
import type { Lookup } from './outcome.ts';
import { createOutcomes, type RowOutcome } from './outcome.ts';
import { type OutputOptions, RESULT_COLUMNS } from './output.ts';
import type { Renderer } from './renderer.ts';

/** Rows one by one, or in batches (`readBatches`), which is faster. */
type RowStream = AsyncIterable<ListRow | readonly ListRow[]>;

/** The files that a list is divided into. */
export const SPLIT_PARTS = [...VERDICTS, 'empty'] as const;
type SplitPart = (typeof SPLIT_PARTS)[number];

/** A file that results go to: the whole list, or the rows of one verdict. */
export type ResultFile = 'whole' | SplitPart;

/** A piece of some 64 KB of one of the files. */
interface FilePiece {
  readonly file: ResultFile;
  readonly text: string;
}

interface ListOutput {
  readonly plan: ListPlan;
  readonly output: OutputOptions;
  readonly lookup: Lookup;
  /** Default: the whole list alone. */
  readonly files?: readonly ResultFile[];
}

/**
 * The list with its results, as text in pieces: each row in its place with its columns as they were,
 * the results behind them. A row with several addresses is repeated for each; `empty` has the rows
 * whose cell is empty. A row is read, judged and formatted once, however many files it goes to.
 * Every file yields at least once, if only its header. Blank lines stand in the whole list alone.
 */
export async function* writeResults(
  rows: RowStream,
  { plan, output, lookup, files = ['whole'] }: ListOutput,
): AsyncGenerator<FilePiece> {
  const outcomesOf = createRowOutcomes(output, lookup);
  const renderer = createRenderer(plan, output);
  const parts = files.map((file) => createPart(file, renderer));
  const keepBlanks = !output.only && !output.exclude;
  for await (const item of rows) {
    for (const row of asBatch(item)) {
      const isBlank = row.problem === 'blank';
      const lines = isBlank ? [] : rendered(outcomesOf(row), renderer);
      for (const part of parts) {
        if (!isBlank) part.addRow(row, lines);
        else if (keepBlanks) part.addBlank(row);
        if (part.isFull()) yield part.take();
      }
    }
  }
  for (const part of parts) {
    part.end();
    yield part.take();
  }
}

interface Line {
  /** The part that it belongs to, beside the whole. */
  readonly part: SplitPart;
  readonly text: string;
}

function rendered(outcomes: readonly RowOutcome[], renderer: Renderer): Line[] {
  return outcomes.map((outcome) => ({
    part: outcome.verdict ?? 'empty',
    text: renderer.row(outcome),
  }));
}

/** The wanted outcomes of a row; `observe` sees the others too. */
function createRowOutcomes(
  { only, exclude, riskyRole, observe }: OutputOptions,
  lookup: Lookup,
): (row: ListRow) => RowOutcome[] {
  const outcomeOf = createOutcomes({ lookup, riskyRole });
  return (row) => {
    const wanted: RowOutcome[] = [];
    for (const found of row.addresses) {
      const outcome = { ...outcomeOf(found), row };
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

/** Characters gathered before they are handed on. */
const PIECE_SIZE = 64 * 1024;

/** The text of one output file on its way out. */
function createPart(file: ResultFile, renderer: Renderer) {
  let text = renderer.start;
  let isEmpty = true;
  return {
    addRow(row: ListRow, lines: readonly Line[]): void {
      const own = file === 'whole' ? lines : lines.filter(({ part }) => part === file);
      const last = own.length - 1;
      for (let index = 0; index <= last; index++) {
        text += renderer.before(isEmpty) + own[index]?.text + renderer.after(row, index === last);
        isEmpty = false;
      }
    },
    addBlank(row: ListRow): void {
      if (file === 'whole') text += renderer.blank(row);
    },
    end(): void {
      text += renderer.end(isEmpty);
    },
    isFull: () => text.length >= PIECE_SIZE,
    take(): FilePiece {
      const taken = text;
      text = '';
      return { file, text: taken };
    },
  };
}

function createRenderer(plan: ListPlan, output: OutputOptions): Renderer {
  const columns = output.columns ?? RESULT_COLUMNS;
  if (output.format === 'json') return createJsonRenderer(plan, columns);
  if (output.format === 'jsonl') return createJsonlRenderer(plan, columns);
  return createCsvRenderer(plan, { columns, escapeFormulas: output.escapeFormulas ?? false });
}
