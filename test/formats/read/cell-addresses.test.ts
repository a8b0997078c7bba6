import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { addressesInCell } from '../../../src/address/clean-cell.ts';
import { cellAddresses } from '../../../src/formats/read/cell-addresses.ts';
import { runs } from '../../support/property-runs.ts';

const piece = fc.constantFrom(
  'a',
  'Z',
  '0',
  'ann',
  'EXAMPLE',
  'example',
  'com',
  'xn',
  '-',
  '--',
  '.',
  '..',
  '_',
  '+',
  '@',
  '＠',
  ' ',
  ',',
  ';',
  '<',
  '>',
  '"',
  '(',
  ')',
  'mailto:',
  "'",
  '!',
  '%',
  'ü',
  '\u200b',
  '\n',
  '[1.2.3.4]',
);
const cell = fc.oneof(
  fc.array(piece, { maxLength: 16 }).map((parts) => parts.join('')),
  fc.emailAddress(),
  fc.string({ maxLength: 80 }),
  fc
    .tuple(fc.nat(70), fc.nat(70))
    .map(([local, domain]) => `${'a'.repeat(local)}@${'b'.repeat(domain)}.com`),
);

describe('cellAddresses', () => {
  it('takes plain addresses exactly as the cleaner would', () => {
    fc.assert(
      fc.property(cell, (text) => {
        const parts = addressesInCell(text).addresses;
        const sent = parts.flatMap((part) => (part.ok ? [part.address.address] : []));
        const [found, ...more] = cellAddresses(text, false);
        expect(more).toEqual([]);
        expect(found?.address).toBe(parts.length === 1 ? sent[0] : undefined);
      }),
      { numRuns: runs(5000) },
    );
  });

  it('has either an address or a problem', () => {
    fc.assert(
      fc.property(cell, fc.boolean(), (text, split) => {
        const found = cellAddresses(text, split);
        expect(found.length).toBeGreaterThan(0);
        expect(
          found.every(
            ({ address, problem }) => (address === undefined) === (problem !== undefined),
          ),
        ).toBe(true);
      }),
      { numRuns: runs(2000) },
    );
  });

  it.each([
    ['', 'empty'],
    ['  \u200b ', 'empty'],
    ['n/a', 'syntax'],
    ['ann@', 'syntax'],
    ['ann@xn--a.com', 'syntax'],
    ['ann@example.com bob@example.com', 'several_addresses'],
    ['ann@example.com, bob@', 'several_addresses'],
  ])('calls %j %s', (text, problem) => {
    expect(cellAddresses(text, false)).toEqual([{ raw: text, address: undefined, problem }]);
  });

  it('keeps the part that can be no address when a cell is split', () => {
    expect(cellAddresses('ann@example.com, bob@', true).map(({ problem }) => problem)).toEqual([
      undefined,
      'syntax',
    ]);
  });
});
