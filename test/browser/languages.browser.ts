/** Every page in the pseudo-language: what is outside of its brackets was not translated; what is too long spills. */
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { type BrowserWorld, browserWorld } from './browser-world.ts';
import { type DashboardPage, everyPage, OUTSIDE } from './every-page.ts';
import { spill, untranslated } from './page-checks.ts';

const WIDTHS = [390, 700, 1280];

let world: BrowserWorld;
let insider: Page;
let stranger: Page;
let pages: readonly DashboardPage[];

beforeAll(async () => {
  world = await browserWorld();
  const owner = await world.owner();
  pages = await everyPage(world, owner);
  const storageState = await owner.context().storageState();
  insider = await world.page({ locale: 'en-XA', storageState });
  stranger = await world.page({ locale: 'en-XA' });
});
afterAll(() => world.dispose());

/** What a check finds, by the page. */
async function findings(check: (page: Page) => Promise<readonly string[]>) {
  const found: Record<string, readonly string[]> = {};
  const look = async (page: Page, { name, path, act }: DashboardPage) => {
    await page.goto(path);
    await act?.(page);
    const here = await check(page);
    if (here.length > 0) found[name] = here;
  };
  for (const each of pages) await look(insider, each);
  for (const each of OUTSIDE) await look(stranger, each);
  return found;
}

it('every text is translated', async () => {
  expect(await findings(untranslated)).toEqual({});
});

it.each(WIDTHS)('longer texts have room at %i px', async (width) => {
  for (const page of [insider, stranger]) await page.setViewportSize({ width, height: 844 });
  expect(await findings(spill)).toEqual({});
});

it('the checks find an English text, one in an attribute, and what spills', async () => {
  await insider.goto('/lists');
  await insider.evaluate(`(() => {
    const said = document.createElement('p');
    said.textContent = '⟦ñö⟧ Not translated';
    said.title = 'Nor this';
    said.style.width = '3000px';
    document.querySelector('main').replaceChildren(said);
  })()`);
  expect(await untranslated(insider)).toEqual(['title: Nor this', 'Not translated']);
  expect(await spill(insider)).toEqual(['P  ⟦ñö⟧ Not translated']);
});
