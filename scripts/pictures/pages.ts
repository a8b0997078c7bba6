/**
 * Takes a picture of every page of the dashboard that the browser tests know, at three widths, in light and dark:
 * out/pictures/<page>-<width>-<scheme>.png, and out/pictures/index.html with all of them.
 *
 *     node scripts/pictures/pages.ts [--language de] [page …]     pages whose name has one of these words
 */
import { mkdirSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import type { Page } from 'playwright-core';
import { browserWorld } from '../../test/browser/browser-world.ts';
import { type DashboardPage, everyPage, OUTSIDE } from '../../test/browser/every-page.ts';

const WIDTHS = [1280, 700, 390];
const SCHEMES = ['light', 'dark'] as const;

const { values, positionals } = parseArgs({
  options: { language: { type: 'string', default: 'en' } },
  allowPositionals: true,
});
const folder = fileURLToPath(new URL('../../out/pictures/', import.meta.url));
mkdirSync(folder, { recursive: true });

const wordOf = ({ name }: DashboardPage) =>
  name.replaceAll(/[^\w]+/g, '-').replaceAll(/^-|-$/g, '') || 'home';
const isWanted = (page: DashboardPage) =>
  positionals.length === 0 || positionals.some((word) => wordOf(page).includes(word));

const world = await browserWorld();
try {
  const owner = await world.owner();
  const pages = (await everyPage(world, owner)).filter(isWanted);
  const storageState = await owner.context().storageState();
  const locale = values.language;
  const visits = [
    { visitor: await world.page({ locale, storageState }), pages },
    { visitor: await world.page({ locale }), pages: OUTSIDE.filter(isWanted) },
  ];
  const taken = [];
  for (const { visitor, pages } of visits)
    for (const page of pages) taken.push({ ...page, files: await takePictures(visitor, page) });
  writeFileSync(`${folder}index.html`, index(taken));
} finally {
  await world.dispose();
}

async function takePictures(visitor: Page, page: DashboardPage): Promise<string[]> {
  const files: string[] = [];
  for (const width of WIDTHS) {
    await visitor.setViewportSize({ width, height: 844 });
    await visitor.emulateMedia({ reducedMotion: 'reduce' });
    await visitor.goto(page.path);
    await page.act?.(visitor);
    for (const colorScheme of SCHEMES) {
      await visitor.emulateMedia({ colorScheme });
      const file = `${wordOf(page)}-${width}-${colorScheme}.png`;
      await visitor.screenshot({ path: folder + file, fullPage: true, animations: 'disabled' });
      files.push(file);
    }
  }
  return files;
}

function index(pages: readonly { readonly name: string; readonly files: string[] }[]): string {
  const part = ({ name, files }: (typeof pages)[number]) =>
    `<h2>${name}</h2>${files.map((file) => `<img loading="lazy" src="${file}" alt="${file}">`).join('')}`;
  return `<!doctype html><meta charset="utf-8"><title>Every page</title>
<style>body{font:16px system-ui;background:#888}img{max-width:24%;vertical-align:top;margin:4px}</style>
${pages.map(part).join('\n')}\n`;
}
