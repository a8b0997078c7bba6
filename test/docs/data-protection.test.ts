/** The page for data-protection officers says of each table how long its rows are kept. */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { ROOT, readPage } from './pages.ts';

const PAGE = readPage('docs/data-protection.md');

it('every table of the database is in the table of what is kept', () => {
  const sources = readdirSync(`${ROOT}src/store`, { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith('.ts'))
    .map((name) => readFileSync(join(ROOT, 'src/store', name), 'utf8'));
  const tables = [
    ...sources.join('\n').matchAll(/create (?:unlogged )?table (?:if not exists )?(\w+)/g),
  ]
    .map(([, name = '']) => name)
    // The latter is one number.
    .filter((name) => !['temp', 'verified_mailboxes_end'].includes(name));
  expect(tables.length).toBeGreaterThan(30);
  const missing = new Set(tables.filter((name) => !PAGE.includes(`\`${name}\``)));
  expect([...missing]).toEqual([]);
});
