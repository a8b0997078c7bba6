import { expect, it } from 'vitest';
import { rateLimiter } from '../../src/http/rate-limiter.ts';
import { manualClock } from '../support/manual-clock.ts';
import { serviceWorld } from '../support/service-world.ts';

const RATE = { burst: 3, perSecond: 0.5 };

it('a team may send a burst, and then goes on steadily', () => {
  const clock = manualClock();
  const take = rateLimiter(RATE, clock);
  const burst = [take('a'), take('a'), take('a')];
  expect(burst.map(({ allowed, remaining }) => [allowed, remaining])).toEqual([
    [true, 2],
    [true, 1],
    [true, 0],
  ]);
  expect(take('a')).toEqual({ allowed: false, limit: 3, remaining: 0, retryAfter: 2, reset: 6 });
  clock.advance(2000);
  expect(take('a')).toMatchObject({ allowed: true, remaining: 0, retryAfter: 0 });
  expect(take('a').allowed).toBe(false);
});

it('teams do not share their limit', () => {
  const take = rateLimiter({ burst: 1, perSecond: 1 }, manualClock());
  expect([take('a').allowed, take('b').allowed]).toEqual([true, true]);
});

it('a clock that goes back takes nothing away', () => {
  const clock = manualClock();
  const take = rateLimiter(RATE, clock);
  take('a');
  clock.advance(-60_000);
  expect(take('a')).toMatchObject({ allowed: true, remaining: 1 });
});

it('a refused request is a 429 that says when to come back', async () => {
  const world = await serviceWorld(rateLimiter({ burst: 1, perSecond: 1 }, manualClock()));
  const { key } = await world.team('ours');
  const list = () =>
    world.request('/api/v1/batches', { headers: { Authorization: `Bearer ${key}` } });
  expect((await list()).headers.get('RateLimit-Limit')).toBe('1');
  const refused = await list();
  expect(refused.status).toBe(429);
  expect(refused.headers.get('Retry-After')).toBe('1');
  expect(refused.headers.get('RateLimit-Remaining')).toBe('0');
  expect(await refused.json()).toMatchObject({ statusCode: 429 });
  await world.dispose();
});

it('sandbox addresses count as any', async () => {
  const world = await serviceWorld(rateLimiter({ burst: 1, perSecond: 1 }, manualClock()));
  const { key } = await world.team('ours');
  const headers = { Authorization: `Bearer ${key}`, 'Content-Type': 'application/json' };
  const ask = () =>
    world.request('/api/v1/verify', {
      method: 'POST',
      headers,
      body: '{"email":"a@sandbox.test"}',
    });
  expect([(await ask()).status, (await ask()).status]).toEqual([200, 429]);
  await world.dispose();
});
