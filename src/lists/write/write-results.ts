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
export type RowStream = AsyncIterable<ListRow | readonly ListRow[]>;

/**
 * The list with its results, as text in pieces of some 64 KB: each row in its place with its columns
 * as they were, the results behind them. A row with several addresses is repeated for each.
 */
export async function* writeResults(
  rows: RowStream,
  plan: ListPlan,
  output: OutputOptions,
  lookup: Lookup,
): AsyncGenerator<string> {
  const outcomesOf = createRowOutcomes(output, lookup);
  const part = createPart(plan, output);
  const keepBlanks = !output.only && !output.exclude;
  for await (const item of rows) {
    for (const row of asBatch(item)) {
      if (row.problem === 'blank') {
        if (keepBlanks) part.addBlank(row);
      } else part.addRow(outcomesOf(row));
      if (part.isFull()) yield part.take();
    }
  }
  part.end();
  yield part.take();
}

/** A piece of the file that belongs to one verdict. */
export interface SplitPiece {
  readonly verdict: Verdict;
  readonly text: string;
}

/**
 * The list divided by verdict, each part as `writeResults` would write it. Every verdict yields at
 * least once, so that every file is there, if only with its header. Blank lines belong to none.
 */
export async function* splitResults(
  rows: RowStream,
  plan: ListPlan,
  output: OutputOptions,
  lookup: Lookup,
): AsyncGenerator<SplitPiece> {
  const outcomesOf = createRowOutcomes(output, lookup);
  const parts = VERDICTS.map((verdict) => ({ verdict, part: createPart(plan, output) }));
  for await (const item of rows) {
    for (const row of asBatch(item)) {
      const outcomes = outcomesOf(row);
      for (const { verdict, part } of parts) {
        part.addRow(outcomes.filter((outcome) => outcome.verdict === verdict));
        if (part.isFull()) yield { verdict, text: part.take() };
      }
    }
  }
  for (const { verdict, part } of parts) {
    part.end();
    yield { verdict, text: part.take() };
  }
}

/** The wanted outcomes of a row; `observe` sees the others too. */
function createRowOutcomes(
  { only, exclude, riskyRole, observe }: OutputOptions,
  lookup: Lookup,
): (row: ListRow) => RowOutcome[] {
  const outcomeOf = createOutcomes({ lookup, riskyRole });
  const unwanted = new Set(
    VERDICTS.filter((verdict) => exclude?.includes(verdict) || only?.includes(verdict) === false),
  );
  return (row) => {
    const wanted: RowOutcome[] = [];
    for (const found of row.addresses) {
      const outcome = { ...outcomeOf(found), row };
      observe?.(outcome);
      if (!unwanted.has(outcome.verdict)) wanted.push(outcome);
    }
    return wanted;
  };
}

function asBatch(item: ListRow | readonly ListRow[]): readonly ListRow[] {
  return 'addresses' in item ? [item] : item;
}

/** Characters gathered before they are handed on. */
const PIECE_SIZE = 64 * 1024;

/** The text of one output file on its way out. */
function createPart(plan: ListPlan, output: OutputOptions) {
  const renderer = createRenderer(plan, output);
  let text = renderer.start();
  return {
    addRow(outcomes: readonly RowOutcome[]): void {
      const last = outcomes.length - 1;
      for (let index = 0; index <= last; index++) {
        text += renderer.row(outcomes[index] as RowOutcome, index === last);
      }
    },
    addBlank(row: ListRow): void {
      text += renderer.blank(row);
    },
    end(): void {
      text += renderer.end();
    },
    isFull: () => text.length >= PIECE_SIZE,
    take(): string {
      const taken = text;
      text = '';
      return taken;
    },
  };
}

function createRenderer(plan: ListPlan, output: OutputOptions): Renderer {
  const columns = output.columns ?? RESULT_COLUMNS;
  if (output.format === 'json') return createJsonRenderer(plan, columns);
  if (output.format === 'jsonl') return createJsonlRenderer(plan, columns);
  return createCsvRenderer(plan, { columns, escapeFormulas: output.escapeFormulas ?? false });
}
