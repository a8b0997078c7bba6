/** Errors as data: programs read their English, pages the language of their reader. */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, describe, expect, it } from 'vitest';
import { errorTexts } from '../../src/i18n/english/errors.ts';
import { textLoader } from '../../src/i18n/load-texts.ts';
import { type Message, message, sayMessage } from '../../src/i18n/message.ts';
import type { Texts } from '../../src/i18n/texts.ts';
import { MailvetError } from '../../src/lib/errors.ts';
import { english } from '../support/english.ts';

let german: Texts;
beforeAll(async () => {
  german = await textLoader()('de');
});

describe('a message', () => {
  it.each([
    [message('errorTexts.no_email'), 'This is not an e-mail address', 'keine E-Mail-Adresse'],
    [
      message('errorTexts.too_many_decisions', { most: 20_000 }),
      'A team may keep 20,000 decisions: remove some first',
      '20.000',
    ],
    [
      message('errorTexts.lists_storage_full', { size: { bytes: 1_500_000 } }),
      'The lists of the team would take more than 1.5 MB on the disk: delete lists that you have downloaded',
      '1,5 MB',
    ],
    [
      message('errorTexts.of_file', {
        name: 'a.csv',
        fault: message('errorTexts.is_empty', { name: 'a.csv' }),
      }),
      'a.csv: a.csv is empty',
      'a.csv: a.csv ist leer',
    ],
  ])('%j has its English at once, and its German where it is read', (said, inEnglish, inGerman) => {
    expect(said.english).toBe(inEnglish);
    expect(sayMessage(german, said)).toContain(inGerman);
  });

  it('stays one where it is sent to another thread', () => {
    const said = message('errorTexts.is_empty', { name: 'a.csv' });
    expect(sayMessage(german, structuredClone(said))).toBe(sayMessage(german, said));
  });

  it('gives an error its English', () => {
    const said = message('errorTexts.is_empty', { name: 'a.csv' });
    const error = new MailvetError('input', said);
    expect([error.message, error.said]).toEqual(['a.csv is empty', said]);
  });
});

it('the English of every message is what the parser of messages makes of it', () => {
  for (const [name, text] of Object.entries(errorTexts)) {
    const values = Object.fromEntries(
      [...text.matchAll(/\{(\w+)(, number)?/g)].map(([, each = '', isNumber]) => [
        each,
        isNumber ? 1234 : `‹${each}›`,
      ]),
    );
    const make = message as unknown as (id: string, values: object) => Message;
    const said = make(`errorTexts.${name}`, values);
    expect(said.english).toBe(sayMessage(english, said));
    expect(said.english).not.toMatch(/[{}]/);
  }
});

it('whatever pages and the use cases behind them refuse is a message, and no English sentence', () => {
  const folders = [
    'dashboard',
    'service/lists',
    'service/people',
    'service/teams',
    'service/webhooks',
  ];
  const sentences = folders.flatMap((folder) => messagesIn(join('src', folder)));
  expect(sentences).toEqual([]);
});

function messagesIn(folder: string): string[] {
  return readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith('.ts'))
    .map((name) => readFileSync(join(folder, name), 'utf8'))
    .flatMap((code) => [...code.matchAll(THROWN)])
    .map(([, , sentence = '']) => sentence);
}

const THROWN =
  /new (?:PeopleError|PageError)\(\s*(?:'\w+'|\d+|fault\.status),\s*(['"`])((?:(?!\1).)+)\1/g;
