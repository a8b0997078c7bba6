import { describe, expect, it } from 'vitest';
import { inspectList } from '../../../src/formats/inspect/inspect-list.ts';

const HEAD = 'name,email,note\nA,a@example.com,fine\n';
const TAIL = 'Y,y@example.com,fine\nZ,z@example.com,fine\n';

function inspect(rows: string) {
  return inspectList(memorySource('list', HEAD + rows + TAIL));
}

import { memorySource } from '../support.ts';

describe('a quotation mark that was not meant', () => {
  it.each([
    ['before a name', '"B,b@example.com,x\nC,c@example.com,"y"\n'],
    ['before an address', 'B,"b@example.com,x\nC,c@example.com,"y"\n'],
    [
      'before a note, closed by the next note',
      'B,b@example.com,"x\nC,c@example.com,y\nD,d@example.com,"z"\n',
    ],
    ['closed where a cell ends', 'B,b@example.com,"5 inch\nC,c@example.com,6"\n'],
    ['at the end of a line', 'B,b@example.com,"\nC,c@example.com,y\n"\n'],
    [
      'before a note, and the lost address ends like a kept one',
      'Ann,ann@example.com,"x\nN,n@example.com,"\n',
    ],
  ])('is refused with its line when it stands %s', async (_, rows) => {
    await expect(inspect(rows)).rejects.toMatchObject({
      code: 'input',
      message: 'the quotation mark that opens on line 3 swallows the rows behind it',
    });
  });

  it('is refused with its line when it is never closed, in a list of any length', async () => {
    const many = Array.from({ length: 60_000 }, (_, id) => `P,p${id}@example.com,fine\n`).join('');
    const opens = 'the quotation mark that opens on line 5';
    const rows = `B,b@example.com,"two\nlines"\n"C,c@example.com,x\n${many}`;
    await expect(inspect(rows)).rejects.toThrow(`${opens} is not closed within 1 MB`);
    await expect(inspect('B,b@example.com,"two\nlines"\n"C,c@example.com,x\n')).rejects.toThrow(
      `${opens} is never closed`,
    );
  });

  it('is refused in a list of one column', async () => {
    const rows = Array.from({ length: 20 }, (_, id) => `p${id}@example.com\n`).join('');
    const list = memorySource(
      'list',
      `email\na@example.com\n"b@example.com\n${rows}"c@example.com\n`,
    );
    await expect(inspectList(list)).rejects.toThrow('opens on line 3 swallows');
  });
});

describe('a quotation mark that was meant', () => {
  it.each([
    ['around lines', 'B,b@example.com,"one\ntwo, three"\n'],
    ['around addresses', 'B,b@example.com,"ask\nSue, c@example.com\nd@example.com, too"\n'],
    ['around its own address again', 'B,b@example.com,"x\nB,b@example.com,y"\n'],
    ['inside a bare cell', 'B,b@example.com,5" pipe\nC,c@example.com,6" pipe\n'],
    ['doubled', 'B,b@example.com,"a ""good"" one\nor two"\n'],
  ])('stays where it stands: %s', async (_, rows) => {
    await expect(inspect(rows)).resolves.toMatchObject({ columns: [1] });
  });

  it.each([
    ['a name with a comma', '"Berg, Jörg <b@example.com>"'],
    ['a name in quotation marks', '"""Berg, Jörg"" <b@example.com>"'],
    ['two addresses', '"b@example.com, c@example.com"'],
  ])('stays where it stands: around lines, before a quoted cell with %s', async (_, cell) => {
    const rows = `2,"two\nlines",${cell},x\n`;
    const list = `id,name,email,note\n1,A,a@example.com,\n${rows}3,C,c@example.com,\n`;
    await expect(inspectList(memorySource('list', list))).resolves.toMatchObject({ columns: [2] });
  });
});
