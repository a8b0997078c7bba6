import fc from 'fast-check';
import { describe, expect, it, vi } from 'vitest';
import { addressesInCell } from '../../src/address/clean-cell.ts';
import { anyText } from '../support/any-text.ts';

const read = (cell: string) =>
  addressesInCell(cell).addresses.map((part) => (part.ok ? part.address.address : `! ${part.raw}`));

describe('addressesInCell', () => {
  it.each([
    ['ann@x.org', ['ann@x.org']],
    ['  ann@x.org\t', ['ann@x.org']],
    ['Ann@X.ORG', ['Ann@x.org']],
    ['Ann Lee <ann@x.org>', ['ann@x.org']],
    ['"Lee, Ann" <ann@x.org>', ['ann@x.org']],
    ['ann@y.org <ann@x.org>', ['ann@x.org']],
    ['< ann@x.org >', ['ann@x.org']],
    ['mailto:ann@x.org?subject=Hi', ['ann@x.org']],
    ['MAILTO:ann%2Bnews@x.org', ['ann+news@x.org']],
    ['<mailto:ann@x.org>', ['ann@x.org']],
    ['E-Mail: ann@x.org', ['ann@x.org']],
    ['Email:ann@x.org', ['ann@x.org']],
    ['ann\u200b@x.org\ufeff', ['ann@x.org']],
    ['ann\u00a0', ['! ann']],
    ['ann＠x.org', ['ann@x.org']],
    ['ann@x.org.', ['ann@x.org']],
    ['ann@x.org,', ['ann@x.org']],
    ['"ann@x.org"', ['ann@x.org']],
    ["'ann@x.org'", ['ann@x.org']],
    ["o'brien@x.org", ["o'brien@x.org"]],
    ['[ann@x.org]', ['ann@x.org']],
    ['(ann@x.org)', ['ann@x.org']],
    ['ann @x.org', ['ann@x.org']],
    ['ann @ x.org', ['ann@x.org']],
    ["{}'@x.org", ["{}'@x.org"]],
    ["'ann@x.org", ["'ann@x.org"]],
    ['Lee, Ann <ann@x.org>', ['ann@x.org']],
    ['E-Mail:ann@x.org / bob@y.org', ['ann@x.org', 'bob@y.org']],
    ['"a b"@x.org', ['"a b"@x.org']],
    ['Ann <"a, b"@x.org>', ['"a, b"@x.org']],
    ['ann@x.org, bob@y.org', ['ann@x.org', 'bob@y.org']],
    ['ann@x.org;bob@y.org', ['ann@x.org', 'bob@y.org']],
    ['ann@x.org bob@y.org', ['ann@x.org', 'bob@y.org']],
    ['; ( ann@x.org', ['ann@x.org']],
    ['ann@x.org\nbob@y.org', ['ann@x.org', 'bob@y.org']],
    ['A <ann@x.org>; B <bob@y.org>', ['ann@x.org', 'bob@y.org']],
    ['ann@x.org, ann@X.org', ['ann@x.org']],
    ['ann@x.org, bob@', ['ann@x.org', '! bob@']],
    ['', []],
    [' \u200b ', []],
    ['n/a', ['! n/a']],
    ['ann@x', ['! ann@x']],
    [',;', ['! ,;']],
  ])('reads %j', (cell, expected) => {
    expect(read(cell)).toEqual(expected);
  });

  // Without what is left over, each would be the address of somebody else.
  it.each([
    'john smith@x.org',
    'max. muster@x.org',
    '0170 1234 max@x.org',
    'usern,ame@x.org',
    'test;123@x.org',
    'first(middle)last@x.org',
    'mary@gmail.co m',
    'jane@yahoo.co,uk',
    'ann@b.c o.uk',
    'ann@x.org (work)',
    'Ann (ann@x.org)',
    'Ann Lee ann@x.org',
    'Ann <ann@x.org> or so',
    'ann@x.org, bob',
    'x"ann@x.org',
    '<john> smith@x.org',
    'a@b@c.org',
    'ann@x.org bob',
    'john@ smith@x.org',
    'ann@x.org bob@',
    'jane@doe @x.org',
  ])('takes no address out of %j', (cell) => {
    expect(addressesInCell(cell).addresses).toMatchObject([{ ok: false, raw: cell }]);
  });

  it.each([
    ['"a,b"@x.org, <c;d@x.org>', ['"a,b"@x.org', '! <c;d@x.org>']],
    ['"a,b"@x.org; "c;d"@x.org', ['"a,b"@x.org', '"c;d"@x.org']],
    ['"Lee, Ann" <ann@x.org>, "Roe; Bob" <bob@y.org>', ['ann@x.org', 'bob@y.org']],
  ])('parts %j outside of quotation marks and brackets', (cell, expected) => {
    expect(read(cell)).toEqual(expected);
  });

  it('finds what it was given, whatever stands around it', () => {
    const around = fc.constantFrom('', ' ', '\u200b', '"', '<', '>', ',', ';', '\n', '(', ')');
    fc.assert(
      fc.property(around, around, (before, after) => {
        expect(read(`${before}ann@x.org${after}`)).toEqual(['ann@x.org']);
      }),
    );
  });

  it('takes any cell in its stride', () => {
    fc.assert(fc.property(anyText(), (cell) => void addressesInCell(cell)));
  });

  it.each(['"', '<', '<@', '(', '\\', '.', '@', '" ', '"\\', '"a<', "'", '{'])(
    'is not slowed down by a cell full of %j',
    (unit) => {
      const cell = (length: number) => unit.repeat(length / unit.length);
      expect(addressesInCell(cell(9_999)).addresses.length).toBeLessThan(2);
      // Twice the cell, twice the matches: none is searched again for each of its characters.
      const [half, whole] = [stepsOf(cell(4_998)), stepsOf(cell(9_996))];
      expect(whole).toBeLessThanOrEqual(2 * half + 100);
      expect(addressesInCell(unit.repeat(1_000_000)).addresses).toHaveLength(1);
    },
  );
});

/** How often a regular expression is tried while a cell is read. */
function stepsOf(cell: string): number {
  const tries = vi.spyOn(RegExp.prototype, 'exec');
  try {
    addressesInCell(cell);
    return tries.mock.calls.length;
  } finally {
    tries.mockRestore();
  }
}
