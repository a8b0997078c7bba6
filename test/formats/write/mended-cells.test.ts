import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { inspectList } from '../../../src/formats/inspect/inspect-list.ts';
import type { ListPlan } from '../../../src/formats/plan.ts';
import { readBatches } from '../../../src/formats/read/read-rows.ts';
import type { ListRow } from '../../../src/formats/row.ts';
import { mendCells } from '../../../src/formats/write/mended-cells.ts';
import { runs } from '../../support/property-runs.ts';

function sourceOf(text: string) {
  return {
    name: 'list.csv',
    open: async function* () {
      yield Buffer.from(text);
    },
  };
}

async function mendedRows(text: string, changes: Partial<ListPlan> = {}): Promise<ListRow[]> {
  const source = sourceOf(text);
  const plan = { ...(await inspectList(source, { chooseColumn: async () => 0 })), ...changes };
  const rows: ListRow[] = [];
  for await (const some of mendCells(readBatches(source, plan), plan)) rows.push(...some);
  return rows;
}

/** The rows as they are written, without the header. */
async function mended(text: string, changes: Partial<ListPlan> = {}): Promise<string[]> {
  return (await mendedRows(text, changes)).map((row) => row.text);
}

describe('mended cells', () => {
  it.each([
    ['Ann,ann@x.org', 'Ann,ann@x.org'],
    ['Ann,Ann@X.org', 'Ann,Ann@X.org'],
    ['Bjö,Bjö Sø <bjo@x.org>', 'Bjö,bjo@x.org'],
    ['Cy,"Lee, Cy <cy@x.org>"', 'Cy,cy@x.org'],
    ['Di,mailto:di@x.org', 'Di,di@x.org'],
    ['Ed, ed@x.org ', 'Ed,ed@x.org'],
    ['Fa,fa＠x.org', 'Fa,fa@x.org'],
    ['Gü,gü@müller.de', 'Gü,gü@müller.de'],
    ['Hu,"hu@x.org, hi@x.org"', 'Hu,"hu@x.org, hi@x.org"'],
    ['Ik,ik smith@x.org', 'Ik,ik smith@x.org'],
    ['Jo,', 'Jo,'],
  ])('%j is written as %j', async (row, written) => {
    const list = `Name,E-mail\n${row}\nZoe,zoe@x.org\n`;
    expect((await mended(list))[0]).toBe(written);
  });

  it('have corrections in the place of what was typed, with the name around it gone', async () => {
    const list = 'Name,E-mail\nAnn,Ann <ann@gmial.com>\nBo,bo@gmial.com\n';
    const corrections = [['@gmial.com', '@gmail.com']] as const;
    expect(await mended(list, { corrections })).toEqual(['Ann,ann@gmail.com', 'Bo,bo@gmail.com']);
  });

  it('of JSON change no other value of the row', async () => {
    const list = '{"n":1.50,"mail":"Ann <ann@x.org>","of":["Ann"]}\n{"mail":"b@x.org","n":2}\n';
    expect(await mended(list)).toEqual([
      '{"n":1.50,"mail":"ann@x.org","of":["Ann"]}',
      '{"mail":"b@x.org","n":2}',
    ]);
  });

  it('leave every other cell of a row as it is', async () => {
    const cell = fc.string({ unit: 'grapheme-ascii', maxLength: 12 });
    const quoted = (text: string) => `"${text.replaceAll('"', '""')}"`;
    await fc.assert(
      fc.asyncProperty(cell, cell, async (before, behind) => {
        const list = `A,E-mail,B\n${quoted(before)},Ann <ann@x.org>,${quoted(behind)}\n"a",b@x.org,"b"\n`;
        const [row] = await mendedRows(list);
        expect(row?.cells).toEqual([before, 'ann@x.org', behind]);
        expect(row?.text).toBe(`${quoted(before)},ann@x.org,${quoted(behind)}`);
      }),
      { numRuns: runs(100) },
    );
  });
});
