/** What must hold of the built site: every page is there, nothing is loaded from another host, search has an index. */
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { NAVIGATION } from './navigation.ts';

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
  if (!files.some((name) => /localSearchIndex/.test(name))) yield 'There is no index to search in';
  if (files.some((name) => /\.woff2?$/.test(name))) yield 'The site brings fonts';
}

const found = [...problems()];
for (const problem of found) process.stderr.write(`${problem}\n`);
if (found.length > 0) process.exitCode = 1;
else
  process.stdout.write(
    `out/site: ${files.filter((name) => name.endsWith('.html')).length} pages\n`,
  );
