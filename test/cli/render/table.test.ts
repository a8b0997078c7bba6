import { expect, test } from 'vitest';
import { type Column, relativeTime, renderTable } from '../../../src/cli/render/table.ts';

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

const WIDE: readonly Column<{ id: string; list: string; at: string }>[] = [
  { title: 'ID', text: ({ id }) => id },
  { title: 'LIST', text: ({ list }) => list },
  { title: 'CREATED', isTime: true, text: ({ at }) => at },
];
const WIDE_ROW = {
  id: 'job_0123456789',
  list: 'a-very-long-name-of-a-list.csv',
  at: '2026-11-22T10:00:00.000Z',
};

test('a table that is wider than the terminal is cut, but for what other commands take', async () => {
  const now = Date.parse('2026-11-22T10:07:30Z');
  expect(await renderTable([WIDE_ROW], WIDE, { now, columns: 40 })).toBe(
    ['ID              LIST           CREATED', 'job_0123456789  a-very-long-…  7 min ago', ''].join(
      '\n',
    ),
  );
});

test('where cutting is not enough, what other commands take has a line of its own', async () => {
  const now = Date.parse('2026-11-22T10:07:30Z');
  expect(await renderTable([WIDE_ROW], WIDE, { now, columns: 30 })).toBe(
    [
      'ID',
      '  LIST               CREATED',
      'job_0123456789',
      '  a-very-long-name…  7 min ago',
      '',
    ].join('\n'),
  );
});

test('what may not be cut stays as it is, however narrow the terminal', async () => {
  const table = await renderTable([WIDE_ROW], WIDE, { columns: 5 });
  expect(table).toContain('job_0123456789  a-very-lo…');
});

const NOW = Date.parse('2026-11-22T12:00:00Z');

test.each([
  ['2026-11-22T12:00:00.000Z', 'just now'],
  ['2026-11-22T11:59:01.000Z', 'just now'],
  ['2026-11-22T11:59:00.000Z', '1 min ago'],
  ['2026-11-22T11:00:01.000Z', '59 min ago'],
  ['2026-11-22T11:00:00.000Z', '1 h ago'],
  ['2026-11-21T12:00:01.000Z', '23 h ago'],
  ['2026-11-21T12:00:00.000Z', '1 day ago'],
  ['2026-11-20T12:00:00.000Z', '2 days ago'],
  ['2026-10-23T12:00:01.000Z', '29 days ago'],
  ['2026-10-23T12:00:00.000Z', '2026-10-23'],
  ['2026-11-22T12:00:01.000Z', '2026-11-22T12:00:01.000Z'],
  ['never', 'never'],
  ['', ''],
])('%s is %s', (iso, text) => {
  expect(relativeTime(iso, NOW)).toBe(text);
});
