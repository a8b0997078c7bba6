import { parse } from 'csv-parse/sync';
import { describe, expect, it } from 'vitest';
import { inspectList } from '../../../src/formats/inspect/inspect-list.ts';
import { readRows } from '../../../src/formats/read/read-rows.ts';
import type { JudgedRow } from '../../../src/formats/write/judged-row.ts';
import { RESULT_COLUMNS } from '../../../src/formats/write/output.ts';
import { SPLIT_PARTS, writeResults } from '../../../src/formats/write/write-results.ts';
import {
  ACCEPTED,
  filtered,
  fixture,
  memorySource,
  NO_MAILBOX,
  ROLE,
  written,
} from '../support.ts';

const VERDICT = { columns: ['verdict', 'reason'] } as const;

/** Ann is accepted, Bob is no mailbox, info is a role, about others nothing is known. */
function lookup(address: string) {
  const known: Record<string, typeof ACCEPTED> = { ann: ACCEPTED, bob: NO_MAILBOX, info: ROLE };
  return known[address.split('@')[0] ?? ''];
}

const PEOPLE =
  'who,email\nA,ann@example.com\nB,bob@example.com\nI,info@example.com\nZ,zoe@example.com\nN,ann\n';

describe('writeResults as CSV', () => {
  it('gives each row back in its place with all fields behind it', async () => {
    const lines = (await written(PEOPLE, { lookup })).split('\n');
    expect(lines).toEqual([
      'who,email,mailvet_email,valid,deliverable,acceptAll,role,temporary,mx,smtp,score,verdict,reason,error,suggestion,detail',
      'A,ann@example.com,ann@example.com,true,true,false,false,false,true,true,100,deliverable,accepted,,,',
      'B,bob@example.com,bob@example.com,true,false,false,false,false,true,true,0,undeliverable,mailbox,,,',
      'I,info@example.com,info@example.com,true,true,false,true,false,true,true,90,risky,role,,,',
      'Z,zoe@example.com,zoe@example.com,,,,,,,,,unknown,incomplete,,,',
      'N,ann,ann,false,false,false,false,false,false,false,0,undeliverable,syntax,,,',
      '',
    ]);
  });

  it('keeps delimiter, line ends, byte order mark, sep line and quotation marks', async () => {
    expect(await written(fixture('excel-sep-line.csv'), VERDICT)).toBe(
      'sep=;\r\nName;Email;Note;verdict;reason\r\n' +
        'Ann;ann@example.com;1,5;deliverable;accepted\r\nBob;bob@sandbox.test;2,5;deliverable;accepted\r\n',
    );
    expect(await written(fixture('excel-de-utf8.csv'), VERDICT)).toMatch(
      /^\ufeffName;E-Mail;verdict;reason\r\n/,
    );
    expect(await written(fixture('mailchimp.csv'), VERDICT)).toContain(
      ',,"""VIP"",""2026""",deliverable,accepted\n',
    );
  });

  it('keeps mixed line ends line by line, and a missing last one', async () => {
    expect(await written(fixture('mixed-line-ends.csv'), { columns: ['score'] })).toBe(
      'name,email,score\r\nAnn,ann@example.com,100\nBob,bob@example.com,100\rCy,cy@example.com,100\r\nDi,di@example.com,100\r\n',
    );
    const sheet = await written(fixture('google-sheets.csv'), { columns: ['score'] });
    expect(sheet).toMatch(/bob@sandbox\.test,,100$/);
  });

  it('writes what was not UTF-8 as UTF-8 with a byte order mark', async () => {
    for (const name of ['excel-de.csv', 'utf16be-no-bom.csv', 'excel-unicode-text.txt']) {
      expect((await written(fixture(name))).charCodeAt(0)).toBe(0xfeff);
    }
    expect(await written(fixture('excel-fr.csv'))).toContain(
      'Lefèvre;helene@example.com;L’Œuvre & Cie;',
    );
  });

  it('fills ragged rows up, so that the results are one below the other', async () => {
    const table: string[][] = parse(await written(fixture('ragged.csv'), VERDICT));
    expect(table).toEqual([
      ['name', 'email', 'city', '', '', 'verdict', 'reason'],
      ['Ann', 'ann@example.com', '', '', '', 'deliverable', 'accepted'],
      ['Bob', 'bob@example.com', 'Bonn', 'left over', 'more', 'deliverable', 'accepted'],
      ['Cy', 'cy@example.com', 'Kyoto', '', '', 'deliverable', 'accepted'],
      ['Di', '', '', '', '', '', 'empty'],
    ]);
  });

  it('gives blank lines back where they were', async () => {
    expect(await written(fixture('blank-lines.csv'), { columns: ['score'] })).toBe(
      '\nname,email,score\n\nAnn,ann@example.com,100\n\n   \nBob,bob@example.com,100\n\n\n',
    );
  });

  it('prefixes a name that the list has already, in any case', async () => {
    const text = await written(fixture('own-result-columns.csv'));
    expect(text.split('\n')[0]).toBe(
      'Email,Score,verdict,mailvet_email,valid,deliverable,acceptAll,role,temporary,mx,smtp,mailvet_score,mailvet_verdict,reason,error,suggestion,detail',
    );
  });

  it('prefixes again when the list went through before', async () => {
    const once = await written('email\nann@example.com\n', { columns: ['email', 'score'] });
    const twice = await written(once, {
      columns: ['email', 'score'],
      inspect: { columns: ['email'] },
    });
    expect(twice.split('\n')[0]).toBe(
      'email,mailvet_email,score,mailvet_mailvet_email,mailvet_score',
    );
  });

  it('gives a list without a header none', async () => {
    expect(await written(fixture('no-header.csv'), VERDICT)).toBe(
      'Ann,ann@example.com,12,deliverable,accepted\nBob,bob@example.com,7,deliverable,accepted\n',
    );
  });

  it('gives lines a column of their own', async () => {
    expect(await written(fixture('lines.txt'), VERDICT)).toBe(
      'address,verdict,reason\nann@example.com,deliverable,accepted\nBob Ray <bob@example.com>,deliverable,accepted\n' +
        '\nnot an address,undeliverable,syntax\nann@example.com,deliverable,accepted\n',
    );
  });

  it('flattens JSON', async () => {
    expect(await written(fixture('objects.json'), VERDICT)).toBe(
      'id,email,tags,address.city,extra,verdict,reason\n' +
        '1,ann@example.com,"a, b",Bonn,,deliverable,accepted\n' +
        '2,bob@example.com,,,,deliverable,accepted\n3,,,,,,empty\n',
    );
  });

  it('guards the cells that it adds against formulas, and all of them when asked', async () => {
    const result = () => ({ error: '=HYPERLINK("x")' });
    const columns = ['email', 'error'] as const;
    const plain = await written(fixture('formulas.csv'), { columns, lookup: result });
    expect(plain).toBe(
      'email,phone,note,mailvet_email,error\nann@example.com,+49 30 5550100,=1+1,ann@example.com,"\'=HYPERLINK(""x"")"\n' +
        '=2+5@example.com,-1,@SUM(A1),\'=2+5@example.com,"\'=HYPERLINK(""x"")"\n',
    );
    const guarded = await written(fixture('formulas.csv'), {
      columns: ['score'],
      escapeFormulas: true,
    });
    expect(guarded).toBe(
      "email,phone,note,score\nann@example.com,'+49 30 5550100,'=1+1,100\n'=2+5@example.com,'-1,'@SUM(A1),100\n",
    );
  });

  it.each([
    [{ only: ['deliverable', 'risky'] as const }, ['A', 'I']],
    [{ exclude: ['undeliverable'] as const }, ['A', 'I', 'Z']],
    [{ only: ['deliverable', 'risky'] as const, exclude: ['risky'] as const }, ['A']],
    [{ only: ['deliverable'] as const, judging: { riskyRole: false } }, ['A', 'I']],
  ])('filters rows by %j', async (filter, expected) => {
    const table: string[][] = parse(
      await written(PEOPLE, { ...filtered(filter), ...VERDICT, lookup }),
    );
    expect(table.slice(1).map(([who]) => who)).toEqual(expected);
  });

  it('shows every outcome to the observer, those filtered out too', async () => {
    const seen: JudgedRow[] = [];
    await written(PEOPLE, {
      ...filtered({ only: ['risky'] }),
      lookup,
      observe: (outcome) => seen.push(outcome),
    });
    expect(seen.map(({ row, verdict }) => [row.line, verdict])).toEqual([
      [2, 'deliverable'],
      [3, 'undeliverable'],
      [4, 'risky'],
      [5, 'unknown'],
      [6, 'undeliverable'],
    ]);
  });

  it('says nothing of a cell with several addresses, unless cells are split', async () => {
    const list = 'email;n\n"ann@example.com, bob@example.com";1\n';
    const columns = ['email', 'valid', 'score', 'verdict', 'reason'] as const;
    expect((await written(list, { columns, lookup })).split('\n')[1]).toBe(
      '"ann@example.com, bob@example.com";1;ann@example.com, bob@example.com;;;unknown;several_addresses',
    );
    const split = await written(list, {
      columns: ['email', 'verdict', 'others'],
      lookup,
      inspect: { splitCells: true },
    });
    expect(split.split('\n').slice(1)).toEqual([
      '"ann@example.com, bob@example.com";1;ann@example.com;deliverable;bob@example.com undeliverable',
      '',
    ]);
  });

  it('suggests what was likely meant', async () => {
    const text = await written('ann@gmial.com\nann@gmail.com\n', { columns: ['suggestion'] });
    expect(text).toBe('address,suggestion\nann@gmial.com,ann@gmail.com\nann@gmail.com,\n');
  });

  it('writes the rows as they were when no column is added', async () => {
    const list = 'a,email\n"x",ann@example.com\n';
    expect(await written(list, { columns: [] })).toBe(list);
  });
});

