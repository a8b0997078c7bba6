import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { findService } from '../../src/address/disposable.ts';
import { suggestDomain } from '../../src/address/suggest.ts';

describe('suggestDomain', () => {
  it.each([
    ['gmial.com', 'gmail.com'],
    ['gmail.con', 'gmail.com'],
    ['gmail.co', 'gmail.com'],
    ['gmai.com', 'gmail.com'],
    ['gmaill.com', 'gmail.com'],
    ['GNAIL.com', 'gmail.com'],
    ['hotmial.com', 'hotmail.com'],
    ['hotmal.con', 'hotmail.com'],
    ['yaho.com', 'yahoo.com'],
    ['yahoo.co.ukk', 'yahoo.co.uk'],
    ['outlok.com', 'outlook.com'],
    ['iclod.com', 'icloud.com'],
    ['acme.con', 'acme.com'],
    ['yopmail.con', 'yopmail.com'],
    ['gnail.con', 'gmail.com'],
    ['acme.ogr', 'acme.org'],
  ])('takes %s for %s', (typo, meant) => {
    expect(suggestDomain(typo)).toBe(meant);
  });

  it.each([
    'gmail.com',
    'googlemail.com',
    'yahoo.ca',
    'yahoo.se',
    'ymail.com',
    'email.com',
    'mail.com',
    'hotmail.nl',
    'gmx.de',
    'web.de',
    'example.org',
    'acme.co',
    'acme.cm',
    'sandbox.test',
    'con',
    'yopmail.com',
    'mozmail.com',
    'cmail.com',
    'fakemail.com',
    'passmail.com',
    'okmail.com',
  ])('leaves %s alone', (domain) => {
    expect(suggestDomain(domain)).toBeUndefined();
  });

  it('suggests nothing that it would mend again, and no known service for another', () => {
    const word = fc.stringMatching(/^[a-z0-9-]{1,12}$/);
    const near = fc.constantFrom('gmail.com', 'hotmail.com', 'yahoo.co.uk', 'yopmail.com', 'x.com');
    const slip = fc
      .tuple(near, fc.nat(12), fc.stringMatching(/^[a-z]?$/), fc.nat(2))
      .map(([name, at, letter, gone]) => name.slice(0, at) + letter + name.slice(at + gone));
    fc.assert(
      fc.property(fc.oneof(slip, word), (domain) => {
        const suggestion = suggestDomain(domain);
        expect(suggestion && suggestDomain(suggestion)).toBeUndefined();
        if (findService(domain) === 'known') expect(suggestion).toBeUndefined();
      }),
    );
  });
});
