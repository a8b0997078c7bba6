/** Links, anchors and pictures of the documentation lead somewhere. */
import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import { expect, it, test } from 'vitest';
import { NAVIGATION } from '../../docs/site/navigation.ts';
import { pagesOf, ROOT, readPage } from './pages.ts';

const PAGES = [
  ...['README.md', 'CHANGELOG.md', 'CONTRIBUTING.md', 'SECURITY.md'],
  ...pagesOf('.github'),
  ...pagesOf('docs'),
];

/** A page without what is code. */
const proseOf = (page: string) =>
  readPage(page)
    .replaceAll(/^```[\s\S]*?^```$/gm, '')
    .replaceAll(/`[^`\n]*`/g, (code) => code.replaceAll(/[[\]()]/g, ''));

/** The anchors of a page as GitHub makes them. */
function anchorsOf(page: string): Set<string> {
  const seen = new Map<string, number>();
  const headings = readPage(page)
    .replaceAll(/^```[\s\S]*?^```$/gm, '')
    .matchAll(/^#{1,6} (.+)$/gm);
  const made = [...headings].map(([, title = '']) => {
    const slug = title
      .replaceAll(/\[([^\]]*)\]\([^)]*\)/g, '$1')
      .toLowerCase()
      .replaceAll(/[^\p{L}\p{N}_ -]/gu, '')
      .replaceAll(' ', '-');
    const count = seen.get(slug) ?? 0;
    seen.set(slug, count + 1);
    return count === 0 ? slug : `${slug}-${count}`;
  });
  const named = readPage(page).matchAll(/<a (?:id|name)="([^"]+)"/g);
  return new Set([...made, ...[...named].map(([, name = '']) => name)]);
}

it.each(PAGES)('%s has no link that leads nowhere', (page) => {
  const links = [...proseOf(page).matchAll(/\]\(([^)\s]+)\)/g)].map(([, link = '']) => link);
  const broken = links
    .filter((link) => !/^(?:https?|mailto):/.test(link))
    .filter((link) => {
      const [path = '', anchor] = link.split('#');
      const target = path === '' ? page : relative(ROOT, join(ROOT, dirname(page), path));
      if (!existsSync(join(ROOT, target))) return true;
      return anchor !== undefined && !anchorsOf(target).has(anchor);
    });
  expect(broken).toEqual([]);
});

test('pictures say in words what they show, and are small', () => {
  const pictures = PAGES.flatMap((page) =>
    [...proseOf(page).matchAll(/!\[([^\]]*)\]\(([^)]+)\)/g)].map(([, alt = '', path = '']) => ({
      alt,
      bytes: statSync(join(ROOT, dirname(page), path)).size,
    })),
  );
  expect(pictures.length).toBeGreaterThan(1);
  for (const { alt, bytes } of pictures) {
    expect(alt.length).toBeGreaterThan(20);
    expect(bytes).toBeLessThan(250_000);
  }
});

test('the navigation of the site names every page once, but decisions', () => {
  const named = NAVIGATION.flatMap(({ pages }) => pages.map(({ path }) => `docs/${path}`));
  const pages = pagesOf('docs').filter((page) => !/^docs\/adr\/\d/.test(page));
  expect(named.toSorted()).toEqual(pages.filter((page) => page !== 'docs/README.md'));
});

test('the messages of the page for troubleshooting are those of the program', () => {
  const sources = readdirSync(`${ROOT}src`, { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith('.ts'))
    .map((name) => readFileSync(join(ROOT, 'src', name), 'utf8'));
  const said = [...sources, readFileSync(`${ROOT}bin/mailvet.js`, 'utf8')]
    .join('\n')
    .replaceAll("\\'", "'");
  const titles = readPage('docs/troubleshooting.md').matchAll(/^### (.+)$/gm);
  const parts = [...titles].flatMap(([, title = '']) => title.split(/…|\(…\)/));
  const words = parts.map((part) => part.replace(/[()]/g, '').trim()).filter((part) => part !== '');
  expect(words.length).toBeGreaterThan(15);
  expect(words.filter((part) => !said.includes(part))).toEqual([]);
});

test('the README is short enough to be read', () => {
  expect(readFileSync(`${ROOT}README.md`, 'utf8').split('\n').length).toBeLessThan(130);
});
