import { describe, expect, it } from 'vitest';
import { inspectList } from '../../../src/formats/inspect/inspect-list.ts';
import { findTableRow } from '../../../src/formats/inspect/table-row.ts';
import { memorySource } from '../support.ts';

describe('a line is a row of a table', () => {
  it.each([
    ['Ann,ann@x.test', ',', 2],
    ['ann@x.test;Ann;', ';', 3],
    ['1\tAnn\tann@x.test', '\t', 3],
    ['Ann|ann@x.test', '|', 2],
    ['"Smith, Ann",ann@x.test,"a ""b"""', ',', 3],
    ['Ann <ann@x.test>,pro', ',', 2],
    ['Ann,ann@x.test,bob@x.test', ',', 3],
    ['1,Ann;ann@x.test;Rue 1, Paris', ';', 3],
    ['"Ann,ann@x.test,""Oslo, NO"""', ',', 3],
    ['"Ann;ann@x.test";;', ';', 2],
  ])('%s', (line, delimiter, width) => {
    const row = findTableRow(line);
    expect(row?.delimiter).toBe(delimiter);
    expect(row?.cells).toHaveLength(width);
  });
});

describe('a line is no row of a table', () => {
  it.each([
    'ann@x.test',
    'ann@x.test,',
    ';;ann@x.test;;',
    'ann@x.test, bob@x.test',
    'Ann Smith <ann@x.test>',
    '"Smith, Ann" <ann@x.test>',
    'Smith, Ann <ann@x.test>',
    'Smith, Ann (pro) <ann@x.test>;',
    '"a,b"@x.test',
    '"Smith, Ann <ann@x.test>"',
    '“Smith, Ann” <ann@x.test>',
    "['ann@x.test', 'bob@x.test']",
    'ann@x.test，bob@x.test',
    'mailto:ann@x.test?subject=a,b',
    'john smith@x.test',
    'name,email',
    'hello, world',
    'ann@gmail,com',
    '',
  ])('%s', (line) => {
    expect(findTableRow(line)).toBeUndefined();
  });
});

it('rows of a table behind lines of one address are named', async () => {
  const lines = Array.from({ length: 300 }, (_, at) => `a${at}@x.test`);
  const list = memorySource(
    'list.txt',
    `${[...lines, 'Ann,b@x.test', 'Bob,c@x.test', 'Cy,d@x.test'].join('\n')}\n`,
  );
  const { notices } = await inspectList(list);
  expect(notices.join()).toContain(
    'Line 301 is a row of a table among lines of one address, as are 2 other lines',
  );
});
