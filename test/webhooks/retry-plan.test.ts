import { expect, it } from 'vitest';
import { judgeAttempt } from '../../src/webhooks/retry-plan.ts';

const HOUR = 60 * 60_000;
const DAY = 24 * HOUR;
const REFUSED = { answer: 500, error: 'answered 500' };

const fresh = { attempts: 0, expiresAt: DAY, failingSince: null };
const time = (at: number, random = 0.5) => ({ at, took: 7, random });

it('a success ends it', () => {
  const outcome = judgeAttempt(fresh, { answer: 204, error: null }, time(5));
  expect(outcome).toEqual({ at: 5, took: 7, answer: 204, error: null, nextAt: null });
});

it('attempts are made for a day, further and further apart', () => {
  const times: number[] = [];
  for (let at = 0, attempts = 0; ; attempts++) {
    const { nextAt } = judgeAttempt({ ...fresh, attempts }, REFUSED, time(at, 1 - Number.EPSILON));
    if (nextAt === null) break;
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
  const outcome = judgeAttempt(fresh, { answer: 410, error: 'answered 410' }, time(0));
  expect(outcome).toMatchObject({ nextAt: null, disable: 'gone' });
});

it('a webhook is disabled when nothing has arrived for five days', () => {
  const last = (failingSince: number) =>
    judgeAttempt({ attempts: 20, expiresAt: 6 * DAY, failingSince }, REFUSED, time(6 * DAY));
  expect(last(DAY + 1)).not.toHaveProperty('disable');
  expect(last(DAY)).toMatchObject({ nextAt: null, disable: 'failing' });
});

it('a test is attempted once', () => {
  expect(judgeAttempt({ ...fresh, expiresAt: 0 }, REFUSED, time(3)).nextAt).toBeNull();
});
