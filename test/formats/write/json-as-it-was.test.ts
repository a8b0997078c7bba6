import { parse } from 'csv-parse/sync';
import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { inspectList } from '../../../src/formats/inspect/inspect-list.ts';
import { readBatches } from '../../../src/formats/read/read-rows.ts';
import { writeResults } from '../../../src/formats/write/write-results.ts';
import { anyCharacter } from '../../support/any-text.ts';
import { runs } from '../../support/property-runs.ts';
import { ACCEPTED, collect, inPieces, memorySource, written } from '../support.ts';
import { sheetsOf } from '../workbook/out/independent-reader.ts';

const NO_RESULTS = { columns: [] } as const;

/** The text of a value, and the cell that it is in CSV. */
interface Value {
  readonly text: string;
  readonly cell: string;
}

const digits = fc.stringMatching(/^[0-9]{1,30}$/);
const number = fc
  .tuple(
    fc.constantFrom('', '-'),
    fc.stringMatching(/^(?:0|[1-9][0-9]{0,30})$/),
    fc.option(digits),
    fc.option(fc.tuple(fc.constantFrom('e', 'E', 'e+', 'E-'), digits)),
  )
  .map(([sign, whole, fraction, exponent]) => {
    const text = `${sign}${whole}${fraction === null ? '' : `.${fraction}`}${exponent?.join('') ?? ''}`;
    return { text, cell: text };
  });

/** A character as it is, and in some other way that JSON has. Lone surrogates are not for CSV. */
const character = fc
  .tuple(anyCharacter, fc.boolean())
  .filter(([char]) => char !== '@' && char !== '＠' && char !== '﹫')
  .map(([char, escaped]) => {
    const units = char.split('').map((unit) => unit.charCodeAt(0).toString(16).padStart(4, '0'));
    const plain = JSON.stringify(char).slice(1, -1);
    return { text: escaped ? units.map((unit) => `\\u${unit}`).join('') : plain, cell: char };
  });
const string = fc.array(character, { maxLength: 8 }).map((characters) => ({
  text: `"${characters.map(({ text }) => text).join('')}"`,
  cell: characters.map(({ cell }) => cell).join(''),
}));
const word = fc.constantFrom(
  { text: 'true', cell: 'true' },
  { text: 'false', cell: 'false' },
  { text: 'null', cell: '' },
);
const blanks = fc.constantFrom('', ' ', '\t', '  ');
/** With an array or null in it: it stands in CSV as it is. */
const nested = fc
  .tuple(fc.array(fc.oneof(number, string, word), { maxLength: 4 }), blanks)
  .map(([values, blank]) => {
    const texts = [...values.map(({ text }) => text), '{"2":1.0,"1":{},"2":[]}'];
    const text = `[${blank}${texts.join(`${blank},${blank}`)}${blank}]`;
    return { text, cell: text };
  });
const value: fc.Arbitrary<Value> = fc.oneof(number, string, word, nested);
const name = fc.constantFrom('10', '2', '0', '__proto__', 'constructor', '\\u0061', 'a', 'é', '');
const object = fc.array(fc.tuple(name, value, blanks), { maxLength: 6 }).map((members) => ({
  members: members.map(([key, { cell }]) => ({ name: JSON.parse(`"${key}"`), cell })),
  text: `{${members.map(([key, { text }, blank]) => `"${key}"${blank}:${blank}${text},${blank}`).join('')}"email":"ann@example.com"}`,
}));
const objects = fc.array(object, { minLength: 1, maxLength: 4 });

