import { expect, test } from 'vitest';
import { chooseDestination } from '../../../../src/cli/commands/batch/destination.ts';
import { resumeCommand } from '../../../../src/cli/commands/batch/job-access.ts';
import {
  parseResultOptions,
  type ResultOptions,
} from '../../../../src/cli/commands/batch/options.ts';
import { RunFiles } from '../../../../src/cli/io/file-place.ts';
import { parseGlobalFlags } from '../../../../src/cli/options/global.ts';
import type { RawFlags } from '../../../../src/cli/options/values.ts';

const flags = (raw: RawFlags): ResultOptions => parseResultOptions(raw, '/here');

const FULL = { empty: 0, unusable: 0 };
const FILES = new RunFiles();
const LIST = { plan: { format: 'csv' }, counts: FULL } as const;

test.for([
  { list: 'csv', path: '/in/a.csv', raw: {}, to: '/in/a.verified.csv', format: 'csv' },
  { list: 'csv', path: '/in/a.b.tsv', raw: {}, to: '/in/a.b.verified.tsv', format: 'csv' },
  { list: 'csv', path: '/in/list', raw: {}, to: '/in/list.verified.csv', format: 'csv' },
  { list: 'lines', path: '/in/a.txt', raw: {}, to: '/in/a.verified.csv', format: 'csv' },
  { list: 'json', path: '/in/a.json', raw: {}, to: '/in/a.verified.json', format: 'json' },
  { list: 'jsonl', path: '/in/a.ndjson', raw: {}, to: '/in/a.verified.ndjson', format: 'jsonl' },
  {
    list: 'csv',
    path: '/in/a.csv',
    raw: { json: true },
    to: '/in/a.verified.json',
    format: 'json',
  },
  { list: 'csv', path: '/in/a.csv', raw: { output: 'o.json' }, to: '/here/o.json', format: 'json' },
  { list: 'csv', path: '/in/a.csv', raw: { output: '-' }, to: undefined, format: 'csv' },
  { list: 'json', path: null, raw: {}, to: undefined, format: 'json' },
] as const)(
  'on a terminal $list at $path with $raw goes to $to',
  ({ list, path, raw, ...want }) => {
    const origin = {
      plan: { format: list },
      counts: FULL,
      inputPath: path,
      stdoutIsTerminal: true,
      files: FILES,
    };
    const { path: to, format } = chooseDestination(flags(raw), origin);
    expect({ to, format }).toEqual(want);
  },
);

test('a piped stdout takes the results, unless -o says otherwise', () => {
  const origin = { ...LIST, inputPath: '/a.csv', stdoutIsTerminal: false, files: FILES };
  expect(chooseDestination(flags({}), origin).path).toBeUndefined();
  expect(chooseDestination(flags({ output: '/b.csv' }), origin).path).toBe('/b.csv');
});

test('-o waits for the results without --wait', () => {
  expect(flags({}).wait).toBe(false);
  expect(flags({ output: '-' }).wait).toBe(true);
});

test('the resume command quotes what a shell would take apart', () => {
  const globals = parseGlobalFlags({ profile: "it's mine", apiKey: 'secret', apiKeyFile: '-' });
  expect(resumeCommand({ globals }, 'job_1')).toBe(
    "mailvet batch resume job_1 --profile 'it'\\''s mine'",
  );
});

test.for([
  [{ empty: 0, unusable: 3 }, 4],
  [{ empty: 1, unusable: 3 }, 5],
  [{ unusable: 3 }, 5],
  [{ unusable: 0 }, 4],
] as const)('of %j there are %d parts', ([counts, parts]) => {
  const origin = { ...LIST, counts, inputPath: '/a.csv', stdoutIsTerminal: false, files: FILES };
  expect(chooseDestination(flags({ split: 'parts' }), origin).split).toHaveLength(parts);
});

const SHEET = { plan: { format: 'csv', sheet: 'List' }, counts: FULL } as const;

test.for([
  { raw: {}, to: '/in/a.verified.xlsx', format: 'xlsx' },
  { raw: { output: 'b.csv' }, to: '/here/b.csv', format: 'csv' },
  { raw: { output: 'b.tsv' }, to: '/here/b.tsv', format: 'tsv' },
  { raw: { format: 'csv' }, to: '/in/a.verified.csv', format: 'csv' },
  { raw: { output: '-' }, to: undefined, format: 'csv' },
] as const)('a workbook with $raw goes to $to', ({ raw, ...want }) => {
  const origin = { ...SHEET, inputPath: '/in/a.xlsx', stdoutIsTerminal: true, files: FILES };
  const { path: to, format } = chooseDestination(flags(raw), origin);
  expect({ to, format }).toEqual(want);
});

test('a workbook is CSV on a piped stdout', () => {
  const origin = { ...SHEET, inputPath: '/in/a.xlsx', stdoutIsTerminal: false, files: FILES };
  expect(chooseDestination(flags({}), origin)).toMatchObject({ path: undefined, format: 'csv' });
});

test.for([
  [{ output: 'a.xls' }, "Results can't be written as .xls (-o a.xls)"],
  [{ report: 'r.pdf' }, "A report can't be written as .pdf (--report r.pdf)"],
] as const)('%j is refused', ([raw, message]) => {
  expect(() => flags(raw)).toThrow(message);
});
