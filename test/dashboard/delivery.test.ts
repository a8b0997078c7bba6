import { afterEach, describe, expect, it } from 'vitest';
import { addUpLanes } from '../../src/service/delivery.ts';
import { type DashboardWorld, dashboardWorld } from './dashboard-world.ts';

const LANE = {
  ...{ provider: 'google', egress: 'out-1', sessions: 2, waiting: 3 },
  ...{ pauseLeft: 0, restLeft: 0, refusals: 0 },
};
const LANES = [
  LANE,
  { ...LANE, egress: 'out-2', sessions: 1, waiting: 0, pauseLeft: 25_000, refusals: 4 },
  { ...LANE, provider: 'outlook-com', sessions: 0, waiting: 0, restLeft: 119 * 60_000 },
];
const PROCESSES = [{ name: 'mail-1 4711 ab', sessions: 3, age: 3 * 3_600_000, silent: 1000 }];

describe('the page Delivery', () => {
  let world: DashboardWorld;
  afterEach(() => world.dispose());

  it('shows each provider at each egress, and the processes', async () => {
    world = await dashboardWorld({ delivery: { lanes: LANES, processes: PROCESSES } });
    const page = await (await world.firstOwner()).get('/delivery');
    const text = page.body.replace(/<[^>]+>/g, ' ').replace(/\s+/g, ' ');
    expect(text).toContain('3 sessions, 1 process, 1 at rest');
    expect(text).toContain('google out-1 2 3 Open 0');
    expect(text).toContain('google out-2 1 0 Paused, 25 s left 4');
    expect(text).toContain('outlook-com out-1 0 0 Rests, 119 min left 0');
    expect(text).toContain('mail-1 4711 ab 3 3 h now');
  });

  it('sends the same as data, for the script', async () => {
    world = await dashboardWorld({ delivery: { lanes: LANES, processes: [] } });
    const answer = await (await world.firstOwner()).get('/delivery/progress');
    expect(JSON.parse(answer.body)).toMatchObject({
      ended: false,
      summary: '3 sessions, 0 processes, 1 at rest',
      rows: { lanes: [['google', 'out-1', '2', '3', 'Open', '0'], {}, {}], processes: [] },
    });
  });

  it('says so where nothing goes on', async () => {
    world = await dashboardWorld();
    const { body } = await (await world.firstOwner()).get('/delivery');
    expect(body).toMatch(/data-empty="lanes"\s*>/);
    expect(body).toMatch(/data-rows="lanes" hidden/);
  });

  it('is for owners: a member finds neither the page nor its data nor the entry', async () => {
    world = await dashboardWorld();
    const member = await world.person('default', 'bob@example.com', 'member');
    for (const path of ['/delivery', '/delivery/progress', '/delivery/events'])
      expect((await member.get(path)).status).toBe(404);
    expect((await member.get('/')).body).not.toContain('Delivery');
  });
});

describe('the lanes of several processes', () => {
  it('are added up, the busiest first; the longest rest holds', () => {
    const busy = { ...LANE, provider: 'yahoo', sessions: 9 };
    const other = { ...LANE, sessions: 1, refusals: 2, restLeft: 5000 };
    expect(addUpLanes([LANE, busy, other])).toEqual([
      busy,
      { ...LANE, sessions: 3, waiting: 6, refusals: 2, restLeft: 5000 },
    ]);
  });
});
