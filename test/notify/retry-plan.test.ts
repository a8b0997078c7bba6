import { expect, it } from 'vitest';
import { message } from '../../src/i18n/message.ts';
import { judgeAttempt } from '../../src/notify/webhook-runner.ts';

const HOUR = 60 * 60_000;
const DAY = 24 * HOUR;
const answered = (code: number) => ({
  answer: code,
  error: message('errorTexts.webhook_answered', { code }),
});
const REFUSED = answered(500);

const fresh = {
  type: 'batch.completed',
  attempts: 0,
  expiresAt: 0,
  failingSince: null,
  failures: 0,
} as const;
const time = (at: number, random = 0.5) => ({ at, took: 7, random });

it('a success ends it', () => {
  const outcome = judgeAttempt(fresh, { answer: 204, error: null }, time(5));
  expect(outcome).toMatchObject({ at: 5, took: 7, answer: 204, error: null, nextAt: null });
});

it('attempts are made for a day, further and further apart', () => {
  const times: number[] = [];
  for (let at = 0, attempts = 0, expiresAt = 0; ; attempts++) {
    const { nextAt, ...judged } = judgeAttempt(
      { ...fresh, attempts, expiresAt },
      REFUSED,
      time(at, 1 - Number.EPSILON),
    );
    if (nextAt === null) break;
    expiresAt = judged.expiresAt;
    times.push(nextAt - at);
    at = nextAt;
  }
  expect(times.slice(0, 3)).toEqual([10_000, 20_000, 40_000]);
  expect(times.at(-1)).toBe(4 * HOUR);
  expect(times.length).toBeGreaterThan(12);
  const whole = times.reduce((sum, each) => sum + each, 0);
  expect(whole).toBeLessThanOrEqual(DAY);
  expect(whole).toBeGreaterThan(DAY - 4 * HOUR);
});

it('the delay varies, so that many do not come back at once', () => {
  const delays = [0, 0.5, 0.99].map(
    (random) => judgeAttempt(fresh, REFUSED, time(0, random)).nextAt,
  );
  expect(delays).toEqual([5000, 7500, 9950]);
});

it('a receiver may ask for a longer wait, up to four hours', () => {
  const asked = (retryAfter: number) =>
    judgeAttempt(fresh, { ...REFUSED, retryAfter }, time(0)).nextAt;
  expect(asked(1000)).toBe(7500);
  expect(asked(60_000)).toBe(60_000);
  expect(asked(20 * HOUR)).toBe(4 * HOUR);
});

it('410 disables the webhook at once', () => {
  const outcome = judgeAttempt(fresh, answered(410), time(0));
  expect(outcome).toMatchObject({ nextAt: null, disable: 'gone' });
});

it('the day of a message begins with its first attempt, however long it has waited', () => {
  const late = judgeAttempt(fresh, REFUSED, time(9 * DAY));
  expect(late).toMatchObject({ nextAt: 9 * DAY + 7500, expiresAt: 10 * DAY });
  const again = judgeAttempt({ ...fresh, attempts: 3, expiresAt: DAY }, REFUSED, time(2 * DAY));
  expect(again).toMatchObject({ nextAt: null, expiresAt: DAY });
});

it('a webhook rests after three failures in a row, five minutes at most', () => {
  const rest = (failures: number) =>
    judgeAttempt({ ...fresh, failures }, REFUSED, time(0, 1 - Number.EPSILON)).retryAt;
  expect([0, 1, 2, 3, 4].map(rest)).toEqual([0, 0, 10_000, 20_000, 40_000]);
  expect(rest(50)).toBe(5 * 60_000);
  const asked = { ...REFUSED, retryAfter: 60_000 };
  expect(judgeAttempt(fresh, asked, time(0)).retryAt).toBe(60_000);
});

it('a webhook is disabled when nothing has arrived for five days', () => {
  const last = (failingSince: number) =>
    judgeAttempt(
      { ...fresh, attempts: 20, expiresAt: 6 * DAY, failingSince },
      REFUSED,
      time(6 * DAY),
    );
  expect(last(DAY + 1)).not.toHaveProperty('disable');
  expect(last(DAY)).toMatchObject({ nextAt: null, disable: 'failing' });
});

it('a webhook with many messages is disabled before each has had its day', () => {
  const first = (failures: number) =>
    judgeAttempt({ ...fresh, failingSince: DAY, failures }, REFUSED, time(6 * DAY));
  expect(first(98)).not.toHaveProperty('disable');
  expect(first(99)).toMatchObject({ disable: 'failing' });
});

it('a test is attempted once', () => {
  expect(judgeAttempt({ ...fresh, type: 'webhook.test' }, REFUSED, time(3)).nextAt).toBeNull();
});
