import { beforeAll, describe, expect, it } from 'vitest';
import { sayInTerminal } from '../../src/cli/render/say.ts';
import { evidenceText } from '../../src/i18n/error-text.ts';
import { LANGUAGES } from '../../src/i18n/languages.ts';
import { textLoader } from '../../src/i18n/load-texts.ts';
import type { Texts } from '../../src/i18n/texts.ts';
import { evidenceWords } from '../../src/service/likelihood/evidence-words.ts';

const NOW = Date.UTC(2026, 10, 1);
const DAY = 24 * 60 * 60_000;
const of = (form: string, delivered: number, bounced: number, days: number) => ({
  ...{ form, delivered, bounced, newest: NOW - days * DAY },
});
const NOBODY = { delivered: 0, bounced: 0 };
const GATEWAY = { delivered: 1, bounced: 1233 };
const FORMS = ['f.last', 'role', 'random', 'digits', 'word', 'several'];

const sentences = [
  evidenceWords('word', { forms: [], gateway: NOBODY }, NOW),
  evidenceWords('word', { forms: [], gateway: GATEWAY }, NOW),
  evidenceWords('word', { forms: [], gateway: NOBODY, behind: 'google' }, NOW),
  evidenceWords('word', { forms: [], gateway: GATEWAY, behind: 'google', isPair: true }, NOW),
  ...FORMS.flatMap((form) => [
    evidenceWords(form, { forms: [of(form, 1, 0, 1)], gateway: NOBODY }, NOW),
    evidenceWords(form, { forms: [of('first.last', 3, 4, 30)], gateway: GATEWAY }, NOW),
  ]),
].flat();

let german: Texts;
beforeAll(async () => {
  german = await textLoader()('de');
});

describe('what a likelihood rests on', () => {
  it.each(LANGUAGES.filter((language) => language !== 'en'))('is said in %s', async (language) => {
    const text = await textLoader()(language);
    const untranslated = sentences.filter((english) => evidenceText(text, english) === english);
    expect(untranslated).toEqual([]);
  });

  it('stays as it is in English', async () => {
    const english = await textLoader()('en');
    expect(sentences.map((each) => evidenceText(english, each))).toEqual(sentences);
  });

  it.each([
    [
      'this domain: 1 of 1,234 addresses got their mail; the newest outcome is 1 day old',
      'diese Domain: An 1 von 1.234 Adressen kam die Mail an; das neueste Zustellergebnis ist 1 Tag alt',
    ],
    [
      'a random string: none with this form is known at this domain',
      'eine zufällige Zeichenfolge: Keine in dieser Form ist bei dieser Domain bekannt',
    ],
    ['the form f.last: 1 of 1 address got their mail at this domain', /^die Form f\.last: An 1/],
  ])('%s', (english, said) => {
    expect(evidenceText(german, english)).toMatch(said);
  });

  it('follows the number in a terminal', () => {
    const row =
      '0.86 (95 %: 0.6 to 1); this domain: 5 of 5 addresses got their mail; the newest outcome is 0 days old';
    expect(sayInTerminal(german, row)).toBe(
      '0,86 (95 %: 0,6 bis 1); diese Domain: An 5 von 5 Adressen kam die Mail an; das neueste Zustellergebnis ist 0 Tage alt',
    );
    expect(sayInTerminal(german, 'unknown: no outcome of this domain is known')).toBe(
      'unbekannt: kein Zustellergebnis dieser Domain ist bekannt',
    );
  });
});
