import { describe, expect, it } from 'vitest';
import { inspectList } from '../../../src/formats/inspect/inspect-list.ts';
import { readBatches } from '../../../src/formats/read/read-rows.ts';
import type { RowResult } from '../../../src/formats/write/judged-row.ts';
import { ToolFile } from '../../../src/formats/write/tool-files.ts';
import { writeResults } from '../../../src/formats/write/write-results.ts';
import { ACCEPTED, memorySource, NO_MAILBOX, ROLE } from '../support.ts';

/** Ann and Zoe are accepted, Bob is no mailbox, Fay's is full, info is a role. */
const KNOWN: Readonly<Record<string, RowResult>> = {
  ann: ACCEPTED,
  zoe: ACCEPTED,
  bob: NO_MAILBOX,
  fay: { verification: { ...NO_MAILBOX.verification, detail: { reason: 'full' } } },
  info: ROLE,
};

interface Files {
  readonly import: readonly string[];
  readonly archive: readonly string[];
}

async function toolFiles(
  name: string,
  list: string,
  options: Parameters<typeof inspectList>[1] = { columns: ['Email'] },
): Promise<Files> {
  const source = memorySource(name, list);
  const plan = await inspectList(source, options);
  const files = [
    new ToolFile('import', { plan, filter: {} }),
    new ToolFile('archive', { plan, filter: {} }),
  ];
  const lookup = (address: string) => KNOWN[address.split('@')[0] ?? ''];
  const text = { import: '', archive: '' };
  const output = { format: 'csv', columns: [] } as const;
  const wanted = { plan, output, lookup, files: [], toolFiles: files };
  for await (const { file, chunk } of writeResults(readBatches(source, plan), wanted))
    text[file as 'import' | 'archive'] += String(chunk);
  return { import: text.import.split('\n'), archive: text.archive.split('\n') };
}

describe('cells with several addresses', () => {
  const split = { columns: ['Email'], splitCells: true };

  it('are imported with each safe address, and archived with each dead one', async () => {
    const list = [
      'Name,Email,Note',
      'A,"ann@x.com, bob@x.com","1, 2"',
      'B,"Zoe <zoe@x.com>; ann@x.com; info@x.com",',
      'C,"bob@x.com / fay@x.com",',
      'D,bob@x.com,',
      '',
    ].join('\n');
    expect(await toolFiles('list.csv', list, split)).toEqual({
      import: ['Name,Email,Note', 'A,ann@x.com,"1, 2"', 'B,zoe@x.com,', 'B,ann@x.com,', ''],
      archive: ['Email', 'bob@x.com', 'bob@x.com', 'bob@x.com', ''],
    });
  });

  it('are imported so from JSON, and from a list without a last line end', async () => {
    const json = JSON.stringify([{ Email: 'bob@x.com, ann@x.com, zoe@x.com' }]);
    expect((await toolFiles('list.json', json, split)).import).toEqual([
      'Email',
      'ann@x.com',
      'zoe@x.com',
      '',
    ]);
    const list = 'Email\n"ann@x.com, zoe@x.com"';
    expect((await toolFiles('list.csv', list, split)).import).toEqual([
      'Email',
      'ann@x.com',
      'zoe@x.com',
    ]);
  });
});

it('a second column is imported without its dead address, which is archived', async () => {
  const list =
    'Id,Email,Other\n1,ann@x.com,bob@x.com\n2,info@x.com,zoe@x.com\n3,bob@x.com,bob@x.com\n';
  expect(await toolFiles('list.csv', list, { columns: ['Email', 'Other'] })).toEqual({
    import: ['Id,Email,Other', '1,ann@x.com,', '2,info@x.com,zoe@x.com', ''],
    archive: ['Email', 'bob@x.com', 'bob@x.com', 'bob@x.com', ''],
  });
});

it('a full mailbox is neither imported nor archived', async () => {
  expect(await toolFiles('list.csv', 'Email\nfay@x.com\nbob@x.com\n')).toEqual({
    import: ['Email', ''],
    archive: ['Email', 'bob@x.com', ''],
  });
});

it('a tool that removes by the contact keeps one that has a living address', async () => {
  const list =
    'Contact ID,Account Name,Email,Other\n1,A,ann@x.com,bob@x.com\n2,B,bob@x.com,bob@x.com\n';
  const { archive } = await toolFiles('list.csv', list, { columns: ['Email', 'Other'] });
  expect(archive.filter((line) => line.startsWith('1,'))).toEqual([]);
  expect(archive.filter((line) => line.startsWith('2,'))).toHaveLength(2);
});
