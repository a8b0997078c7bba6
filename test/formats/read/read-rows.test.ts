import { describe, expect, it } from 'vitest';
import { fixture, inPieces, rowsOf } from '../support.ts';

describe('readRows', () => {
  it('gives each row its physical line, quoted line ends counted', async () => {
    const rows = await rowsOf(fixture('quoted-newlines.csv'));
    expect(rows.map(({ line }) => line)).toEqual([2, 5, 7]);
    const crlf = await rowsOf('email,note\r\na@example.com,"1\r\n2\r\n3"\r\nb@example.com,\r\n');
    expect(crlf.map(({ line }) => line)).toEqual([2, 5]);
  });

  it('brings blank lines too, and counts them as lines', async () => {
    const rows = await rowsOf(fixture('blank-lines.csv'));
    expect(rows.map(({ line, problem }) => [line, problem])).toEqual([
      [3, 'blank'],
      [4, undefined],
      [5, 'blank'],
      [6, 'blank'],
      [7, undefined],
      [8, 'blank'],
      [9, 'blank'],
    ]);
  });

  it('reads any mixture of line ends', async () => {
    const rows = await rowsOf(fixture('mixed-line-ends.csv'));
    expect(rows.map(({ cells }) => cells[0])).toEqual(['Ann', 'Bob', 'Cy', 'Di']);
    expect(rows.map(({ lineEnd }) => lineEnd)).toEqual(['\n', '\r', '\r\n', '\r\n']);
  });

  it('keeps every cell of ragged rows', async () => {
    const rows = await rowsOf(fixture('ragged.csv'));
    expect(rows.map(({ cells }) => cells.length)).toEqual([2, 5, 3, 1]);
    expect(rows.map(({ problem }) => problem)).toEqual([undefined, undefined, undefined, 'empty']);
  });

  it.each([
    ['excel-de.csv', 'Müller'],
    ['excel-unicode-text.txt', 'Łęcka'],
    ['utf16be-no-bom.csv', 'Jörg'],
  ])('reads the characters of %s', async (name, text) => {
    const rows = await rowsOf(fixture(name));
    expect(rows.flatMap(({ cells }) => cells).join(' ')).toContain(text);
  });

  it.each([1, 2, 3, 7, 64])('reads the same in pieces of %i bytes', async (size) => {
    for (const name of [
      'excel-unicode-text.txt',
      'outlook.csv',
      'mixed-line-ends.csv',
      'lines.txt',
      'objects.json',
      'objects.jsonl',
    ]) {
      expect(await rowsOf(inPieces(fixture(name), size))).toEqual(await rowsOf(fixture(name)));
    }
  });

  it('cleans cells for the wire and keeps them as they were', async () => {
    const rows = await rowsOf(fixture('messy-cells.csv'));
    const found = rows.map(({ cells, addresses: [one] }) => [
      cells[0],
      one?.address ?? one?.problem,
    ]);
    expect(Object.fromEntries(found)).toEqual({
      name: 'ann@example.com',
      mailto: 'ann@example.com',
      'zero width': 'ann@example.com',
      'full width': 'ann@example.com',
      'full stop': 'ann@example.com',
      blanks: 'ann@example.com',
      idn: 'ann@xn--bcher-kva.example',
      case: 'Ann@example.com',
      two: 'several_addresses',
      none: 'empty',
      empty: 'empty',
      typo: 'ann@gmial.com',
    });
    expect(rows[2]?.cells[1]).toBe('\u200bann@example.com\u200b');
  });

  it('reads an address out of marks, links, codes and guards', async () => {
    const rows = await rowsOf(fixture('marks-and-links.csv'));
    expect(rows.map(({ addresses }) => addresses.map(({ address }) => address).join())).toEqual([
      ...['ann', 'bob', 'cy', 'dee', 'ed', 'fay', "o'neil", '+gus'].map(
        (name) => `${name}@example.com`,
      ),
      '"a..b"@docomo.ne.jp',
    ]);
  });

  it('takes each address of a cell when cells are split', async () => {
    const rows = await rowsOf(fixture('messy-cells.csv'), { splitCells: true });
    const two = rows.find(({ cells }) => cells[0] === 'two');
    expect(two?.addresses.map(({ address }) => address)).toEqual([
      'ann@example.com',
      'bob@example.com',
    ]);
    expect(two?.problem).toBeUndefined();
  });

  it('takes the addresses of several columns, empty cells left out', async () => {
    const list =
      'a,b\nann@example.com,ann@example.net\nbob@example.com,\ncy@example.com,cy@Example.COM\n,\nx,\n';
    const rows = await rowsOf(list, { columns: ['a', 'b'] });
    expect(
      rows.map(({ addresses }) => addresses.map(({ address, problem }) => address ?? problem)),
    ).toEqual([
      ['ann@example.com', 'ann@example.net'],
      ['bob@example.com'],
      ['cy@example.com', 'cy@example.com'],
      ['empty'],
      ['syntax'],
    ]);
    expect(rows[0]?.addresses.map(({ column }) => column)).toEqual([0, 1]);
  });

  it('takes the first column that is filled with coalesce', async () => {
    const list = 'a,b\nann@example.com,ann@example.net\n ,bob@example.net\nx,cy@example.com\n,\n';
    const rows = await rowsOf(list, { coalesce: ['a', 'b'] });
    expect(
      rows.map(({ addresses }) => addresses.map(({ address, problem }) => address ?? problem)),
    ).toEqual([['ann@example.com'], ['bob@example.net'], ['syntax'], ['empty']]);
  });

  it('flattens nested objects and keeps the element', async () => {
    const [first] = await rowsOf(fixture('objects.json'));
    expect(first).toMatchObject({
      line: 2,
      cells: ['1', 'ann@example.com', 'a, b', 'Bonn'],
      text: '{"id": 1, "email": "ann@example.com", "tags": ["a", "b"], "address": {"city": "Bonn"}}',
    });
  });

  it('takes a bare string among objects for an address', async () => {
    const rows = await rowsOf('[{"email":"ann@example.com"},"bob@example.com",null,7]');
    expect(rows.map(({ addresses: [one] }) => one?.address ?? one?.problem)).toEqual([
      'ann@example.com',
      'bob@example.com',
      'empty',
      'empty',
    ]);
  });
});
