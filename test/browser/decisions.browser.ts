import type { Page } from 'playwright-core';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { type BrowserWorld, browserWorld } from './browser-world.ts';

const TEXT = `Name,E-mail,Billing e-mail
Ann,ann@gmial.com,pay@x.com
Bob,"bob@x.com; rob@x.com",
Cy,ann@gmial.com,
Di,"di@gmail,com",
Ed,ed@hotmial.com,
`;

describe.each([1280, 390])('decisions about a list, %i px wide', (width) => {
  let world: BrowserWorld;

  beforeEach(async () => {
    world = await browserWorld();
  });
  afterEach(async () => {
    const { complaints } = world;
    await world.dispose();
    expect(complaints).toEqual([]);
  });

  async function upload(page: Page): Promise<void> {
    await page.goto('/lists');
    const file = { name: 'spring.csv', mimeType: 'text/csv', buffer: Buffer.from(TEXT) };
    await page.getByLabel('a file').setInputFiles(file);
    await page.getByLabel('Start at once').first().check();
    await page.getByRole('button', { name: 'Upload the list' }).click();
    await page.getByText('Completed').first().waitFor();
  }

  /** Nothing is wider than the window. */
  async function expectWhole(page: Page): Promise<void> {
    const isWide = 'document.documentElement.scrollWidth > innerWidth';
    expect(await page.evaluate(isWide)).toBe(false);
  }

  it('are made and undone by the keyboard', async () => {
    const page = await world.owner({ viewport: { width, height: 900 } });
    await upload(page);
    await expectWhole(page);
    const typo = page.getByRole('checkbox', { name: '@gmial.com → @gmail.com 2 rows' });
    await typo.focus();
    await page.keyboard.press('Space');
    expect(await typo.isChecked()).toBe(true);
    await page.getByRole('button', { name: 'Correct selected' }).focus();
    await page.keyboard.press('Enter');
    await page.getByText('Corrected. The corrected addresses are being checked.').waitFor();
    await page.getByText('Completed').first().waitFor();
    await page.getByRole('button', { name: 'Split and check each' }).click();
    await page.getByText('The cells are split.').waitFor();
    await page.getByText('Completed').first().waitFor();
    await page.getByRole('button', { name: 'Also check: column “Billing e-mail”' }).click();
    await page.getByText('The column is being checked.').waitFor();
    await page.getByText('Completed').first().waitFor();
    await expectWhole(page);
    await page.getByRole('button', { name: 'Undo: @gmial.com to @gmail.com' }).press('Enter');
    await page.getByText('Undone.').waitFor();
    await page.getByRole('checkbox', { name: '@gmial.com → @gmail.com 2 rows' }).waitFor();
  });

  it('need no script', async () => {
    const signedIn = await world.owner();
    await upload(signedIn);
    const page = await world.page({ javaScriptEnabled: false, viewport: { width, height: 900 } });
    await page.context().addCookies(await signedIn.context().cookies());
    const list = signedIn.url();
    // Its script would load the page again by itself.
    await signedIn.goto('about:blank');
    await page.goto(list);
    await page.getByRole('button', { name: 'Correct all 3' }).click();
    await page.getByText('Corrected. The corrected addresses are being checked.').waitFor();
    await signedIn.goto(list);
    await signedIn.getByText('Completed').first().waitFor();
    await page.goto(list);
    await page.getByRole('button', { name: 'Undo: @hotmial.com to @hotmail.com' }).click();
    await page.getByText('Undone.').waitFor();
  });
});
