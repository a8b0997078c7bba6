/** What must hold of the built site: every page is there, nothing is loaded from another host, search finds what people look for. */
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import MiniSearch from 'minisearch';
import { NAVIGATION } from './navigation.ts';
import { FINDS, OF_THEME, SEARCH } from './search.ts';

const SITE = fileURLToPath(new URL('../../out/site', import.meta.url));
const files = readdirSync(SITE, { recursive: true, encoding: 'utf8' });

/** What a browser would fetch: scripts, styles, pictures and fonts, not links that people follow. */
const LOADED =
  /<(?:script|img|iframe|link)\b[^>]*\b(?:src|href)="(?:https?:)?\/\/[^"]*"|url\(["']?(?:https?:)?\/\//g;

function* problems(): Generator<string> {
  for (const { path } of NAVIGATION.flatMap(({ pages }) => pages)) {
    const page = path.replace('README.md', 'index.md').replace(/\.md$/, '.html');
    if (!existsSync(join(SITE, page))) yield `There is no page ${page}`;
  }
  for (const file of files.filter((name) => /\.(?:html|css)$/.test(name))) {
    const loaded = readFileSync(join(SITE, file), 'utf8').match(LOADED) ?? [];
    for (const found of loaded) yield `${file} loads from another host: ${found}`;
  }
  if (!files.includes('mailvet.schema.json')) yield 'There is no schema of the policy';
  if (files.some((name) => /\.woff2?$/.test(name))) yield 'The site brings fonts';
}

/** Opens the index as the search of the theme does. */
async function openIndex(): Promise<MiniSearch> {
  const file = files.find((name) => /localSearchIndex/.test(name));
  if (file === undefined) throw new Error('There is no index to search in');
  const { default: json } = await import(pathToFileURL(join(SITE, file)).href);
  const searchOptions = { ...OF_THEME.searchOptions, ...SEARCH.searchOptions };
  return MiniSearch.loadJSON(json, { ...OF_THEME, ...SEARCH.options, searchOptions });
}

/** Queries whose page is not among the first five results. */
async function* missed(): AsyncGenerator<string> {
  const index = await openIndex();
  const troubles = readFileSync(join(SITE, 'troubleshooting.md'), 'utf8').matchAll(/^### (.+)$/gm);
  const messages = [...troubles].map(([, message = '']) => [message, '/troubleshooting'] as const);
  for (const [query, page] of [...Object.entries(FINDS), ...messages]) {
    const results = index
      .search(query)
      .slice(0, 5)
      .map(({ id }) => String(id));
    if (!results.some((id) => id.startsWith(`${page}#`)))
      yield `"${query}" does not find ${page}, but ${results.join(', ')}`;
  }
}

const found = [...problems(), ...(await Array.fromAsync(missed()))];
for (const problem of found) process.stderr.write(`${problem}\n`);
if (found.length > 0) process.exitCode = 1;
else
  process.stdout.write(
    `out/site: ${files.filter((name) => name.endsWith('.html')).length} pages\n`,
  );