describe('writeResults as JSON', () => {
  it('gives the fields, and the original columns under input', async () => {
    const [first, second] = JSON.parse(
      await written(PEOPLE, { format: 'json', lookup: () => undefined }),
    );
    expect(first).toEqual({
      ...Object.fromEntries(RESULT_COLUMNS.slice(0, 9).map((column) => [column, null])),
      email: 'ann@example.com',
      verdict: 'unknown',
      reason: 'incomplete',
      error: null,
      detail: null,
      input: { who: 'A', email: 'ann@example.com' },
    });
    expect(second.input).toEqual({ who: 'B', email: 'bob@example.com' });
  });

  it('has a suggestion only where there is one', async () => {
    const rows = JSON.parse(await written('["ann@gmial.com","ann@gmail.com"]', { format: 'json' }));
    expect(rows[0]).toMatchObject({
      suggestion: 'ann@gmail.com',
      input: { address: 'ann@gmial.com' },
    });
    expect(rows[1]).not.toHaveProperty('suggestion');
  });

  it('gives objects back whole', async () => {
    const text = await written(fixture('objects.json'), { format: 'jsonl', columns: ['verdict'] });
    expect(
      text
        .trim()
        .split('\n')
        .map((line) => JSON.parse(line).input),
    ).toEqual([
      { id: 1, email: 'ann@example.com', tags: ['a', 'b'], address: { city: 'Bonn' } },
      { id: 2, email: 'bob@example.com', extra: null },
      { id: 3, email: null },
    ]);
  });

  it('gives every column of CSV a name of its own', async () => {
    const [row] = JSON.parse(await written(fixture('duplicate-headers.csv'), { format: 'json' }));
    expect(row.input).toEqual({
      name: 'Ann',
      note: 'first',
      email: 'ann@example.com',
      note_2: 'second',
      column_5: 'x',
    });
  });

  it('is an array even when no row is left', async () => {
    const none = await written(PEOPLE, { format: 'json', ...filtered({ only: ['risky'] }) });
    expect(JSON.parse(none)).toEqual([]);
    expect(await written(PEOPLE, { format: 'jsonl', ...filtered({ only: ['risky'] }) })).toBe('');
  });
});

