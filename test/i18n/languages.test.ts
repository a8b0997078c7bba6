import { expect, it } from 'vitest';
import { acceptedLanguage, findLanguage } from '../../src/i18n/languages.ts';

it.each([
  ['de', 'de'],
  ['de-AT', 'de'],
  ['pt_BR', 'pt'],
  ['JA', 'ja'],
  ['en-XA', 'en-XA'],
  ['nl', undefined],
  ['', undefined],
  ['deu', undefined],
])('finds the language of %j: %s', (tag, language) => {
  expect(findLanguage(tag)).toBe(language);
});

it.each([
  [undefined, 'en'],
  ['', 'en'],
  ['*', 'en'],
  ['fr-CH, fr;q=0.9, en;q=0.8, de;q=0.7, *;q=0.5', 'fr'],
  ['nl, de;q=0.5, es;q=0.7', 'es'],
  ['ja;q=0, it', 'it'],
  ['de;q=broken, pt;q=0.1', 'pt'],
  ['nl,sv', 'en'],
])('a browser that accepts %j reads %s', (header, language) => {
  expect(acceptedLanguage(header)).toBe(language);
});
