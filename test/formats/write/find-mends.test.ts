import { describe, expect, it } from 'vitest';
import { mendAddress } from '../../../src/address/suggest-cell.ts';
import { inspectList } from '../../../src/formats/inspect/inspect-list.ts';
import { readBatches } from '../../../src/formats/read/read-rows.ts';
import { findMends, withMends } from '../../../src/formats/write/find-mends.ts';
import { mendCells } from '../../../src/formats/write/mended-cells.ts';

function sourceOf(text: string) {
  return {
    name: 'list.csv',
    open: async function* () {
      yield Buffer.from(text);
    },
  };
}

async function found(text: string) {
  const source = sourceOf(text);
  const plan = await inspectList(source, { chooseColumn: async () => 0 });
  const mends = await findMends(source, plan);
  const mended = withMends(plan, mends);
  const rows: string[] = [];
  for await (const some of mendCells(readBatches(source, mended), mended))
    rows.push(...some.map((row) => row.text));
  return { mends, rows };
}

const LIST = `Name,E-mail
"Ann, A",ann@gmial.com
Bo,"Bo <bo@gmial.com>"
Cy,cy(at)example.org
Di,  di@example.org
Ed,john smith@example.org
Flo,flo@example.org
Gus,gus@Gmial.com
`;

describe('what can be mended in a list', () => {
  it('is typing errors, written-out signs, and what stands around an address', async () => {
    const { mends } = await found(LIST);
    expect(mends).toEqual({
      cells: 5,
      corrected: 4,
      corrections: [
        ['@gmial.com', '@gmail.com'],
        ['cy(at)example.org', 'cy@example.org'],
      ],
      groups: [
        {
          kind: 'typo',
          from: 'gmial.com',
          to: 'gmail.com',
          count: 3,
          examples: [
            { line: 2, before: 'ann@gmial.com', after: 'ann@gmail.com' },
            { line: 3, before: 'Bo <bo@gmial.com>', after: 'bo@gmail.com' },
            { line: 8, before: 'gus@Gmial.com', after: 'gus@gmail.com' },
          ],
        },
        {
          kind: 'written_out',
          count: 1,
          examples: [{ line: 4, before: 'cy(at)example.org', after: 'cy@example.org' }],
        },
        {
          kind: 'around',
          count: 1,
          examples: [{ line: 5, before: '  di@example.org', after: 'di@example.org' }],
        },
      ],
    });
  });

  it('is what the rows then have, and every other byte is as it was', async () => {
    const { rows } = await found(LIST);
    expect(rows).toEqual([
      '"Ann, A",ann@gmail.com',
      'Bo,bo@gmail.com',
      'Cy,cy@example.org',
      'Di,di@example.org',
      'Ed,john smith@example.org',
      'Flo,flo@example.org',
      'Gus,gus@gmail.com',
    ]);
  });
});

it.each([
  ['ann(at)example.org', 'ann@example.org'],
  ['ann [at] example [dot] org', 'ann@example.org'],
  ['ann@@example.org', 'ann@example.org'],
  ['ann@example,org', 'ann@example.org'],
  ['ann@example..org', 'ann@example.org'],
  ['ann(at)gmial.com', 'ann@gmail.com'],
  ['john smith@example.org', undefined],
  ['max. muster@example.org', undefined],
  ['ann@example.c o.uk', undefined],
  ['ann@example.org,bob', undefined],
  ['ann@example.org and more', undefined],
  ['nobody', undefined],
])('%j is mended to %j', (cell, address) => {
  expect(mendAddress(cell)).toBe(address);
});
