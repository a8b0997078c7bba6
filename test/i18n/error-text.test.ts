import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, describe, expect, it } from 'vitest';
import { errorText } from '../../src/i18n/error-text.ts';
import { textLoader } from '../../src/i18n/load-texts.ts';
import type { Texts } from '../../src/i18n/texts.ts';
import { english } from '../support/english.ts';

let german: Texts;
let pseudo: Texts;
beforeAll(async () => {
  german = await textLoader()('de');
  pseudo = await textLoader()('en-XA');
});

describe('an error of the service', () => {
  it.each([
    ['There is no e-mail address in the text', 'Der Text enthält keine E-Mail-Adresse'],
    ['A name can have at most 200 characters', 'Der Name darf höchstens 200 Zeichen haben'],
    ['A team has at most 20 webhooks', 'Ein Team kann höchstens 20 Webhooks haben'],
    ['bob@example.com is already in the team', 'bob@example.com ist schon im Team'],
    ['list.csv: The file is empty', 'list.csv: Die Datei ist leer'],
  ])('%s', (message, said) => {
    expect(errorText(german, message)).toBe(said);
  });

  it('stays as it is in English, and where it is not known', () => {
    expect(errorText(english, 'Choose a column')).toBe('Choose a column');
    expect(errorText(german, 'the disk ate it')).toBe('the disk ate it');
  });
});

/** Of requests that no form sends, or made of parts. */
const OTHERS =
  /^(Unknown |Nobody |A link is open|.* must be a number|x |The x has|A team has at most x|.*: wait x and try again)/;

it('whatever the dashboard and the use cases behind it refuse is known', () => {
  const folders = [
    'dashboard',
    'service/lists',
    'service/people',
    'service/teams',
    'service/webhooks',
  ];
  const unknown = folders
    .flatMap((folder) => messagesIn(join('src', folder)))
    .filter((message) => !OTHERS.test(message))
    .filter((message) => !errorText(pseudo, message).startsWith('⟦'));
  expect(unknown).toEqual([]);
});

/** The sentences of errors in the code; what is put into them is `x`. */
function messagesIn(folder: string): string[] {
  return readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith('.ts'))
    .map((name) => readFileSync(join(folder, name), 'utf8'))
    .flatMap((code) => [...code.matchAll(THROWN)])
    .map(([, , message = '']) => message.replace(/\$\{[^}]*\}/g, 'x'))
    .filter((message) => message !== '' && message !== 'x: x');
}

const THROWN =
  /new (?:PeopleError|PageError)\(\s*(?:'\w+'|\d+|fault\.status),\s*(['"`])((?:(?!\1).)+)\1/g;
