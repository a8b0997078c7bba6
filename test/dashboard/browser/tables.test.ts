import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';

const TABLES = new URL('../../../src/dashboard/browser/tables.css', import.meta.url);

it('a wide table becomes cards as others do, at a greater width', () => {
  const [, others = '', wide = ''] = readFileSync(TABLES, 'utf8')
    .split(/@media[^{]*/)
    .map((block) => block.replaceAll(/\s+/g, ' ').trim());
  expect(others).toContain('table td:first-child {');
  expect(wide).not.toBe(others);
  expect(wide.replaceAll('table.wide', 'table')).toBe(others);
});
