/** Tables of the documentation that must have all of something. */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { VERIFIER_FORMATS } from '../../src/formats/results/verifiers.ts';
import { ROOT, readPage } from './pages.ts';

it('the page on data protection says how long each table of the database is kept', () => {
  const sources = readdirSync(`${ROOT}src/store`, { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith('.ts'))
    .map((name) => readFileSync(join(ROOT, 'src/store', name), 'utf8'));
  const tables = [...sources.join('\n').matchAll(/create (?:unlogged )?table (\w+)/g)]
    .map(([, name = '']) => name)
    // One number.
    .filter((name) => name !== 'verified_mailboxes_end');
  expect(tables.length).toBeGreaterThan(30);
  const page = readPage('docs/data-protection.md');
  const missing = new Set(tables.filter((name) => !page.includes(`\`${name}\``)));
  expect([...missing]).toEqual([]);
});

const plain = (text: string) => text.toLowerCase().replaceAll(/[^a-z0-9]/g, '');

/** The cells of a row without their marks, by its first. */
function rowOf(page: string, first: string): string[][] {
  const line = readPage(page)
    .split('\n')
    .find((each) => each.startsWith(`| ${first} |`));
  const cells = (line ?? '').split('|').slice(2, -1);
  return cells.map((cell) => [...cell.matchAll(/`([^`]+)`/g)].map(([, word = '']) => plain(word)));
}

it.each(Object.values(VERIFIER_FORMATS))(
  'Coming from … has the words of $label as import reads them',
  ({ label, status, broader = [], words }) => {
    const [columns = [], good = [], , unknown = []] = rowOf('docs/coming-from.md', label);
    const wordsOf = (verdict: string) =>
      Object.entries(words).flatMap(([word, meaning]) =>
        meaning.verdict === verdict ? [plain(word)] : [],
      );
    expect([columns.length, good.length, unknown.length].includes(0)).toBe(false);
    expect([...status, ...broader]).toEqual(expect.arrayContaining(columns));
    expect(wordsOf('deliverable')).toEqual(expect.arrayContaining(good));
    expect(wordsOf('unknown')).toEqual(expect.arrayContaining(unknown));
  },
);
