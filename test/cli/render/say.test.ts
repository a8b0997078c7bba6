import { beforeAll, describe, expect, it } from 'vitest';
import { sayInTerminal } from '../../../src/cli/render/say.ts';
import { renderTable } from '../../../src/cli/render/table.ts';
import { textLoader } from '../../../src/i18n/load-texts.ts';
import type { Texts } from '../../../src/i18n/texts.ts';

let german: Texts;
let french: Texts;
let japanese: Texts;
beforeAll(async () => {
  const load = textLoader();
  [german, french, japanese] = await Promise.all([load('de'), load('fr'), load('ja')]);
});

describe('a sentence of ours', () => {
  it.each([
    ['Verify 12,345 addresses?', '12.345 Adressen prüfen?'],
    ['Verify 1 address?', '1 Adresse prüfen?'],
    ['list.csv: Using column "E-mail"', 'list.csv: Spalte „E-mail“ wird verwendet'],
    [
      'The service asks to wait: going on in 1 min 30 s',
      'Der Dienst bittet um Geduld: Weiter in 1 Min. 30 Sek.',
    ],
    [
      'this list was submitted already, as job_1 (a.csv, 2026-11-24 15:44 UTC)',
      'diese Liste wurde schon eingereicht, als job_1 (a.csv, 24.11.2026 15:44 UTC)',
    ],
    [
      'Check failed: 50.0 % undeliverable, over 5 % (--max-undeliverable)',
      'Prüfung nicht bestanden: 50,0\u00a0% unzustellbar, mehr als 5 % (--max-undeliverable)',
    ],
    [
      'The results so far were written. Go on with: mailvet batch resume job_1',
      'Die bisherigen Ergebnisse wurden geschrieben. Fortsetzen mit: mailvet batch resume job_1',
    ],
  ])('%s', (english, said) => {
    expect(sayInTerminal(german, english)).toBe(said);
  });

  it.each([
    'Only we know this',
    'list.csv: only we know this',
    'The results so far were written. Only we know this',
    'Give it up',
    'Verify some addresses?',
  ])('another stays as it is: %s', (english) => {
    expect(sayInTerminal(french, english)).toBe(english);
  });
});

it('columns of Japanese, whose letters take two cells, stand below each other', async () => {
  const say = (english: string) => sayInTerminal(japanese, english);
  const rows = [
    { email: 'a@b.test', verdict: 'deliverable' },
    { email: 'longer@b.test', verdict: 'risky' },
  ];
  const columns = [
    { title: 'EMAIL', text: ({ email }: { email: string }) => email },
    { title: 'VERDICT', isWords: true as const, text: (row: { verdict: string }) => row.verdict },
    { title: 'SCORE', text: () => '100' },
  ];
  expect(await renderTable(rows, columns, { say })).toBe(
    [
      'メールアドレス  判定      スコア',
      'a@b.test        配信可能  100',
      'longer@b.test   要注意    100',
      '',
    ].join('\n'),
  );
});
