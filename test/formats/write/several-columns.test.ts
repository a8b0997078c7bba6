import { describe, expect, it } from 'vitest';
import { hintText } from '../../../src/cli/render/hint-text.ts';
import { inspectList } from '../../../src/formats/inspect/inspect-list.ts';
import { readBatches } from '../../../src/formats/read/read-rows.ts';
import type { JudgedRow } from '../../../src/formats/write/judged-row.ts';
import { SPLIT_PARTS, writeResults } from '../../../src/formats/write/write-results.ts';
import { ACCEPTED, filtered, memorySource, NO_MAILBOX, ROLE, written } from '../support.ts';

/** Ann is accepted, Bob is no mailbox, info is a role, about others nothing is known. */
function lookup(address: string) {
  const known: Record<string, typeof ACCEPTED> = { ann: ACCEPTED, bob: NO_MAILBOX, info: ROLE };
  return known[address.split('@')[0] ?? ''];
}

const LIST = [
  'Id,Primary,Billing',
  '1,ann@example.com,bob@example.com',
  '2,bob@example.com,info@example.com',
  '3,bob@example.com,zoe@example.com',
  '4,,bob@example.com',
  '5,,',
  '6,ann,ann@example.com',
  '',
].join('\n');

const inspect = { columns: ['Primary', 'Billing'] };

describe('a list with several address columns', () => {
  it('keeps its rows, with the results of each column under its name', async () => {
    const text = await written(LIST, { inspect, lookup, columns: ['verdict', 'reason'] });
    expect(text.split('\n')).toEqual([
      'Id,Primary,Billing,Primary_verdict,Primary_reason,Billing_verdict,Billing_reason',
      '1,ann@example.com,bob@example.com,deliverable,accepted,undeliverable,mailbox',
      '2,bob@example.com,info@example.com,undeliverable,mailbox,risky,role',
      '3,bob@example.com,zoe@example.com,undeliverable,mailbox,unknown,incomplete',
      '4,,bob@example.com,,empty,undeliverable,mailbox',
      '5,,,,empty,,empty',
      '6,ann,ann@example.com,undeliverable,syntax,deliverable,accepted',
      '',
    ]);
  });

  it('counts, filters and divides each row by its best address', async () => {
    const source = memorySource('list.csv', LIST);
    const plan = await inspectList(source, inspect);
    const seen: JudgedRow[] = [];
    const observe = (outcome: JudgedRow) => seen.push(outcome);
    const output = { format: 'csv', columns: [], observe } as const;
    const files = ['whole', ...SPLIT_PARTS] as const;
    const rows: Record<string, string[]> = {};
    for await (const { file, chunk } of writeResults(readBatches(source, plan), {
      plan,
      output,
      lookup,
      files,
    })) {
      rows[file] = String(chunk)
        .split('\n')
        .slice(1, -1)
        .map((row) => row.charAt(0));
    }
    expect(rows).toEqual({
      whole: ['1', '2', '3', '4', '5', '6'],
      deliverable: ['1', '6'],
      risky: ['2'],
      unknown: ['3'],
      undeliverable: ['4'],
      empty: ['5'],
    });
    expect(seen.map(({ verdict }) => verdict)).toEqual([
      'deliverable',
      'risky',
      'unknown',
      'undeliverable',
      undefined,
      'deliverable',
    ]);
    const only = await written(LIST, {
      inspect,
      lookup,
      columns: [],
      ...filtered({ only: ['deliverable'] }),
    });
    expect(only).toBe(
      'Id,Primary,Billing\n1,ann@example.com,bob@example.com\n6,ann,ann@example.com\n',
    );
  });

  it('has fields under the names of its columns in JSON', async () => {
    const text = await written(LIST, {
      inspect,
      lookup,
      format: 'jsonl',
      columns: ['verdict', 'score'],
    });
    expect(JSON.parse(text.split('\n')[0] ?? '')).toEqual({
      Primary_verdict: 'deliverable',
      Primary_score: 100,
      Billing_verdict: 'undeliverable',
      Billing_score: 0,
      input: { Id: '1', Primary: 'ann@example.com', Billing: 'bob@example.com' },
    });
  });

  it.each([
    ['a_verdict,a,b', ['a', 'b'], 'a_verdict,a,b,mailvet_a_verdict,b_verdict'],
    ['mail,mail,x', ['1', '2'], 'mail,mail,x,mail_verdict,mail_2_verdict'],
    [
      ',E-mail 1 - Value,y',
      ['1', '2'],
      ',E-mail 1 - Value,y,column_1_verdict,E-mail 1 - Value_verdict',
    ],
  ])('%s has added columns with names of their own', async (header, columns, expected) => {
    const list = `${header}\nann@example.com,bob@example.com,ann@example.com\n`;
    const text = await written(list, { inspect: { columns }, lookup, columns: ['verdict'] });
    expect(text.split('\n')[0]).toBe(expected);
  });

  it('keeps rows one where cells are split, too', async () => {
    const list =
      'a,b\n"bob@example.com; ann@example.com",info@example.com\nx@example.com,"n/a, bob@example.com"\n';
    const text = await written(list, {
      inspect: { columns: ['a', 'b'], splitCells: true },
      lookup,
      columns: ['email', 'verdict', 'others'],
    });
    expect(text.split('\n').slice(0, 2)).toEqual([
      'a,b,a_email,a_verdict,a_others,b_email,b_verdict,b_others',
      '"bob@example.com; ann@example.com",info@example.com,ann@example.com,deliverable,bob@example.com undeliverable,info@example.com,risky,',
    ]);
    expect(text.trim().split('\n')).toHaveLength(3);
  });
});

describe('a list of which the first filled column is taken', () => {
  it('has one result a row, with the address that it is for', async () => {
    const text = await written(LIST, {
      inspect: { coalesce: ['Primary', 'Billing'] },
      lookup,
      columns: ['email', 'verdict'],
    });
    expect(text.split('\n')).toEqual([
      'Id,Primary,Billing,email,verdict',
      '1,ann@example.com,bob@example.com,ann@example.com,deliverable',
      '2,bob@example.com,info@example.com,bob@example.com,undeliverable',
      '3,bob@example.com,zoe@example.com,bob@example.com,undeliverable',
      '4,,bob@example.com,bob@example.com,undeliverable',
      '5,,,,',
      '6,ann,ann@example.com,ann,undeliverable',
      '',
    ]);
  });
});

describe('the notices about columns', () => {
  const noticesOf = async (text: string, options = {}) =>
    (await inspectList(memorySource('list.csv', text), options)).notices.map(hintText);

  it('name a second column of addresses with the flags to add', async () => {
    const list = 'Id,E-mail,Second contact\n1,a@example.com,b@example.com\n2,c@example.com,\n';
    expect(await noticesOf(list)).toEqual([
      'Using column "E-mail"',
      'Column "Second contact" holds addresses, too; add: --column E-mail --column "Second contact"',
    ]);
  });

  it('say nothing more where the user chose, or where another column has none', async () => {
    const list = 'E-mail,b\na@example.com,b@example.com\n';
    expect(await noticesOf(list, { columns: ['E-mail'] })).toEqual(['Using column "E-mail"']);
    expect(await noticesOf('E-mail,b\na@example.com,x\n')).toEqual(['Using column "E-mail"']);
  });

  it('say what is coalesced', async () => {
    const list = 'a,b\na@example.com,b@example.com\n';
    expect(await noticesOf(list, { coalesce: ['a', 'b'] })).toEqual([
      'Using the first that is filled of column "a" and column "b"',
    ]);
  });
});
