import { expect, it } from 'vitest';
import { textLoader } from '../../src/i18n/load-texts.ts';
import { html } from '../../src/lib/html.ts';

const load = textLoader();

it('says a text with its values in the language of the reader', async () => {
  const [english, german] = await Promise.all([load('en'), load('de')]);
  expect(english('access.join_team', { team: 'Blue' })).toBe('Join Blue');
  expect(german('access.join_team', { team: 'Blue' })).toBe('Blue beitreten');
});

it('writes numbers and shares as the language does', async () => {
  const written = async (language: 'en' | 'de' | 'fr' | 'ja') => {
    const text = await load(language);
    return [text.number(1234567), text.percent(0.125)];
  };
  expect(await written('en')).toEqual(['1,234,567', '12.5 %']);
  expect(await written('de')).toEqual(['1.234.567', '12,5\u00a0%']);
  expect(await written('fr')).toEqual(['1\u202f234\u202f567', '12,5\u00a0%']);
  expect(await written('ja')).toEqual(['1,234,567', '12.5%']);
});

it('writes days as the language does: the first of a month in French, German days in full', async () => {
  const [french, german, italian] = await Promise.all([load('fr'), load('de'), load('it')]);
  const december = Date.UTC(2026, 11, 1);
  const others = [2, 11, 21, 31].map((day) => french.dayOfYear(Date.UTC(2026, 11, day)));
  expect(french.dayOfYear(december)).toBe('1er décembre');
  expect(others.join(', ')).toBe('2 décembre, 11 décembre, 21 décembre, 31 décembre');
  expect(italian.dayOfYear(december)).toBe('1 dicembre');
  expect(german.duration(2 * 86_400_000)).toBe('2 Tage');
  expect(german.duration(90_000)).toBe('1 Min. 30 Sek.');
});

it('keeps punctuation and percent signs on the line of their word', async () => {
  const [german, french, spanish] = await Promise.all([load('de'), load('fr'), load('es')]);
  for (const text of [german, french, spanish]) {
    expect(text('listProgress.few_would_bounce')).toContain('1\u00a0%');
  }
  expect(french('list.filter_domain', { name: 'x.fr' })).toBe('Domaine\u202f: x.fr');
});

it('escapes values in HTML, and leaves HTML that is given as such', async () => {
  const text = await load('en');
  const sentence = html`<p>${text.rich('account.you_are', {
    address: () => html`<strong>${'<a>'}</strong>`,
    role: 'owner',
    team: '<script>alert(1)</script>',
  })}</p>`;
  expect(String(sentence)).toBe(
    '<p>You are <strong>&lt;a&gt;</strong>, owner of the team &lt;script&gt;alert(1)&lt;/script&gt;.</p>',
  );
});

it('makes English longer, with accents, in brackets: all of it but its values', async () => {
  const text = await load('en-XA');
  expect(text.language).toBe('en-XA');
  expect(text('access.join_team', { team: 'Blue' })).toBe('⟦Jöîñîñ Blue⟧');
  const said = text('layout.member_of', { role: 'owner', team: 'Blue' });
  expect(said).toBe('⟦öwñérér öff Blue⟧');
});

it('loads each language once', async () => {
  expect(await load('it')).toBe(await load('it'));
});
