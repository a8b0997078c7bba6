import { expect, test } from 'vitest';
import { type Column, renderTable } from '../../../src/cli/render/table.ts';

interface Row {
  readonly name: string;
  readonly count: number;
}

const COLUMNS: readonly Column<Row>[] = [
  { title: 'NAME', text: ({ name }) => name },
  { title: 'COUNT', align: 'right', text: ({ count }) => String(count) },
];

test('cells with wide characters, emoji and marks are padded to the columns they take', async () => {
  const rows = [
    { name: '日本語', count: 1 },
    { name: '👩‍👩‍👧 ok', count: 22 },
    { name: 'é!', count: 333 },
  ];
  expect(await renderTable(rows, COLUMNS)).toBe(
    ['NAME    COUNT', '日本語      1', '👩‍👩‍👧 ok      22', 'é!        333', ''].join('\n'),
  );
});