describe('an empty cell', () => {
  const list = 'who,email\nA,ann@example.com\nE,\nF, \u200b \nB,bob@example.com\n';

  it('has no verdict in CSV, and nothing else but its reason', async () => {
    expect((await written(list, { lookup })).split('\n').slice(2, 4)).toEqual([
      'E,,,,,,,,,,,,empty,,,',
      'F, \u200b ,,,,,,,,,,,empty,,,',
    ]);
  });

  it('has the verdict null in JSON', async () => {
    const rows = JSON.parse(await written(list, { lookup, format: 'json' }));
    expect(rows[1]).toMatchObject({ verdict: null, reason: 'empty', valid: null, score: null });
  });

  it('is written unless --only asks for verdicts', async () => {
    const kept = async (output: object) =>
      (await written(list, { lookup, columns: ['reason'], ...output })).match(/empty/g)?.length;
    expect(await kept(filtered({ exclude: ['undeliverable', 'unknown'] }))).toBe(2);
    expect(await kept(filtered({ only: ['undeliverable', 'unknown'] }))).toBeUndefined();
  });
});

describe('a list that is divided', () => {
  const list = `${PEOPLE}E,\n`;

  async function divided(text: string, format: 'csv' | 'json' | 'jsonl') {
    const source = memorySource('x', text);
    const plan = await inspectList(source);
    let reads = 0;
    let lookups = 0;
    async function* rows() {
      for await (const row of readRows(source, plan)) {
        reads += 1;
        yield row;
      }
    }
    const files: Record<string, string> = {};
    const pieces = writeResults(rows(), {
      plan,
      output: { format, columns: ['reason'] },
      lookup: (address) => {
        lookups += 1;
        return lookup(address);
      },
      files: ['whole', ...SPLIT_PARTS],
    });
    for await (const piece of pieces) files[piece.file] = (files[piece.file] ?? '') + piece.chunk;
    return { files, reads, lookups };
  }

  it('goes to one file a verdict, each with the header, and to the whole beside them', async () => {
    const { files } = await divided(list, 'csv');
    expect(files).toEqual({
      whole: await written(list, { lookup, columns: ['reason'] }),
      deliverable: 'who,email,reason\nA,ann@example.com,accepted\n',
      risky: 'who,email,reason\nI,info@example.com,role\n',
      undeliverable: 'who,email,reason\nB,bob@example.com,mailbox\nN,ann,syntax\n',
      unknown: 'who,email,reason\nZ,zoe@example.com,incomplete\n',
      empty: 'who,email,reason\nE,,empty\n',
    });
  });

  it('is read and judged once', async () => {
    const { reads, lookups } = await divided(list, 'csv');
    expect({ reads, lookups }).toEqual({ reads: 6, lookups: 4 });
  });

  it.each(['json', 'jsonl'] as const)('is whole %s in each file', async (format) => {
    const { files } = await divided(list, format);
    const parsed = (text = '') =>
      format === 'json'
        ? JSON.parse(text)
        : text
            .split('\n')
            .filter(Boolean)
            .map((line) => JSON.parse(line));
    expect(files.whole).toBe(await written(list, { lookup, columns: ['reason'], format }));
    expect(SPLIT_PARTS.flatMap((part) => parsed(files[part]))).toHaveLength(6);
  });

  it('makes every file, though no row goes there', async () => {
    const { files } = await divided('email\nann@example.com\n', 'csv');
    expect(Object.keys(files)).toEqual(['whole', ...SPLIT_PARTS]);
  });
});
