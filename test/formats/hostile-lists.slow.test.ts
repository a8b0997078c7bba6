import { describe, expect, it } from 'vitest';
import { inspectList } from '../../src/formats/inspect/inspect-list.ts';
import { MAX_CELLS } from '../../src/formats/read/record.ts';
import { memorySource, rowsOf } from './support.ts';

const inspect = (text: string) => inspectList(memorySource('list', text));

describe('JSON that is nested too deeply', () => {
  const deep = '['.repeat(500_000) + ']'.repeat(500_000);

  it.each([
    ['an element of an array', `["a@example.com",\n${deep}]`],
    ['a value of a line', `{"email":"a@example.com"}\n{"email":"b@example.com","x":${deep}}\n`],
  ])('is refused with its line: %s', async (_, text) => {
    await expect(inspect(text)).rejects.toMatchObject({
      code: 'input',
      message: 'the list is not valid JSON: line 2: a value is nested too deeply',
    });
  });

  it('is read up to a depth that data has', async () => {
    const nested = '['.repeat(99) + ']'.repeat(99);
    const [row] = await rowsOf(`[{"email":"a@example.com","x":${nested}}]`);
    expect(row?.addresses).toMatchObject([{ address: 'a@example.com' }]);
  });
});

describe('a row without end', () => {
  it.each([
    ['of empty cells', ','.repeat(2_000_000), 'line 3 is too long to be a row of a list'],
    [
      'of empty cells in quotation marks',
      '"",'.repeat(700_000),
      expect.stringMatching(/line 3 is (?:too long|not closed)/),
    ],
    [
      'of one quoted cell, closed at last',
      `x,"${'y\n'.repeat(1_000_000)}"\n`,
      'the quotation mark that opens on line 3 is not closed within 1 MB',
    ],
  ])('is refused by its line after 1 MB: %s', async (_, row, message) => {
    const list = `email,note\na@example.com,fine\n${row}`;
    await expect(inspect(list)).rejects.toMatchObject({ code: 'input', message });
  });

  it('of closed cells is refused where it has more than a spreadsheet can hold', async () => {
    const wide = (cells: number) => `email,note\na@example.com,${','.repeat(cells - 2)}\n`;
    await expect(inspect(wide(MAX_CELLS))).resolves.toMatchObject({ width: MAX_CELLS });
    await expect(inspect(wide(MAX_CELLS + 1))).rejects.toMatchObject({
      code: 'input',
      message: 'line 2 has more than 16,384 cells',
    });
  });

  it('is refused where it would fill up all other rows', async () => {
    const rows = 'a@example.com,fine\n'.repeat(20_000);
    await expect(
      inspect(`email,note\n${rows}b@example.com${','.repeat(12_000)}\n`),
    ).rejects.toMatchObject({
      code: 'input',
      message: 'line 20002 of list has 12,001 cells, the first line 2',
    });
  });
});

describe('a long list that is in memory already', () => {
  it('leaves the event loop its turns while it is read', async () => {
    const source = memorySource('list', 'a@example.com\n'.repeat(300_000));
    let turns = 0;
    const timer = setInterval(() => turns++, 1);
    await inspectList(source);
    clearInterval(timer);
    expect(turns).toBeGreaterThan(3);
  });
});
