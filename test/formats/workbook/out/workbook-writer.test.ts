import { parse } from 'csv-parse/sync';
import { describe, expect, it } from 'vitest';
import { inspectList } from '../../../../src/formats/inspect/inspect-list.ts';
import { readBatches } from '../../../../src/formats/read/read-rows.ts';
import type { ReportFacts } from '../../../../src/formats/report/report-facts.ts';
import { createSummary } from '../../../../src/formats/report/summarise.ts';
import type { ListSource } from '../../../../src/formats/source.ts';
import { type CellXml, numberCell, textCell } from '../../../../src/formats/workbook/out/cell.ts';
import { WorkbookWriter } from '../../../../src/formats/workbook/out/workbook-writer.ts';
import { unpackEntry, zipEntries } from '../../../../src/formats/workbook/zip.ts';
import { SPLIT_PARTS, writeResults } from '../../../../src/formats/write/write-results.ts';
import { english } from '../../../support/english.ts';
import {
  ACCEPTED,
  collect,
  fixture,
  memorySource,
  NO_MAILBOX,
  ROLE,
  written,
} from '../../support.ts';
import { sheetsOf } from './independent-reader.ts';

const PEOPLE = [
  'plz,id,email,note',
  '01067,12345678901234567890,ann@example.com,=1+1',
  '00123,1e5,bob@example.com,"a ""quoted"" <b> & c',
  ' second line "',
  '',
  '+49,-5,info@example.com,_x0041_ 😀\ttab',
  ',,,',
  '',
].join('\n');

function lookup(address: string) {
  const known: Record<string, typeof ACCEPTED> = { ann: ACCEPTED, bob: NO_MAILBOX, info: ROLE };
  return known[address.split('@')[0] ?? ''];
}

/** The files of a list as workbooks, by their names. */
async function workbooks(list: string, files: Parameters<typeof writeResults>[1]['files']) {
  const source = memorySource('list.csv', list);
  const plan = await inspectList(source);
  const summary = createSummary();
  const facts = (): ReportFacts => ({
    name: 'list.csv',
    at: 0,
    service: 'the embedded service',
    summary: summary.result(),
    counts: { rows: plan.rows, distinct: 3, duplicates: 0, unusable: 1 },
    text: english,
  });
  const output = { format: 'xlsx', observe: summary.add, facts } as const;
  const pieces = writeResults(readBatches(source, plan), {
    plan,
    output,
    lookup,
    ...(files && { files }),
  });
  const parts = new Map<string, Buffer[]>();
  for await (const { file, chunk } of pieces) {
    parts.set(file, [...(parts.get(file) ?? []), Buffer.from(chunk)]);
  }
  return new Map([...parts].map(([file, chunks]) => [file, Buffer.concat(chunks)]));
}

