import fc from 'fast-check';
import { expect, it } from 'vitest';
import { parseAddress } from '../../src/address/parse.ts';
import { suggestDomain } from '../../src/address/suggest.ts';
import { suggestAddress } from '../../src/address/suggest-cell.ts';

it.each([
  ['john smith@x.org', 'john.smith@x.org'],
  ['max. muster@x.org', 'max.muster@x.org'],
  ['jane@yahoo.co,uk', 'jane@yahoo.co.uk'],
  ['mary@gmail.co m', 'mary@gmail.com'],
  ['ann@x,com', 'ann@x.com'],
  ['ann(at)x.org', 'ann@x.org'],
  ['ann [at] x [dot] org', 'ann@x.org'],
  ['ann at x.org', 'ann@x.org'],
  ['ann@@x.org', 'ann@x.org'],
  ['ann@x..org', 'ann@x.org'],
  ['ann@x.org (work)', 'ann@x.org'],
  ['Ann (ann@x.org)', 'ann@x.org'],
  ['bob@gnail con', undefined],
  ['bob@gnail,con', 'bob@gmail.com'],
  ['0170 1234 max@x.org', undefined],
  ['n/a', undefined],
  ['', undefined],
])('%j suggests %s', (cell, meant) => {
  expect(suggestAddress(cell)).toBe(meant);
});

it('suggests what can be sent and is no slip itself', () => {
  const piece = fc.constantFrom(
    'ann',
    'gmial',
    '.con',
    ' ',
    ',',
    '@',
    '(at)',
    '.',
    'com',
    '"',
    '(',
  );
  fc.assert(
    fc.property(fc.array(piece, { maxLength: 8 }), (parts) => {
      const suggestion = suggestAddress(parts.join(''));
      if (suggestion === undefined) return;
      const parsed = parseAddress(suggestion);
      expect(parsed.ok && suggestDomain(parsed.address.domain)).toBeUndefined();
    }),
  );
});
