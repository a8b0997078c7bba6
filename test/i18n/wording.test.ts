/** The words of each language: those of docs/translating.md, and times that read right however they are written. */
import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { englishTexts, translation } from '../../scripts/texts.ts';
import { LANGUAGES, type Language } from '../../src/i18n/languages.ts';

/** Words that are out, since another one is the word of the thing; and words that readers take for something else. */
const OUT: Readonly<Record<Language, RegExp>> = {
  en: /\bticked\b|\bthe ticks\b|typing error|\bcan not\b|\bgoes on\b|mail host|\w'\w/i,
  de: /Treffsicherheit|Sammelpostf|Sammeladresse|Rollenadresse|\bUrteil|berechnet|vertagt|aufgeschoben|Geltungsbereich|Eigentümer|Kennwort|\b[dD]u\b|\b[dD]ein/,
  fr: /\bretours\b|\bportées?\b|\bsondages?\b|\bdéposée?s?\b|exactitude|adresses? de fonction|connecté(?!\p{L})|(?<!n’avez )rien à faire|\bséries?\b/iu,
  es: /comprobar|comprobad|\berratas?\b|\bcobrad|ámbito|\bacierto\b|direcci\p{L}+ de función|órdenes/iu,
  it: /\b(?:tuo|tua|tuoi|tue|spunta|tieni)\b|fornitor|d’occhio|addebit|cronologia|\bgiri\b|\bun giro\b|indirizz[oi] di (?:funzione|ruolo)|“/i,
  pt: /caixas? posta|\bcobrad|\bvencid|\bGuardar|\bTransferir|\bRondas?\b|em curso|endereços? de função/i,
  ja: /サインイン|所有者|ブラウザー|ウェブフック|送信禁止|見守|監視|課金|スコープ|役割アドレス|～|[\p{sc=Han}\p{sc=Hiragana}\p{sc=Katakana}] ?[:(]/u,
};

/** Terminals and programs read their English too, with a straight apostrophe. */
const SENTENCES = /^(?:errorTexts|problems|details\w*|reasons\w*)\./;

/** What stands before a time in a text that a page's script may turn into "tomorrow 16:45" or "18 Nov, 16:45". */
const BEFORE_A_DATE: Readonly<Record<Language, RegExp>> = {
  en: /\b(?:on|at|of) \{(?:time|since|times)\}/,
  de: /\b(?:am|vom|um) \{(?:time|since|times)\}/,
  fr: /(?:\b(?:le|du|au|depuis|jusqu’à|avant)|l’) \{(?:time|since|times)\}/i,
  es: /\b(?:el|del|al|desde|hasta|antes de) \{(?:time|since|times)\}/i,
  it: /\b(?:il|del|al|dal|da|fino a|prima di) \{(?:time|since|times)\}/i,
  pt: /\b(?:no|do|antes de) \{(?:time|since|times)\}/i,
  ja: /^$/,
};

/** Their time is a date that the server writes and no script changes, or how long something takes. */
const OTHER_TIMES = [
  'report.written',
  'report.written_short',
  'report.ask_again',
  'watch.download_round',
  'start.early',
];

async function textsOf(language: Language): Promise<[string, string][]> {
  return Object.entries(language === 'en' ? englishTexts() : translation(language));
}

describe.each(LANGUAGES)('%s', (language) => {
  it('has one word for a thing', async () => {
    const texts = await textsOf(language);
    const found = texts.filter(
      ([id, text]) => OUT[language].test(text) && !(language === 'en' && SENTENCES.test(id)),
    );
    expect(found).toEqual([]);
  });

  it('has no word before a time that only a date can follow', async () => {
    const texts = (await textsOf(language)).filter(([id]) => !OTHER_TIMES.includes(id));
    expect(texts.filter(([, text]) => BEFORE_A_DATE[language].test(text))).toEqual([]);
  });

  it('has its spaces that do not break from the program, not written', async () => {
    const texts = await textsOf(language);
    expect(texts.filter(([, text]) => /[\u00a0\u202f]/.test(text))).toEqual([]);
  });
});

it('docs/translating.md has a word of each language for each term', () => {
  const page = readFileSync('docs/translating.md', 'utf8');
  const lines = page.split('\n');
  const header = `| ${LANGUAGES.join(' | ')} |`;
  expect(lines).toContain(header);
  const terms = lines.slice(lines.indexOf(header) + 2).filter((line) => line.startsWith('|'));
  expect(terms.length).toBeGreaterThan(20);
  for (const term of terms) {
    expect(cellsOf(term)).toHaveLength(LANGUAGES.length);
    expect(cellsOf(term)).not.toContain('');
  }
});

function cellsOf(row: string): string[] {
  return row
    .split('|')
    .slice(1, -1)
    .map((cell) => cell.trim());
}
