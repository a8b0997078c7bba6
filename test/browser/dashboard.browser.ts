import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Page } from 'playwright-core';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { freshUser } from '../support/run-program.ts';
import { type BrowserWorld, browserWorld, PASSWORD } from './browser-world.ts';

describe('the dashboard in a browser', () => {
  let world: BrowserWorld;

  beforeEach(async () => {
    world = await browserWorld();
  });
  afterEach(async () => {
    const { complaints } = world;
    await world.dispose();
    expect(complaints).toEqual([]);
  });

  async function createKey(page: Page): Promise<string> {
    await page.goto('/keys');
    await page.getByLabel('Name', { exact: true }).fill('Newsletter');
    await page.getByLabel('read the history').check();
    await page.getByRole('button', { name: 'Create' }).click();
    return page.getByLabel('API key').inputValue();
  }

  it('sets up, creates a key, follows a run of the program with it, and revokes it', async () => {
    const page = await world.owner();
    const key = await createKey(page);
    await using user = await freshUser();
    Object.assign(user.env, { MAILVET_API_KEY: key, MAILVET_BASE_URL: world.service.url });
    await writeFile(join(user.home, 'list.csv'), 'email\na@x.com\nb@x.com\n');

    world.verifier.hold();
    const run = user.run(['batch', 'submit', 'list.csv', '--wait', '--format', 'json', '-y']);
    await Promise.all(['a@x.com', 'b@x.com'].map((email) => world.verifier.started(email)));
    await page.getByRole('link', { name: 'API batches' }).click();
    await page.getByRole('cell').getByRole('link').click();
    await page.getByText('Running').waitFor();
    world.verifier.letGo('a@x.com');
    await page.getByText('1 of 2 processed').waitFor();
    world.verifier.letGo('b@x.com');
    await page.getByText('Completed').waitFor();
    await page.getByRole('row', { name: 'a@x.com Deliverable' }).waitFor();
    const { exitCode, stdout } = await run;
    expect([exitCode, JSON.parse(stdout).length]).toEqual([0, 2]);

    await page.getByRole('link', { name: 'Keys' }).click();
    await page.getByRole('button', { name: 'Revoke Newsletter' }).click();
    await page.getByText('The key is revoked.').waitFor();
    const refused = await user.run(['verify', 'a@x.com']);
    expect(refused.exitCode).toBe(3);
    expect(refused.stderr).toContain('API key is invalid');
  });

  it('polls where events do not get through', async () => {
    const page = await world.owner();
    await page.route('**/events', (route) => route.abort());
    world.verifier.hold();
    await page.getByRole('link', { name: 'Lists' }).click();
    await page.getByLabel('A file').setInputFiles(listOf('a@x.com\nb@x.com\n'));
    await page.getByLabel('Start at once').first().check();
    await page.getByRole('button', { name: 'Upload the list' }).click();
    await world.verifier.started('b@x.com');
    world.verifier.letGo('a@x.com');
    await page.getByText('1 of 2 rows checked').waitFor();
    world.verifier.letGo('b@x.com');
    await page.getByText('Completed').waitFor();
  });

  it('gives a new password by a link that begins as the browser does', async () => {
    const page = await world.owner();
    await page.goto('/people');
    await page.getByLabel('E-mail address').fill('bob@example.com');
    await page.getByRole('button', { name: 'Invite' }).click();
    const invitation = await page.getByLabel('Link', { exact: true }).inputValue();
    expect(invitation).toContain(`${world.service.url}/invitation?token=`);
    const bob = await world.page();
    await bob.goto(invitation);
    await bob.getByLabel('Password', { exact: true }).fill(PASSWORD);
    await bob.getByRole('button', { name: 'Join' }).click();
    await bob.getByRole('heading', { name: 'Home' }).waitFor();

    await page.goto('/people');
    await page.getByRole('button', { name: 'Create a password link for bob@example.com' }).click();
    const link = await page.getByLabel('Link', { exact: true }).inputValue();
    await bob.goto(link);
    await bob.getByLabel('Password', { exact: true }).fill('another pass phrase');
    await bob.getByRole('button', { name: 'Set the password' }).click();
    await bob.getByRole('heading', { name: 'Home' }).waitFor();
    await bob.goto(link);
    await bob.getByText('This link has expired or was used').waitFor();
  });

  it('lets a browser in that signed in before, though strangers have closed the account', async () => {
    const page = await world.owner();
    await page.locator('.menu summary').click();
    await page.getByRole('button', { name: 'Sign out' }).click();
    const stranger = await world.page();
    for (let guess = 0; guess < 10; guess++) await signIn(stranger, `guess number ${guess}`);
    await stranger.getByText('The address or the password is wrong').waitFor();
    await signIn(stranger, PASSWORD);
    await stranger.getByText('Too many failed attempts: wait 15 minutes').waitFor();
    await signIn(page, PASSWORD);
    await page.getByRole('heading', { name: 'Home' }).waitFor();
  });

  it('answers an upload that is no list', async () => {
    const page = await world.owner();
    await page.goto('/lists');
    const buffer = Buffer.alloc(19 * 1024 * 1024, ',');
    const file = { name: 'Wörter.csv', mimeType: 'text/csv', buffer };
    await page.getByLabel('A file').setInputFiles(file);
    await page.getByLabel('Start at once').first().check();
    await page.getByRole('button', { name: 'Upload the list' }).click();
    await page.getByRole('alert').waitFor();
    expect(await page.getByRole('alert').textContent()).toMatch(/\w/);
  });

  async function signIn(page: Page, password: string): Promise<void> {
    await page.goto('/sign-in');
    await page.getByLabel('E-mail address').fill('ada@example.com');
    await page.getByLabel('Password', { exact: true }).fill(password);
    await Promise.all([
      page.waitForResponse((response) => response.request().method() === 'POST'),
      page.getByRole('button', { name: 'Sign in' }).click(),
    ]);
    await page.waitForLoadState();
  }

  it('works without any script', async () => {
    const page = await world.owner({ javaScriptEnabled: false });
    expect(await createKey(page)).toMatch(/^mv_/);
    await page.getByRole('link', { name: 'Check an address' }).click();
    await page.getByLabel('E-mail address').fill('a@x.com');
    await page.getByRole('button', { name: 'Verify', exact: true }).click();
    await page.getByText('the mailbox accepts mail').first().waitFor();
    world.verifier.hold();
    await page.getByRole('link', { name: 'Lists' }).click();
    await page.getByLabel('A file').setInputFiles(listOf('b@x.com\n'));
    await page.getByLabel('Start at once').first().check();
    await page.getByRole('button', { name: 'Upload the list' }).click();
    await world.verifier.started('b@x.com');
    await page.getByText('Running').waitFor();
    world.verifier.letGo('b@x.com');
    await page.getByText('Completed').waitFor();
  });

  it('is used by keyboard alone', async () => {
    await world.owner();
    const page = await world.page();
    await page.goto('/');
    await page.keyboard.press('Tab');
    await hasFocus(page, 'Skip to the content');
    await page.keyboard.press('Tab');
    await page.keyboard.type('ada@example.com');
    await page.keyboard.press('Tab');
    await page.keyboard.type(PASSWORD);
    await page.keyboard.press('Enter');
    await page.getByRole('heading', { name: 'Home' }).waitFor();
    // Before its style sheet is there, the first stop of a page need not be the skip link.
    await page.waitForLoadState();
    const stops = ['Home', 'Lists', 'Bounces', 'Check an address', 'Do-not-mail list', 'Settings'];
    for (const name of ['Skip to the content', 'mailvet', ...stops, 'ada@example.com']) {
      await page.keyboard.press('Tab');
      await hasFocus(page, name);
    }
    await page.keyboard.press('Enter');
    await page.keyboard.press('Tab');
    await hasFocus(page, 'Account');
    await page.keyboard.press('Escape');
    await hasFocus(page, 'ada@example.com');
    for (const name of stops.slice(1).reverse()) {
      await page.keyboard.press('Shift+Tab');
      await hasFocus(page, name);
    }
    await page.keyboard.press('Enter');
    await page.getByRole('heading', { level: 1, name: 'Lists' }).waitFor();
  });

  it('copies a key, and says so', async () => {
    const page = await world.owner({ permissions: ['clipboard-read', 'clipboard-write'] });
    const key = await createKey(page);
    await page.getByRole('button', { name: 'Copy' }).click();
    await page.getByText('Copied to the clipboard').waitFor({ state: 'attached' });
    expect(await page.evaluate('navigator.clipboard.readText()')).toBe(key);
  });

  it('shows a password while it is typed', async () => {
    const page = await world.page();
    await page.goto('/sign-in');
    await page.getByRole('button', { name: 'Show the password' }).click();
    expect(await page.getByLabel('Password', { exact: true }).getAttribute('type')).toBe('text');
  });

  it.each([
    [390, 'light'],
    [390, 'dark'],
    [320, 'light'],
    [1280, 'dark'],
  ] as const)(
    'fits a window of %i px, %s, with text that can be read',
    async (width, colorScheme) => {
      const page = await world.owner({ viewport: { width, height: 844 }, colorScheme });
      const long = `${'long'.repeat(15)}@${'domain'.repeat(9)}.example.com`;
      await page.goto('/verifications');
      await page.getByLabel('E-mail address').fill(long);
      await page.getByRole('button', { name: 'Verify', exact: true }).click();
      await page.goto('/people');
      await page.getByLabel('E-mail address').fill(long);
      await page.getByRole('button', { name: 'Invite' }).click();
      for (const path of PATHS) {
        await page.goto(path);
        expect({ path, beyond: await page.evaluate(BEYOND) }).toEqual({ path, beyond: 0 });
        expect({ path, faint: await page.evaluate(FAINT) }).toEqual({ path, faint: [] });
        expect({ path, unnamed: await page.evaluate(UNNAMED) }).toEqual({ path, unnamed: [] });
      }
    },
  );
});

