import { expect, it } from 'vitest';
import { acceptedLanguage, findLanguage, localeLanguage } from '../../src/i18n/languages.ts';

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

it.each([
  [{}, 'en'],
  [{ LANG: 'C' }, 'en'],
  [{ LANG: 'POSIX' }, 'en'],
  [{ LANG: 'C.UTF-8' }, 'en'],
  [{ LANG: 'en_GB.UTF-8' }, 'en'],
  [{ LANG: 'nl_NL.UTF-8' }, 'en'],
  [{ LANG: 'de_DE.UTF-8' }, 'de'],
  [{ LANG: 'de_DE.utf8' }, 'de'],
  [{ LANG: 'de_DE.ISO-8859-1' }, 'en'],
  [{ LANG: 'de_DE@euro' }, 'de'],
  [{ LANG: 'de_DE', LC_MESSAGES: 'fr_FR' }, 'fr'],
  [{ LANG: 'de_DE', LC_MESSAGES: 'fr_FR', LC_ALL: 'ja_JP.UTF-8' }, 'ja'],
  [{ LANG: 'de_DE', LC_MESSAGES: '', LC_ALL: '' }, 'de'],
  [{ LANG: 'de_DE', LC_ALL: 'C' }, 'en'],
])('a terminal with %j reads %s', (environment, language) => {
  expect(localeLanguage(environment)).toBe(language);
});
