/** Every page in the pseudo-language: what is outside of its brackets was not translated; what is too long spills. */
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type BrowserWorld, browserWorld } from './browser-world.ts';
import { type DashboardPage, everyPage, OUTSIDE } from './every-page.ts';

const WIDTHS = [390, 700, 1280];

let world: BrowserWorld;
let page: Page;
let stranger: Page;
let pages: readonly DashboardPage[];

beforeAll(async () => {
  world = await browserWorld();
  const owner = await world.owner();
  pages = await everyPage(world, owner);
  const storageState = await owner.context().storageState();
  page = await world.page({ locale: 'en-XA', storageState });
  stranger = await world.page({ locale: 'en-XA' });
});
afterAll(() => world.dispose());

/** Names, addresses, codes and times are the same in all languages, or written by the script. */
const DATA =
  '[translate=no], .address, code, pre, kbd, time, .code, script, style, noscript, svg.icon, .brand';

/** The texts of a page that are outside of brackets. Elements within a sentence belong to it. */
function untranslated(of: Page): Promise<readonly string[]> {
  return of.evaluate((data) => {
    const INLINE = /^(A|B|STRONG|SPAN|SMALL|EM|WBR|BR|BUTTON)$/;
    const BLOCKS =
      'p, h1, h2, h3, li, dt, dd, th, td, label, legend, summary, option, button, figcaption, text, title, caption, a, div, section, form, nav';
    const strip = (text: string) => {
      let left = text;
      for (let before = ''; before !== left; ) {
        before = left;
        left = left.replace(/⟦[^⟦⟧]*⟧/g, ' ');
      }
      return left;
    };
    const hasWords = (text: string) => /\p{L}{2,}/u.test(text);
    const found: string[] = [];
    const body = document.documentElement.cloneNode(true) as HTMLElement;
    for (const element of body.querySelectorAll(data)) element.remove();
    for (const block of body.querySelectorAll(BLOCKS)) {
      if (INLINE.test(block.tagName) && block.parentElement?.closest('p, label, li, td, dd, h2'))
        continue;
      const own = block.cloneNode(true) as HTMLElement;
      for (const inner of own.querySelectorAll(BLOCKS))
        if (!INLINE.test(inner.tagName)) inner.remove();
      const left = strip(own.textContent ?? '');
      if (hasWords(left))
        found.push(`<${block.tagName.toLowerCase()}> ${left.replace(/\s+/g, ' ').trim()}`);
    }
    const ATTRIBUTES = [
      'aria-label',
      'placeholder',
      'title',
      'alt',
      'data-confirm',
      'data-busy',
      'data-done',
      'data-hide',
      'data-label',
      'data-words',
      'data-copied',
      'data-texts',
    ];
    for (const element of body.querySelectorAll('*')) {
      for (const name of ATTRIBUTES) {
        const value = element.getAttribute(name) ?? '';
        const text =
          name === 'data-texts' ? Object.values(JSON.parse(value || '{}')).join(' ') : value;
        if (hasWords(strip(text))) found.push(`[${name}] ${strip(text)}`);
      }
    }
    return [...new Set(found)];
  }, DATA);
}

/** How many pixels the page is wider than the window, with what is too wide. */
function spill(of: Page): Promise<readonly string[]> {
  return of.evaluate(() => {
    const { clientWidth, scrollWidth } = document.documentElement;
    if (scrollWidth <= clientWidth) return [];
    const wide = [...document.body.querySelectorAll('*')].filter(
      (element) =>
        element.getBoundingClientRect().right > clientWidth + 1 &&
        !element.closest('.scroll, .unseen'),
    );
    return wide
      .slice(0, 5)
      .map(
        (element) =>
          `${element.tagName} ${element.className}: ${element.textContent?.trim().slice(0, 60)}`,
      );
  });
}

async function open(of: Page, { path, act }: DashboardPage): Promise<void> {
  await of.goto(path);
  await act?.(of);
}

/** What is written in braces is data: file names and codes. */
describe('the pseudo-language', () => {
  it('is everywhere', async () => {
    const found: Record<string, readonly string[]> = {};
    for (const each of pages) {
      await open(page, each);
      const texts = await untranslated(page);
      if (texts.length > 0) found[each.name] = texts;
    }
    for (const each of OUTSIDE) {
      await open(stranger, each);
      const texts = await untranslated(stranger);
      if (texts.length > 0) found[each.name] = texts;
    }
    expect(found).toEqual({});
  });

  it.each(WIDTHS)('has room at %i px', async (width) => {
    const found: Record<string, readonly string[]> = {};
    const check = async (of: Page, each: DashboardPage) => {
      await open(of, each);
      const wide = await spill(of);
      if (wide.length > 0) found[each.name] = wide;
    };
    for (const of of [page, stranger]) await of.setViewportSize({ width, height: 844 });
    for (const each of pages) await check(page, each);
    for (const each of OUTSIDE) await check(stranger, each);
    expect(found).toEqual({});
  });
});

describe('the checks', () => {
  it('find an English text, in an attribute too, and what spills', async () => {
    await page.goto('/lists');
    await page.evaluate(() => {
      const said = document.createElement('p');
      said.textContent = '⟦ñö⟧ Not translated';
      said.title = 'Nor this';
      said.style.width = '3000px';
      document.querySelector('main')?.append(said);
    });
    expect(await untranslated(page)).toEqual(['<p> Not translated', '[title] Nor this']);
    expect(await spill(page)).not.toEqual([]);
  });
});