const PATHS = [
  '/',
  '/keys',
  '/suppressions',
  '/lists',
  '/batches',
  '/verifications',
  '/people',
  '/audit',
  '/account',
];

function listOf(text: string) {
  return { name: 'list.csv', mimeType: 'text/csv', buffer: Buffer.from(`email\n${text}`) };
}

const FOCUSED = `document.activeElement === document.body ? '' :
  document.activeElement.textContent.trim()`;

/** Waits until the focus is on what has this text in it. */
async function hasFocus(page: Page, text: string): Promise<void> {
  await expect.poll(() => page.evaluate(FOCUSED)).toContain(text);
}

/** Pixels to which the page is wider than its window. */
const BEYOND = 'document.documentElement.scrollWidth - document.documentElement.clientWidth';

/** Texts whose contrast with what is behind them is below 4.5 (WCAG 2.2, 1.4.3). */
const FAINT = `(() => {
  const parse = (color) => color.match(/[\\d.]+/g).map(Number);
  const light = (color) => {
    const [r, g, b] = color.map((part) => part / 255)
      .map((part) => (part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4));
    return 0.2126 * r + 0.7152 * g + 0.0722 * b;
  };
  const behind = (element) => {
    for (let at = element; at; at = at.parentElement) {
      const color = parse(getComputedStyle(at).backgroundColor);
      if (color[3] !== 0) return color.slice(0, 3);
    }
    return [255, 255, 255];
  };
  const faint = [];
  for (const element of document.querySelectorAll('body *')) {
    const own = [...element.childNodes].some((node) => node.nodeType === 3 && node.data.trim());
    if (!own || element.closest('svg, noscript')) continue;
    const text = light(parse(getComputedStyle(element).color).slice(0, 3));
    const ground = light(behind(element));
    const contrast = (Math.max(text, ground) + 0.05) / (Math.min(text, ground) + 0.05);
    if (contrast < 4.5) faint.push(element.textContent.trim() + ' ' + contrast.toFixed(2));
  }
  return faint;
})()`;

/** Controls that a screen reader has no name for. */
const UNNAMED = `[...document.querySelectorAll('input:not([type=hidden]), select, button, a')]
  .filter((control) => !control.hidden)
  .filter((control) => !(control.getAttribute('aria-label') || control.textContent.trim()
    || control.labels?.length))
  .map((control) => control.outerHTML)`;