describe('a JSON list', () => {
  it('comes back with the text of every value in JSON and JSON lines', async () => {
    await fc.assert(
      fc.asyncProperty(objects, fc.boolean(), async (list, isLines) => {
        const texts = list.map(({ text }) => text);
        const source = isLines ? texts.join('\n') : `[${texts.join(',\n ')}]`;
        const rows = texts.map((text) => `{"input":${text}}`);
        const back = (format: 'json' | 'jsonl') => written(source, { ...NO_RESULTS, format });
        expect(await back('json')).toBe(`[\n${rows.join(',\n')}\n]\n`);
        expect(await back('jsonl')).toBe(`${rows.join('\n')}\n`);
      }),
      { numRuns: runs(300) },
    );
  });

  it('comes back with the text of every value in CSV, a doubled name as columns of its own', async () => {
    await fc.assert(
      fc.asyncProperty(objects, async (list) => {
        const source = list.map(({ text }) => text).join('\n');
        const back = await written(source, NO_RESULTS);
        const [header = [], ...rows] = parse(back, { bom: true, relax_column_count: true });
        expect(rows).toHaveLength(list.length);
        for (const [at, { members }] of list.entries()) {
          const left = [...members, { name: 'email', cell: 'ann@example.com' }];
          const wanted = header.map((column) => {
            const next = left.findIndex(({ name }) => name === column);
            return next === -1 ? '' : left.splice(next, 1)[0]?.cell;
          });
          expect(rows[at]).toEqual(wanted);
          expect(left).toEqual([]);
        }
      }),
      { numRuns: runs(300) },
    );
  });

  it.each([
    ['12345678901234567890', '12345678901234567890'],
    ['1.10', '1.10'],
    ['1e400', '1e400'],
    ['-0', '-0'],
    ['1E5', '1E5'],
    [String.raw`"\u00e9\/"`, 'é/'],
    [String.raw`"\ud800"`, '\ufffd'],
    ['[1.10, "a\\u0062", true]', '1.10, ab, true'],
    ['[1.0, null]', '[1.0, null]'],
    ['[ {"b":1.0, "a" : 2 } ]', '[ {"b":1.0, "a" : 2 } ]'],
  ])('keeps the value %s', async (text, cell) => {
    const list = `[{"email":"ann@example.com","x":${text}}]`;
    const back = JSON.stringify(await written(list, { ...NO_RESULTS, format: 'json' }));
    expect(back).toBe(JSON.stringify(`[\n{"input":${list.slice(1, -1)}}\n]\n`));
    expect(parse(await written(list, NO_RESULTS))[1]).toEqual(['ann@example.com', cell]);
  });

  it('keeps line breaks between values in JSON, and only blanks for them in JSON lines', async () => {
    const element = '{\r\n  "email": "ann@example.com",\r\n  "x": [\n    1.0 ]\n}';
    const list = `[\n${element}\n]`;
    expect(await written(list, { ...NO_RESULTS, format: 'json' })).toBe(
      `[\n{"input":${element}}\n]\n`,
    );
    expect(await written(list, { ...NO_RESULTS, format: 'jsonl' })).toBe(
      '{"input":{ "email": "ann@example.com", "x": [ 1.0 ] }}\n',
    );
  });

  it('keeps its bare values under "address"', async () => {
    const list = String.raw`["ann\u0040example.com", 1.0, null]`;
    const rows = String.raw`{"address":"ann\u0040example.com"} {"address":1.0} {"address":null}`;
    expect(await written(list, { columns: ['email'], format: 'jsonl' })).toBe(
      rows
        .split(' ')
        .map((input, at) => `{"email":"${['ann@example.com', '1.0', ''][at]}","input":${input}}\n`)
        .join(''),
    );
  });

  it('comes back in a workbook with every value', async () => {
    const source = memorySource(
      'list.jsonl',
      '{"email":"ann@example.com","10":12345678901234567890,"2":1.10,"2":1e400,"__proto__":{"x":-0}}\n',
    );
    const plan = await inspectList(source);
    const output = { format: 'xlsx', columns: [] } as const;
    const pieces = writeResults(readBatches(inPieces(source, 3), plan), {
      plan,
      output,
      lookup: () => ACCEPTED,
    });
    const bytes = (await collect(pieces)).map(({ chunk }) => Buffer.from(chunk));
    const [sheet] = await sheetsOf(Buffer.concat(bytes));
    expect(sheet?.rows).toEqual([
      ['email', '10', '2', '2', '__proto__.x'],
      ['ann@example.com', '12345678901234567890', '1.10', '1e400', '-0'],
    ]);
  });

  it('with a doubled e-mail name has two columns, of which one is named by its number', async () => {
    const list = '{"email":"ann@example.com","email":"bob@example.com"}\n';
    await expect(written(list)).rejects.toMatchObject({
      code: 'input',
      message: expect.stringContaining('"email" (column 1) and "email" (column 2)'),
    });
    const inspect = { columns: ['2'] };
    expect(await written(list, { columns: ['verdict'], inspect })).toBe(
      'email,email,verdict\nann@example.com,bob@example.com,deliverable\n',
    );
  });
});

describe('a list of any other form', () => {
  it('keeps the order of its columns in JSON, whatever their names', async () => {
    const list = '10,2,email,__proto__\nx,y,ann@example.com,z\n';
    expect(await written(list, { ...NO_RESULTS, format: 'jsonl' })).toBe(
      '{"input":{"10":"x","2":"y","email":"ann@example.com","__proto__":"z"}}\n',
    );
  });
});
