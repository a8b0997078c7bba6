import { decodeJson } from '../../lib/json-text.ts';
import { ADDRESS_HEADER, isJsonList, type ListPlan } from '../plan.ts';
import type { CellAddress, ListRow } from '../row.ts';
import type { ListSource } from '../source.ts';
import { readUtf8 } from './bytes.ts';
import { cellAddresses } from './cell-addresses.ts';
import { createCorrector } from './corrections.ts';
import { csvRecords } from './csv-records.ts';
import { fixedNames, jsonRecords } from './json-records.ts';
import { lineRecords } from './line-records.ts';
import { isBlank, type RowRecord } from './record.ts';

/**
 * The rows of a list in its order, as the plan says, blank lines included. Memory stays flat: a
 * chunk of the list is held at a time.
 */
export async function* readRows(source: ListSource, plan: ListPlan): AsyncGenerator<ListRow> {
  for await (const batch of readBatches(source, plan)) yield* batch;
}

/** The same rows, a batch for each chunk read: for those who take them all, a good deal faster. */
export async function* readBatches(
  source: ListSource,
  plan: ListPlan,
): AsyncGenerator<readonly ListRow[]> {
  const correct = createCorrector(plan.corrections);
  let skip = plan.head.records;
  let index = 0;
  for await (const records of readRecords(source, plan)) {
    const rows = skip === 0 ? records : records.slice(skip);
    skip -= records.length - rows.length;
    yield rows.map((record) => toRow(record, index++, { plan, correct }));
  }
}

function readRecords(source: ListSource, plan: ListPlan): AsyncIterable<RowRecord[]> {
  const chunks = readUtf8(source, plan.encoding);
  if (plan.format === 'csv') return csvRecords(chunks, plan.delimiter);
  if (plan.format === 'lines') return lineRecords(chunks);
  const names = fixedNames(plan.header ?? [ADDRESS_HEADER]);
  return jsonRecords(chunks, plan.format, { names });
}

interface RowReading {
  readonly plan: ListPlan;
  readonly correct: ReturnType<typeof createCorrector>;
}

function toRow(record: RowRecord, index: number, { plan, correct }: RowReading): ListRow {
  const { line, cells, text, lineEnd } = record;
  if (isBlank(record)) {
    return { index, line, cells, text, lineEnd, addresses: [], problem: 'blank' };
  }
  // A bare string among objects is an address wherever the objects have theirs.
  const isBare = isJsonList(plan) && text.startsWith('"');
  const typed = isBare
    ? cellAddresses(decodeJson(text), plan.splitCells)
    : readAddresses(cells, plan);
  const addresses = correct ? typed.map(correct) : typed;
  const row = { index, line, cells, text, lineEnd, addresses };
  const problem = addresses[0]?.problem;
  return problem && addresses.every((one) => one.problem) ? { ...row, problem } : row;
}

function readAddresses(
  cells: readonly string[],
  { columns, coalesce, splitCells }: ListPlan,
): readonly CellAddress[] {
  if (columns.length === 1) return cellAddresses(cells[columns[0] as number] ?? '', splitCells);
  const byColumn = columns.map((column) => cellAddresses(cells[column] ?? '', splitCells));
  const filled = byColumn.filter((found) => found[0]?.problem !== 'empty');
  if (filled.length === 0) return byColumn[0] ?? [];
  if (coalesce) return filled[0] ?? [];
  return byColumn.flatMap((found, column) =>
    found[0]?.problem === 'empty' ? [] : found.map((one) => ({ ...one, column })),
  );
}
