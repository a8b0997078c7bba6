/** The texts of all languages, and that the check of them finds what may be wrong in one. */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import {
  type EnglishTexts,
  faultsInEnglish,
  faultsInTranslation,
  inOrder,
  missingIn,
} from '../../scripts/texts/check.ts';
import { commentsIn } from '../../scripts/texts/english.ts';
import { findFaults, readTexts } from '../../scripts/texts.ts';
import { catalogue } from '../../src/i18n/english/catalogue.ts';
import { formatsOf } from '../../src/i18n/format.ts';
import { LANGUAGES, type Language } from '../../src/i18n/languages.ts';
import { createTexts } from '../../src/i18n/texts.ts';

it('no text is wrong', () => {
  expect(findFaults()).toEqual([]);
});

it('each text is shown somewhere', () => {
  const code = readdirSync('src', { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith('.ts') && !name.startsWith(join('i18n', 'english')))
    .filter((name) => name !== join('i18n', 'message.ts'))
    .map((name) => readFileSync(join('src', name), 'utf8'))
    .join('\n');
  const completed = [...code.matchAll(/`(\w+\.\w*)\$\{/g)].map(([, start = '']) => start);
  const unused = Object.keys(readTexts('en')).filter(
    (id) => !code.includes(`'${id}'`) && !completed.some((start) => id.startsWith(start)),
  );
  expect(unused).toEqual([]);
});

it('a text that a language lacks, or has empty, is shown in English and listed', () => {
  const lacking = { 'common.copy': '' };
  const text = createTexts('de', catalogue, lacking);
  expect([text('common.copy'), text('common.page', { number: 1234 })]).toEqual([
    'Copy',
    'Page 1.234',
  ]);
  const english = { ...texts('common.copy', 'Copy'), ...texts('common.next', 'Next') };
  expect(missingIn(english, lacking)).toEqual(['common.copy', 'common.next']);
  expect(faultsInTranslation('de', english, lacking)).toEqual([]);
});

it('a file has the order of English, without empty texts; what English has not got comes last', () => {
  const english = {
    ...texts('a.one', 'One'),
    ...texts('a.two', 'Two'),
    ...texts('a.three', 'Three'),
  };
  const written = inOrder(english, {
    'a.old': 'Alt',
    'a.three': 'Drei',
    'a.two': '',
    'a.one': 'Eins',
  });
  expect(Object.entries(written)).toEqual([
    ['a.one', 'Eins'],
    ['a.three', 'Drei'],
    ['a.old', 'Alt'],
  ]);
});

const PLURAL = '{count, plural, one {# row} other {# rows}}';
const LINK = 'Read <link>the docs</link>';

describe('a translation is wrong where', () => {
  it.each<[string, Language, english: string, text: string, fault: RegExp]>([
    ['a value is missing', 'de', 'Hello {name}', 'Hallo', /^lacks \{name\}$/],
    ['a value is misspelt', 'de', 'Hello {name}', 'Hallo {nam}', /^has \{nam\}, English has not$/],
    ['a number is not written as one', 'de', PLURAL, '{count} Zeilen', /^lacks \{count, number\}$/],
    ['a tag is missing', 'de', LINK, 'Die Doku lesen', /^lacks <link>$/],
    [
      'a tag is not closed',
      'de',
      LINK,
      'Die <link>Doku lesen',
      /^not a message of ICU: UNCLOSED_TAG/,
    ],
    ['a brace is not closed', 'de', 'Hello {name}', 'Hallo {name', /^not a message of ICU: /],
    [
      'a plural lacks a form',
      'de',
      PLURAL,
      '{count, plural, other {# Zeilen}}',
      /^the plural of \{count\} lacks the form “one”$/,
    ],
    [
      'a plural in a choice lacks a form',
      'fr',
      `{how, select, a {${PLURAL}} other {}}`,
      '{how, select, a {{count, plural, other {# lignes}}} other {}}',
      /lacks the form “one”$/,
    ],
    [
      'a plural has a form that the language has not',
      'ja',
      PLURAL,
      '{count, plural, one {#行} other {#行}}',
      /has “one”, which the language has not$/,
    ],
    ['an apostrophe is straight', 'fr', 'The list', "L'liste", /^has a straight apostrophe/],
    ['it is English', 'de', 'The list is empty', 'The list is empty', /^is the English text$/],
    ['a word is out', 'es', 'Verify it', 'Compruébelo o vuelva a comprobar', /“comprobar” is not/],
    ['a date must follow', 'fr', 'Expires: {time}', 'Expire le {time}', /“le \{time\}”: a page/],
    ['a space does not break', 'fr', 'Why: {name}', 'Motif\u00a0: {name}', /does not break/],
    [
      'a button has no room',
      'de',
      'Copy',
      'In die Zwischenablage des Systems legen',
      /longer than 36/,
    ],
    [
      'a Japanese button has no room',
      'ja',
      'Copy',
      'システムのクリップボードにコピーします。',
      /longer than 18/,
    ],
  ])('%s', (_, language, english, text, fault) => {
    const comment = fault.source.startsWith('longer') ? 'Buttons.' : 'Headings.';
    const faults = faultsInTranslation(language, texts('a.b', english, comment), { 'a.b': text });
    expect(faults).toContainEqual({ id: 'a.b', fault: expect.stringMatching(fault) });
  });

  it('English has no such id', () => {
    const faults = faultsInTranslation('de', texts('a.b', 'Copy'), { 'a.c': 'Kopieren' });
    expect(faults).toEqual([{ id: 'a.c', fault: 'English has no text of this id' }]);
  });
});

it.each<[Language, english: string, text: string]>([
  ['fr', PLURAL, '{count, plural, one {# ligne} many {# de lignes} other {# lignes}}'],
  ['fr', PLURAL, '{count, plural, =0 {aucune ligne} one {# ligne} other {# lignes}}'],
  ['ja', PLURAL, '{count, number} 行'],
  ['de', 'Webhook', 'Webhook'],
])('a translation into %s of %j may be %j', (language, english, text) => {
  expect(faultsInTranslation(language, texts('a.b', english), { 'a.b': text })).toEqual([]);
});

it.each(['fr', 'es', 'it', 'pt'] as const)('%s has “many” for whole millions', (language) => {
  const { plural } = formatsOf(language);
  expect([1_000_000, 1_000_001].map((count) => plural(count, 'cardinal'))).toEqual([
    'many',
    'other',
  ]);
});

it.each([
  ['a text has no comment', 'Copy', '', /^has no comment/],
  ['a comment names no value', 'Hello {name}', 'Headings.', /does not say what \{name\} is$/],
  ['a comment names no tag', LINK, 'Headings.', /does not say what <link> is$/],
  ['a word is out', 'The typing error', 'Headings.', /“typing error” is not the word/],
])('English is wrong where %s', (_, text, comment, fault) => {
  const faults = faultsInEnglish(texts('a.b', text, comment));
  expect(faults).toEqual([{ id: 'a.b', fault: expect.stringMatching(fault) }]);
});

it('a comment stands for the texts up to the next one or an empty line', () => {
  const code = `/** One page. */
export const page = {
  // Buttons. {name}: of
  // a list.
  send: 'Send',
  long_text:
    'A longer one: {name}',
  // Errors.
  lost: 'Lost',

  other: 'Other',
} as const;

/**
 * Another
 * page.
 */
export const next = {
  first: 'First',
} as const;
`;
  expect(Object.fromEntries(commentsIn(code))).toEqual({
    'page.send': 'Buttons. {name}: of a list. One page.',
    'page.long_text': 'Buttons. {name}: of a list. One page.',
    'page.lost': 'Errors. One page.',
    'page.other': 'One page.',
    'next.first': 'Another page.',
  });
});

it('docs/translating.md has a word of each language for each term', () => {
  const lines = readFileSync('docs/translating.md', 'utf8').split('\n');
  const header = `| ${LANGUAGES.join(' | ')} |`;
  expect(lines).toContain(header);
  const terms = lines.slice(lines.indexOf(header) + 2).filter((line) => line.startsWith('|'));
  expect(terms.length).toBeGreaterThan(20);
  for (const term of terms) {
    const cells = term.split('|').slice(1, -1);
    expect(cells).toHaveLength(LANGUAGES.length);
    expect(cells.map((cell) => cell.trim())).not.toContain('');
  }
});

function texts(id: string, text: string, comment = 'Headings.'): EnglishTexts {
  return { [id]: { text, comment } };
}
