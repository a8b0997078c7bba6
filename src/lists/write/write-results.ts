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

/** The files that a list is divided into. */
export const SPLIT_PARTS = [...VERDICTS, 'empty'] as const;
export type SplitPart = (typeof SPLIT_PARTS)[number];

/** A piece of one of these files. */
export interface SplitPiece {
  readonly name: SplitPart;
  readonly text: string;
}

/**
 * The list divided by verdict, each part as `writeResults` would write it; `empty` has the rows whose
 * cell is empty. Every part yields at least once, if only its header. Blank lines belong to none.
 */
export async function* splitResults(
  rows: RowStream,
  plan: ListPlan,
  output: OutputOptions,
  lookup: Lookup,
): AsyncGenerator<SplitPiece> {
  const outcomesOf = createRowOutcomes(output, lookup);
  const parts = SPLIT_PARTS.map((name) => ({ name, part: createPart(plan, output) }));
  for await (const item of rows) {
    for (const row of asBatch(item)) {
      const outcomes = outcomesOf(row);
      for (const { name, part } of parts) {
        part.addRow(outcomes.filter(({ verdict = 'empty' }) => verdict === name));
        if (part.isFull()) yield { name, text: part.take() };
      }
    }
  }
  for (const { name, part } of parts) {
    part.end();
    yield { name, text: part.take() };
  }
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
