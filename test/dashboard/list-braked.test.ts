import { expect, it } from 'vitest';
import { progressOf } from '../../src/dashboard/list-progress.ts';
import type { ListCounts, ListRecord } from '../../src/service/lists/list-ports.ts';
import { english } from '../support/english.ts';

const LIST: ListRecord = {
  id: 'list_1',
  name: 'list.csv',
  folder: null,
  createdBy: 'ada@example.com',
  createdAt: 0,
  status: 'running',
  size: 0,
  form: null,
  counts: null,
  verdicts: { deliverable: 0, risky: 0, undeliverable: 0, unknown: 0 },
  judgedBy: '',
  totalCount: 1000,
  processedCount: 10,
  isRetry: false,
  places: 1,
  sent: 1,
  startedAt: 0,
  endedAt: null,
  waitsFor: null,
  retryPlan: null,
};

const CONTEXT = { left: { kind: 'unknown' }, quietFor: 0, waits: [], quota: null, now: 0 } as const;

it('a list says at which provider it brakes, and nothing where none refuses more and more', () => {
  expect(progressOf(english, LIST, { ...CONTEXT, braked: 'google' }).waits).toMatch(
    /^google refuses more and more of our sessions/,
  );
  expect(progressOf(english, LIST, CONTEXT).waits).toBe('');
});

it('a list says what would bounce once it has ended, not by what was checked first', () => {
  const verdicts = { deliverable: 200, risky: 0, undeliverable: 200, unknown: 0 };
  const running: ListRecord = { ...LIST, verdicts, processedCount: 400 };
  expect(progressOf(english, running, CONTEXT).safe.bounces).toBe('');
  const ended: ListRecord = { ...running, status: 'completed', totalCount: 400 };
  expect(progressOf(english, ended, CONTEXT).safe.bounces).toBe(
    'Without the check, up to 50% would bounce.',
  );
});

const COUNTS = { rows: 1000, distinct: 1000, empty: 0 } as ListCounts;

it('a bar begins neutral, and takes its colours when mail servers have answered', () => {
  const none = { deliverable: 0, risky: 0, undeliverable: 0, unknown: 0 };
  const barOf = (verdicts: Partial<ListRecord['verdicts']>, answered?: number) =>
    progressOf(
      english,
      { ...LIST, counts: COUNTS, verdicts: { ...none, ...verdicts }, answered },
      CONTEXT,
    ).shares.map(Math.round);
  expect(barOf({ undeliverable: 300 })).toEqual([0, 0, 0, 0, 30, 70]);
  expect(barOf({ undeliverable: 300 }, 400)).toEqual([0, 0, 0, 0, 40, 60]);
  expect(barOf({ undeliverable: 20, deliverable: 20 })).toEqual([0, 0, 0, 0, 4, 96]);
  expect(barOf({ undeliverable: 300, deliverable: 100 }, 450)).toEqual([10, 0, 30, 0, 5, 55]);
});

it('the count of a running list follows the answers between two readings of its rows', () => {
  const list = { ...LIST, counts: COUNTS, verdicts: { ...LIST.verdicts, deliverable: 400 } };
  const { text, checked, verdicts } = progressOf(english, { ...list, answered: 450 }, CONTEXT);
  expect(text).toBe('450 of 1,000 rows checked');
  expect(checked).toBe(450);
  expect(verdicts.unchecked.count).toBe('550');
});

it('a list that is about to end says no time', () => {
  const textAt = (left: number) =>
    progressOf(english, LIST, { ...CONTEXT, left: { kind: 'time', left } }).text;
  expect(textAt(12_000)).toMatch(/, 10 s left$/);
  expect(textAt(7000)).not.toContain('left');
});
