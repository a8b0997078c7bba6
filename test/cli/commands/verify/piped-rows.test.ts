/** Whatever list is piped through `mailvet verify`, the same rows come out. */
import { Readable } from 'node:stream';
import { parse } from 'csv-parse/sync';
import { stringify } from 'csv-stringify/sync';
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { eachTest } from '../../../support/each-test.ts';
import { runs } from '../../../support/property-runs.ts';
import { runCli } from '../../../support/run-cli.ts';
import { startStandIn } from '../../../support/stand-in.ts';

const service = eachTest(startStandIn);

async function piped(bytes: Buffer, cut: number, ...args: string[]): Promise<string> {
  const env = { MAILVET_BASE_URL: service.url, MAILVET_API_KEY: service.apiKey };
  const parts = Array.from({ length: Math.ceil(bytes.length / cut) }, (_, at) =>
    bytes.subarray(at * cut, (at + 1) * cut),
  );
  const done = await runCli(['verify', ...args], { env, stdin: Readable.from(parts) });
  expect(done).toMatchObject({ exitCode: 0 });
  return done.stdout;
}

const address = fc.constantFrom(
  'a@b.test',
  'undeliverable@b.test',
  'Ann <c@b.test>',
  '',
  'foo bar',
);
const verdictOf: Readonly<Record<string, string>> = {
  'a@b.test': 'deliverable',
  'undeliverable@b.test': 'undeliverable',
  'Ann <c@b.test>': 'deliverable',
  '': '',
  'foo bar': 'undeliverable',
};
const text = fc.string({
  unit: fc.constantFrom('a', 'Ü', '"', ',', ';', ' ', "'", '\n', '\r\n', '=', '\u2028', '😀'),
  maxLength: 8,
});
const row = fc.record({ address, before: text, after: text });
const rows = fc.array(row, { minLength: 1, maxLength: 30 });
const cut = fc.integer({ min: 1, max: 200 });

it('a CSV comes out row by row as it was', async () => {
  const delimiters = fc.constantFrom(',', ';', '\t', '|');
  const property = fc.asyncProperty(
    ...([rows, delimiters, fc.constantFrom('\n', '\r\n'), fc.boolean(), cut] as const),
    async (list, delimiter, lineEnd, quoted, at) => {
      const cells = list.map(({ before, address, after }) => [before, address, after]);
      const options = { delimiter, record_delimiter: lineEnd, quoted, quoted_match: /[\r\n]/ };
      const csv = stringify([['x', 'email', 'y'], ...cells], options);
      const flags = ['--delimiter', delimiter, '--column', 'email', '--header'];
      const out = await piped(Buffer.from(csv), at, ...flags);
      const lines = stringify([['x', 'email', 'y']], options).trimEnd();
      expect(out.startsWith(`${lines}${delimiter}verdict`)).toBe(true);
      const found: string[][] = parse(out, { delimiter, relax_column_count: true });
      expect(found.slice(1).map((each) => each.slice(0, 3))).toEqual(cells);
      expect(found.slice(1).map((each) => each[3])).toEqual(
        list.map((each) => verdictOf[each.address]),
      );
    },
  );
  await fc.assert(property, { numRuns: runs(200) });
});

it('JSON lines come out object by object as they were', async () => {
  const property = fc.asyncProperty(rows, cut, async (list, at) => {
    const lines = list.map(({ address, ...others }) =>
      JSON.stringify({ ...others, email: address }),
    );
    const out = await piped(Buffer.from(`${lines.join('\n')}\n`), at, '--input-format', 'jsonl');
    const found = out.trimEnd().split('\n');
    expect(found).toHaveLength(lines.length);
    for (const [index, line] of lines.entries()) {
      expect(found[index]?.startsWith(`${line.slice(0, -1)},"verdict":`)).toBe(true);
    }
  });
  await fc.assert(property, { numRuns: runs(200) });
});
