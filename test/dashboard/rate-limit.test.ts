import { afterEach, expect, it } from 'vitest';
import { rateLimiter } from '../../src/http/rate-limiter.ts';
import { manualClock } from '../support/manual-clock.ts';
import { type DashboardWorld, dashboardWorld } from './dashboard-world.ts';

let world: DashboardWorld;
afterEach(() => world.dispose());

it('pages have a limit for each person, which says when to come back', async () => {
  const limit = rateLimiter({ burst: 2, perSecond: 0.5 }, manualClock());
  world = await dashboardWorld({ rateLimiter: limit });
  const ada = await world.firstOwner();
  const bob = await world.person('default', 'bob@example.com');
  const statuses = [await ada.get('/'), await ada.get('/batches')].map(({ status }) => status);
  expect(statuses).toEqual([200, 200]);
  const refused = await ada.get('/verifications');
  expect(refused.status).toBe(429);
  expect(refused.headers.get('Retry-After')).toBe('2');
  expect(refused.body).toContain('Too many requests at once, slow down');
  expect((await bob.get('/')).status).toBe(200);
});

it('pages of a service without a limit have none', async () => {
  world = await dashboardWorld();
  const ada = await world.firstOwner();
  for (let view = 0; view < 30; view++) expect((await ada.get('/batches')).status).toBe(200);
});
