import { expect, test } from 'vitest';
import {
  isLineDue,
  type ProgressMoment,
  progressJson,
  progressLine,
} from '../../../src/cli/render/progress.ts';

const NONE = { deliverable: 0, risky: 0, undeliverable: 0, unknown: 0 };

function moment(changes: Partial<ProgressMoment>): ProgressMoment {
  return { total: 10_000, done: 0, sent: 0, verdicts: NONE, elapsed: 0, doneBefore: 0, ...changes };
}

test('a line tells share, counts, rate, time left and verdicts', () => {
  const verdicts = { ...NONE, deliverable: 3000, risky: 400 };
  const line = progressLine(moment({ done: 4000, elapsed: 40_000, verdicts }));
  expect(line).toBe(
    '40 %: 4,000 of 10,000 addresses, 100/s, 1 min left (deliverable 3,000, risky 400)',
  );
});

test('the rate of a resumed job counts what was done in this run', () => {
  const line = progressLine(moment({ done: 5000, doneBefore: 4000, elapsed: 100_000 }));
  expect(line).toContain('10/s, 8 min 20 s left');
});

test('an empty job is done', () => {
  expect(progressLine(moment({ total: 0 }))).toBe('100 %: 0 of 0 addresses');
});

test('machines get numbers, null for what is not known', () => {
  expect(JSON.parse(progressJson(moment({ sent: 1000 })))).toEqual({
    progress: {
      done: 0,
      total: 10_000,
      sent: 1000,
      rate: null,
      elapsedMs: 0,
      leftMs: null,
      verdicts: NONE,
    },
  });
});

test.for([
  { when: 'nothing has happened', last: undefined, now: { elapsed: 5 }, due: false },
  { when: 'the first addresses are done', last: undefined, now: { done: 1 }, due: true },
  { when: '10 % more are done', last: { done: 999 }, now: { done: 1000 }, due: true },
  { when: 'less than 10 % more are done', last: { done: 1000 }, now: { done: 1999 }, due: false },
  { when: '30 s have passed', last: { elapsed: 1 }, now: { elapsed: 30_001 }, due: true },
])('when $when, a line is due: $due', ({ last, now, due }) => {
  expect(isLineDue(last && moment(last), moment(now))).toBe(due);
});
