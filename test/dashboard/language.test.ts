import { afterEach, beforeEach, expect, it } from 'vitest';
import { type DashboardWorld, dashboardWorld } from './dashboard-world.ts';
import { textOf } from './visitor.ts';

let world: DashboardWorld;
beforeEach(async () => {
  world = await dashboardWorld();
});
afterEach(() => world.dispose());

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