/** The rows of the same results as CSV, by another parser, filled up to the longest. */
async function csvRows(source: ListSource, delimiter: string): Promise<string[][]> {
  const table: string[][] = parse(await written(source, { lookup }), {
    bom: true,
    delimiter,
    skip_empty_lines: false,
    relax_column_count: true,
  });
  const width = Math.max(...table.map(({ length }) => length));
  // The reader leaves out empty rows at the end.
  const isBlank = (cells: readonly string[]) => cells.every((cell) => cell.trim() === '');
  const last = table.findLastIndex((cells) => !isBlank(cells));
  return table.slice(0, last + 1).map((cells) =>
    // A guard against formulas has no place where text is text.
    Array.from({ length: width }, (_, index) =>
      isBlank(cells) ? '' : (cells[index] ?? '').replace(/^'/, ''),
    ),
  );
}

async function partOf(workbook: Buffer, name: string): Promise<string> {
  const entry = zipEntries(workbook).find((one) => one.name === name);
  if (!entry) throw new Error(`there is no ${name}`);
  return Buffer.concat(await collect(unpackEntry(workbook, entry))).toString();
}

describe('a list as a workbook', () => {
  it.each(['people', 'excel-de.csv', 'utf16be-no-bom.csv', 'ragged.csv', 'blank-lines.csv'])(
    'has the rows and columns of the CSV file, to a reader that is not ours: %s',
    async (name) => {
      const source = name === 'people' ? memorySource(name, PEOPLE) : fixture(name);
      const plan = await inspectList(source);
      const output = { plan, output: { format: 'xlsx' }, lookup } as const;
      const pieces = await collect(writeResults(readBatches(source, plan), output));
      const bytes = Buffer.concat(pieces.map(({ chunk }) => Buffer.from(chunk)));
      const [results] = await sheetsOf(bytes);
      expect(results?.name).toBe('Results');
      expect(results?.rows).toEqual(await csvRows(source, plan.delimiter));
    },
  );

  it('keeps cells as text, colours verdicts, freezes the header and filters by it', async () => {
    const whole = (await workbooks(PEOPLE, ['whole'])).get('whole') ?? Buffer.alloc(0);
    const sheet = await partOf(whole, 'xl/worksheets/sheet1.xml');
    expect(sheet).toContain(
      '<pane ySplit="1" topLeftCell="A2" activePane="bottomLeft" state="frozen"/>',
    );
    expect(sheet).toContain('<autoFilter ref="A1:R6"/>');
    expect(sheet).toContain('<c r="A2" s="1" t="inlineStr"><is><t>01067</t></is></c>');
    const styles = await partOf(whole, 'xl/styles.xml');
    const looks = [
      ...styles.matchAll(/<xf numFmtId="(\d+)" fontId="\d+" fillId="(\d+)"[^>]*xfId/g),
    ];
    const fills = [...styles.matchAll(/<fill>.*?<\/fill>/g)].map(([fill]) => fill);
    const styleOf = (text: string) =>
      Number(new RegExp(`s="(\\d+)" t="inlineStr"><is><t>${text}<`).exec(sheet)?.[1]);
    expect(looks[styleOf('01067')]?.[1]).toBe('49');
    expect(fills[Number(looks[styleOf('undeliverable')]?.[2])]).toContain('FFFFC7CE');
    expect(fills[Number(looks[styleOf('risky')]?.[2])]).toContain('FFFFEB9C');
  });

  it('has a second sheet with what the list came to', async () => {
    const whole = (await workbooks(PEOPLE, ['whole'])).get('whole') ?? Buffer.alloc(0);
    const [, summary] = await sheetsOf(whole);
    expect(summary?.name).toBe('Summary');
    expect(summary?.rows.map(([label, count]) => [label, count])).toEqual(
      expect.arrayContaining([
        ['list.csv', ''],
        ['deliverable', '1'],
        ['undeliverable', '1'],
        ['Rows', '4'],
        ['Empty cells', '1'],
      ]),
    );
  });

  it('is divided into workbooks of a verdict each, without a second sheet', async () => {
    const files = await workbooks(PEOPLE, ['whole', ...SPLIT_PARTS]);
    const rows = new Map<string, string[]>();
    for (const [name, file] of files) {
      const [results, more] = await sheetsOf(file);
      if (name !== 'whole') expect(more).toBeUndefined();
      rows.set(
        name,
        (results?.rows ?? []).slice(1).map((cells) => cells[2] ?? ''),
      );
    }
    expect(Object.fromEntries(rows)).toEqual({
      whole: ['ann@example.com', 'bob@example.com', '', 'info@example.com', ''],
      deliverable: ['ann@example.com'],
      risky: ['info@example.com'],
      undeliverable: ['bob@example.com'],
      unknown: [],
      empty: [''],
    });
  });

  it('is the same bytes for the same rows', async () => {
    const [one, other] = [await workbooks(PEOPLE, ['whole']), await workbooks(PEOPLE, ['whole'])];
    expect(one).toEqual(other);
  });

  it('has the title lines of a list above its header', async () => {
    const list = 'sep=;\nwho;email\nA;ann@example.com\n';
    const [results] = await sheetsOf(
      (await workbooks(list, ['whole'])).get('whole') ?? Buffer.alloc(0),
    );
    expect(results?.rows[0]?.slice(0, 2)).toEqual(['who', 'email']);
  });
});

describe('WorkbookWriter', () => {
  async function bytesOf(writer: WorkbookWriter): Promise<Buffer> {
    await writer.end();
    return Buffer.from(await writer.take());
  }

  it('goes on with a second sheet where the first one is full', async () => {
    const head: CellXml[][] = [[textCell('n', 'heading')]];
    const writer = new WorkbookWriter({ head, hasHeader: true });
    const chunks: Uint8Array[] = [];
    for (let row = 2; row <= 1_048_577; row++) {
      writer.add([numberCell(row)]);
      if (writer.isFull()) chunks.push(await writer.take());
    }
    const book = Buffer.concat([...chunks, await bytesOf(writer)]);
    expect(await partOf(book, 'xl/workbook.xml')).toMatch(/name="Results".*name="Results 2"/);
    const second = await partOf(book, 'xl/worksheets/sheet2.xml');
    expect(second).toContain('<c r="A2" s="0"><v>1048577</v></c>');
    expect(second).toContain('<t>n</t>');
  });

  it('refuses more columns than a sheet has', () => {
    const head = [Array.from({ length: 16_385 }, () => textCell('x'))];
    expect(() => new WorkbookWriter({ head, hasHeader: true })).toThrow(
      'a workbook has at most 16,384 columns, the results have 16,385',
    );
  });

  it('cuts a text that Excel could not open', async () => {
    const writer = new WorkbookWriter({ head: [], hasHeader: false });
    writer.add([textCell('x'.repeat(40_000))]);
    const [sheet] = await sheetsOf(await bytesOf(writer));
    expect(sheet?.rows[0]?.[0]).toHaveLength(32_767);
  });
});
