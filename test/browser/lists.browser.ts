import { truncateSync, writeFileSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import type { Page } from 'playwright-core';
import { afterEach, beforeEach, describe, expect, it, onTestFinished } from 'vitest';
import { temporaryFolder } from '../support/temporary-folder.ts';
import { type BrowserWorld, browserWorld } from './browser-world.ts';

const TEXT = 'Name,E-mail\nÅda,a@x.com\nBob,gone@x.com\nCy,grey@gmial.com\nDi,\n';

describe('lists in a browser', () => {
  let world: BrowserWorld;

  beforeEach(async () => {
    world = await browserWorld();
  });
  afterEach(async () => {
    const { complaints } = world;
    await world.dispose();
    expect(complaints).toEqual([]);
  });

  async function upload(page: Page, text = TEXT, name = 'Kundinnen & Kunden.csv'): Promise<void> {
    await page.getByRole('link', { name: 'Lists' }).click();
    const file = { name, mimeType: 'text/csv', buffer: Buffer.from(text) };
    await page.getByLabel('a file').setInputFiles(file);
    await page.getByLabel('Start at once').first().check();
    await page.getByRole('button', { name: 'Upload the list' }).click();
  }

  async function download(page: Page, format: string): Promise<{ name: string; bytes: Buffer }> {
    await page.getByLabel('Format').selectOption(format);
    const [saved] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('button', { name: /^Download/ }).click(),
    ]);
    return { name: saved.suggestedFilename(), bytes: await readFile(await saved.path()) };
  }

  it('are uploaded, followed and downloaded', async () => {
    const page = await world.owner();
    world.verifier.hold();
    await upload(page);
    await page.getByRole('heading', { name: 'Kundinnen & Kunden.csv' }).waitFor();
    await page.getByText('0 of 3 rows checked').waitFor();
    await Promise.all(['a@x.com', 'gone@x.com'].map((email) => world.verifier.started(email)));
    world.verifier.letGo('a@x.com');
    await page.getByText('1 of 3 rows checked').waitFor();
    await page.getByText('1 person is safe to send to so far').waitFor();
    for (const email of ['gone@x.com', 'grey@gmial.com']) world.verifier.letGo(email);
    await page.getByText('Completed').first().waitFor();
    await page.getByRole('row', { name: 'a@x.com Deliverable the mailbox accepts mail' }).waitFor();

    await page.getByRole('button', { name: 'Download safe rows (1)' }).waitFor();
    await page.locator('[name=send][value=all]').check({ force: true });
    const { name, bytes } = await download(page, 'csv');
    expect(name).toBe('Kundinnen & Kunden.verified.csv');
    expect(bytes.toString()).toMatch(/^\ufeffName,E-mail,email,.*\nÅda,a@x\.com,a@x\.com,true/);
    expect(bytes.toString().trimEnd().split('\n')).toHaveLength(5);
    expect((await download(page, 'xlsx')).name).toBe('Kundinnen & Kunden.verified.xlsx');

    const typos = page.getByRole('link', { name: 'Typos to fix 1' });
    await typos.scrollIntoViewIfNeeded();
    const before = await page.evaluate('scrollY');
    await typos.click();
    await page.waitForURL(/show=suggestions/);
    // The page is shorter now, but shows the same part.
    expect(await page.evaluate('scrollY')).toBeGreaterThan(Number(before) / 2);
    await page.getByText('Did you mean grey@gmail.com?').waitFor();
    await page.getByRole('link', { name: 'Open the report' }).click();
    await page.getByRole('heading', { name: 'Kundinnen & Kunden.csv' }).waitFor();
    // Styled: its own policy admits its own style sheet, which makes the text narrower than the page.
    const width = await page.evaluate('document.querySelector("main").offsetWidth < innerWidth');
    expect(width).toBe(true);
  });

  it('ask which column is meant', async () => {
    const page = await world.owner();
    await upload(page, 'Work,Home\na@x.com,b@y.com\n');
    await page.getByText('Which columns contain e-mail addresses?').waitFor();
    await page.getByLabel('Home').check();
    await page.getByRole('button', { name: 'Continue with these columns' }).click();
    await page.getByText('Completed').first().waitFor();
    await page.getByRole('row', { name: 'b@y.com Deliverable' }).waitFor();
  });

  it('are cancelled, retried and deleted, each after a question or with words', async () => {
    const page = await world.owner();
    world.verifier.hold();
    await upload(page);
    await world.verifier.started('a@x.com');
    await page.getByRole('button', { name: 'Cancel' }).click();
    await page.getByText('Cancelled').first().waitFor();
    for (const email of ['a@x.com', 'gone@x.com', 'grey@gmial.com']) world.verifier.letGo(email);
    await page.getByRole('button', { name: 'Continue (3 left)' }).click();
    await page.getByText('Running').waitFor();
    await page.getByRole('button', { name: 'Delete' }).click();
    await page.getByText('The list is deleted.').waitFor();
    await page.getByText(/^No lists? yet/).waitFor();
  });

  it('show the same numbers and the same end in two tabs', async () => {
    const page = await world.owner();
    world.verifier.hold();
    await upload(page);
    await world.verifier.started('grey@gmial.com');
    await page.getByRole('heading', { name: 'Kundinnen & Kunden.csv' }).waitFor();
    const other = await page.context().newPage();
    await other.goto(page.url());
    world.verifier.letGo('a@x.com');
    for (const tab of [page, other]) await tab.getByText('1 of 3 rows checked').waitFor();
    await page.getByRole('button', { name: 'Cancel' }).click();
    for (const tab of [page, other]) {
      await tab.getByText('2 of 3 rows not checked').waitFor();
      await tab.getByRole('link', { name: 'Not checked 2' }).first().waitFor();
    }
    for (const email of ['gone@x.com', 'grey@gmial.com']) world.verifier.letGo(email);
    await page.getByRole('button', { name: 'Continue (2 left)' }).click();
    await other
      .getByText(/Running|Completed/)
      .first()
      .waitFor();
  });

  it.each([
    ['with a script', {}, 'big.csv is 201 MB; the limit is 200 MB.'],
    ['without one', { javaScriptEnabled: false }, 'What you sent is too large: at most 200 MB.'],
  ])('that are too large are told so in the page, %s', async (_, options, said) => {
    const folder = temporaryFolder();
    onTestFinished(() => folder.dispose());
    writeFileSync(folder.path('big.csv'), '');
    truncateSync(folder.path('big.csv'), 201_000_000);
    const page = await world.owner(options);
    await page.goto('/lists');
    await page.getByLabel('a file').setInputFiles(folder.path('big.csv'));
    if ('javaScriptEnabled' in options) {
      await page.getByRole('button', { name: 'Upload the list' }).click();
    }
    await page.getByRole('alert').getByText(said).waitFor();
    expect(await page.getByRole('button', { name: 'Upload the list' }).isEnabled()).toBe(true);
  });

  it('whose connection breaks off can be uploaded again', async () => {
    const page = await world.owner();
    await page.route('**/lists', (route) =>
      route.request().method() === 'POST' ? route.abort() : route.fallback(),
    );
    await upload(page);
    await page.getByText('The connection broke off, and nothing was kept').waitFor();
    await page.unroute('**/lists');
    await page.getByRole('button', { name: 'Upload the list' }).click();
    await page.getByText('Completed').first().waitFor();
  });

  it.each([
    ['without a script', { javaScriptEnabled: false }],
    ['on a phone', { viewport: { width: 390, height: 800 }, isMobile: true }],
  ])('work %s', async (_, options) => {
    const page = await world.owner(options);
    await upload(page);
    await page.getByText('Completed').first().waitFor();
    const wide = await page.evaluate('document.documentElement.scrollWidth > innerWidth');
    expect(wide).toBe(false);
    expect((await download(page, 'csv')).bytes.length).toBeGreaterThan(100);
  });
});
