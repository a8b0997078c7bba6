import { expect, it } from 'vitest';
import { COMMAND_LINE, WATCH } from '../../src/service/people/records.ts';
import { createKey, FIRST_KEY } from '../../src/service/teams/keys.ts';
import { findTeam } from '../../src/service/teams/teams.ts';
import { eachTest } from '../support/each-test.ts';
import { dashboardWorld } from './dashboard-world.ts';
import { textOf } from './visitor.ts';

const world = eachTest(dashboardWorld);

it('speaks the language that the browser asks for, and says which it is', async () => {
  const page = await world.visitor().get('/sign-in', { 'Accept-Language': 'nl, de-AT;q=0.8' });
  expect(page.body).toContain('<html lang="de">');
  expect(textOf(page)).toContain('Kein Konto oder Passwort vergessen?');
});

it('speaks English to a browser that asks for no language it knows', async () => {
  const page = await world.visitor().get('/sign-in', { 'Accept-Language': 'nl' });
  expect(page.body).toContain('<html lang="en">');
});

it('titles an error page in the language of the browser', async () => {
  const page = await world.visitor().get('/nothing', { 'Accept-Language': 'fr' });
  expect(page.status).toBe(404);
  expect(textOf(page)).toContain('Introuvable');
});

it('goes on in the language that a person chose, whatever browser they use', async () => {
  const ada = await world.firstOwner();
  const saved = await ada.post('/account/language', { language: 'ja' });
  expect(saved.headers.get('Location')).toBe('/account?done=language');
  const page = await ada.get('/account?done=language', { 'Accept-Language': 'de' });
  expect(page.body).toContain('<html lang="ja">');
  expect(textOf(page)).toContain('言語を保存しました。');
  expect(page.body).toContain('<option value="ja" lang="ja" selected');
});

it('goes back to the language of the browser, and takes no language that is not there', async () => {
  const ada = await world.firstOwner();
  for (const language of ['', 'xx', 'en-XA']) {
    await ada.post('/account/language', { language: 'ja' });
    await ada.post('/account/language', { language });
    const page = await ada.get('/account', { 'Accept-Language': 'es' });
    expect(page.body).toContain('<html lang="es">');
  }
});

it('says what is wrong with a form in the language of its reader', async () => {
  const ada = await world.firstOwner();
  await ada.post('/account/language', { language: 'de' });
  const refused = async (path: string, form: Record<string, string | File>) =>
    textOf(await ada.post(path, form));
  expect(await refused('/people/invitations', { email: 'nobody', role: 'member' })).toContain(
    'keine E-Mail-Adresse.',
  );
  const hook = (url: string) => refused('/webhooks', { url, 'event_batch.completed': 'on' });
  expect(await hook('http://8.8.8.8/')).toContain(
    'Verwenden Sie https: http wird nur in Netze gesendet, die der Betreiber freigibt.',
  );
  expect(await hook('https://10.0.0.1/')).toContain(
    '10.0.0.1 liegt nicht im öffentlichen Internet',
  );
  expect(await refused('/suppressions', { entry: 'eve at home' })).toContain(
    '„eve at home“ ist weder eine Adresse noch @ und eine Domain.',
  );
});

it.each([
  [
    'a.csv',
    'a,b\n1,2\n',
    'a.csv hat keine E-Mail-Spalte: Keine Zelle sieht wie eine Adresse aus. Wenn',
  ],
  ['a.csv', 'email\n', 'a.csv hat keine Zeilen. Die Datei hat nur eine Kopfzeile'],
  ['a.pdf', '%PDF-1.7\n', 'a.pdf ist keine Liste. Geben Sie eine CSV-'],
  ['a.json', '[{"a": ', 'a.json: Die Liste ist kein gültiges JSON: siehe Zeile 1. Geben Sie'],
])('says in it what is wrong with %s, %j', async (name, content, said) => {
  const ada = await world.firstOwner();
  await ada.post('/account/language', { language: 'de' });
  const page = await ada.post('/lists', { list: new File([content], name) });
  expect(textOf(page)).toContain(said);
});

it('says what is wrong with a policy, and with cells of a do-not-mail list, in the language of its reader', async () => {
  const ada = await world.firstOwner();
  await ada.post('/account/language', { language: 'de' });
  const saved = async (policy: string) => textOf(await ada.post('/policy', { policy }));
  expect(await saved('{')).toContain('1:2: Das ist kein JSON: Hier fehlt eine schließende');
  const faulty = `{ "lists": { "allow": ["a..b@x.org"] }, "rules": [{ "if": { "reson": "role" } }] }`;
  expect(await saved(faulty)).toContain("Unbekannter Schlüssel 'reson'. Meinten Sie 'reason'?");
  expect(await saved('{ "lists": { "allow": ["a..b@x.org"] } }')).toContain(
    "1:24: 'a..b@x.org' ist keine Adresse: Der Eintrag hat vor dem @ einen Punkt zu viel",
  );
  const cells = new File(['email\nann@x.org\nben@x.org\n@localhost\n'], 'out.csv');
  const page = textOf(await ada.post('/suppressions/import', { column: '', list: cells }));
  expect(page).toContain('@localhost hat eine Domain ohne Punkt');
});

it('names who is no person in the log in the language of its reader', async () => {
  const ada = await world.firstOwner();
  const team = await world.context.store.teams.findByName('default');
  if (!team) throw new Error('There is no team');
  for (const actor of [COMMAND_LINE, WATCH])
    await createKey(world.context, team, { label: actor, actor });
  const page = textOf(await ada.get('/audit', { 'Accept-Language': 'de' }));
  expect(page).toContain('die Beobachtung');
  expect(page).toContain('Kommandozeile');
});

it('names the first key in the language of its reader', async () => {
  const ada = await world.firstOwner();
  const team = await findTeam(world.context, 'default');
  await createKey(world.context, team, { label: FIRST_KEY, actor: 'test' });
  await ada.post('/account/language', { language: 'ja' });
  expect(textOf(await ada.get('/keys'))).toContain('最初のキー');
  await ada.post('/account/language', { language: 'en' });
  expect(textOf(await ada.get('/keys'))).toContain(FIRST_KEY);
});
