import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { addressesInCell } from '../../src/address/clean-cell.ts';

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
    ['ann@x.org (work)', ['ann@x.org']],
    ['Ann (ann@x.org)', ['ann@x.org']],
    ['Ann Lee ann@x.org', ['ann@x.org']],
    ['"a b"@x.org', ['"a b"@x.org']],
    ['Ann <"a, b"@x.org>', ['"a, b"@x.org']],
    ['ann@x.org, bob@y.org', ['ann@x.org', 'bob@y.org']],
    ['ann@x.org;bob@y.org', ['ann@x.org', 'bob@y.org']],
    ['ann@x.org bob@y.org', ['ann@x.org', 'bob@y.org']],
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

  it('finds what it was given, whatever stands around it', () => {
    const around = fc.constantFrom('', ' ', '\u200b', '"', '<', '>', ',', ';', '\n', '(', ')');
    fc.assert(
      fc.property(around, around, (before, after) => {
        expect(read(`${before}ann@x.org${after}`)).toEqual(['ann@x.org']);
      }),
    );
  });

  it('takes any cell in its stride', () => {
    fc.assert(fc.property(fc.string({ unit: 'binary' }), (cell) => void addressesInCell(cell)));
  });

  it.each(['"', '<', '<@', '(', '\\', '.', '@', '" '])(
    'is not slowed down by a cell full of %j',
    (unit) => {
      expect(addressesInCell(unit.repeat(9_999 / unit.length)).addresses.length).toBeLessThan(2);
      expect(addressesInCell(unit.repeat(1_000_000)).addresses).toHaveLength(1);
    },
  );
});
