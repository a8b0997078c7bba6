import { deepEqual, equal, ok } from 'node:assert/strict';
import { parse } from 'csv-parse/sync';
import { inspectList } from '../../src/formats/inspect/inspect-list.ts';
import type { ListPlan } from '../../src/formats/plan.ts';
import { readBatches, readRows } from '../../src/formats/read/read-rows.ts';
import type { ListRow } from '../../src/formats/row.ts';
import type { ListSource } from '../../src/formats/source.ts';
import { unpackList } from '../../src/formats/workbook/workbook.ts';
import { writeResults } from '../../src/formats/write/write-results.ts';
import { MailvetError } from '../../src/lib/errors.ts';
import type { NamedBytes } from './corpus.ts';
import { ACCEPTED, collect, inPieces, memorySource } from './support.ts';

/** What became of a list: `read` to its last row, or refused with an error for the user. */
export type Fate = 'read' | 'refused';

/**
 * Takes a list all the way, from bytes to results in CSV and JSON, and throws where a row is lost on
 * it, or where the error is not for the user.
 */
export async function wholeWay(list: NamedBytes): Promise<Fate> {
  try {
    const { source, plan } = await planned(list);
    const rows = await collect(readRows(source, plan));
    const counted = rows.filter(({ problem }) => problem !== 'blank');
    equal(counted.length, plan.rows, 'rows read');
    deepEqual(await collect(readRows(inPieces(source, 5), plan)), rows);
    await checkJson(source, plan, counted);
    if (plan.format === 'csv') await checkCsv(source, plan, counted);
    return 'read';
  } catch (error) {
    if (!(error instanceof MailvetError)) throw error;
    equal(error.code, 'input');
    ok(error.message !== '' && error.hint !== undefined, error.message);
    return 'refused';
  }
}

async function planned({ name, bytes }: NamedBytes) {
  const { chunks, sheet } = await unpackList(name, memorySource(name, bytes).open());
  const source = memorySource(name, Buffer.concat(await collect(chunks)));
  // An ambiguous column is somebody's choice: the first will do.
  const chooseColumn = async ([first]: readonly { readonly index: number }[]) => first?.index ?? 0;
  return { source, plan: await inspectList(source, { ...sheet?.reading, chooseColumn }) };
}

async function results(source: ListSource, plan: ListPlan, format: 'csv' | 'json') {
  const output = { plan, output: { format }, lookup: () => ACCEPTED };
  const pieces = await collect(writeResults(readBatches(source, plan), output));
  return pieces.map(({ chunk }) => chunk).join('');
}

async function checkJson(source: ListSource, plan: ListPlan, rows: readonly ListRow[]) {
  const written: { input: Record<string, unknown> }[] = JSON.parse(
    await results(source, plan, 'json'),
  );
  equal(written.length, rows.flatMap(({ addresses }) => addresses).length, 'rows in JSON');
  if (plan.format !== 'csv') return;
  deepEqual(
    // Names that are numbers come first in every object of JavaScript.
    written.map(({ input }) => Object.values(input).sort()),
    rows.flatMap(({ cells, addresses }) => addresses.map(() => [...cells].sort())),
  );
}

/** By the eyes of a reader that is not ours. */
async function checkCsv(source: ListSource, plan: ListPlan, rows: readonly ListRow[]) {
  const written = parse(await results(source, plan, 'csv'), {
    bom: true,
    delimiter: plan.delimiter,
    record_delimiter: ['\r\n', '\n', '\r'],
    relax_column_count: true,
    relax_quotes: true,
    skip_empty_lines: false,
  });
  const outcomes = rows.flatMap(({ addresses }) => addresses).length;
  const verdicts = written.filter((cells) => cells.length >= plan.width + RESULTS);
  equal(verdicts.length, outcomes + (plan.header ? 1 : 0), 'rows in CSV');
}

const RESULTS = 13;
