import { expect, it } from 'vitest';
import { progressOf } from '../../src/dashboard/list-progress.ts';
import type { ListRecord } from '../../src/service/lists/list-ports.ts';
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
  portions: 1,
  sent: 1,
  startedAt: 0,
  endedAt: null,
  waitsFor: null,
  retryPlan: null,
  error: null,
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
    'Without the check, 50 % would bounce.',
  );
});
