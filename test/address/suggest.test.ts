import { describe, expect, it } from 'vitest';
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
  ])('leaves %s alone', (domain) => {
    expect(suggestDomain(domain)).toBeUndefined();
  });
});
