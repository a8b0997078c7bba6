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
  ['ann@x.org work', 'ann@x.org'],
  ['ann@x.org - do not use', 'ann@x.org'],
  ['ann@x.org, Ann', 'ann@x.org'],
  ['ann@x.org,work', 'ann@x.org'],
  ['ann@x.org; old', 'ann@x.org'],
  ['ann@x.org/old', 'ann@x.org'],
  ['ann@x.org uk', 'ann@x.org'],
  ['ann@x.org（工作）', 'ann@x.org'],
  ['1. ann@x.org', 'ann@x.org'],
  ['2) ann@x.org', 'ann@x.org'],
  ['work ann@x.org', 'ann@x.org'],
  ['Ann: ann@x.org', 'ann@x.org'],
  ['Ann ann.lee@x.org', 'ann.lee@x.org'],
  ['Lee, ann@x.org', 'ann@x.org'],
  ['ann@b.c o.uk', 'ann@b.co.uk'],
  ['ann@x.co m', 'ann@x.com'],
  ['ann@x .org', 'ann@x.org'],
  ['usern,ame@x.org', 'usern.ame@x.org'],
  ['o’neil@x.org', "o'neil@x.org"],
  ['ann–lee@x.org', 'ann-lee@x.org'],
  ['ann=40x.org', 'ann@x.org'],
  ['n/a', undefined],
  ['', undefined],
])('%j suggests %s', (cell, meant) => {
  expect(suggestAddress(cell)).toBe(meant);
});

it('never joins a note to the address that it stands beside', () => {
  const note = fc.stringMatching(/^[A-Za-z]{4,12}(?: [a-z]{2,8}){0,2}$/);
  const between = fc.constantFrom(' ', ' - ', ', ', '; ', ' (', ' / ', ' | ', ',', '\n', ' – ');
  fc.assert(
    fc.property(note, between, (words, gap) => {
      expect(suggestAddress(`ann.lee@example.org${gap}${words}`)).toBe('ann.lee@example.org');
    }),
  );
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
