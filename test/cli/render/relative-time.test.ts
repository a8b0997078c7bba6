import { expect, test } from 'vitest';
import { relativeTime } from '../../../src/cli/render/table.ts';

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
