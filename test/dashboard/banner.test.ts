import { expect, it } from 'vitest';
import { dashboardWorld } from './dashboard-world.ts';

it('owners see why nothing can be learnt, with what to do; members what it means for them', async () => {
  const world = await dashboardWorld();
  try {
    const owner = await world.firstOwner();
    const member = await world.person('default', 'member@example.com', 'member');
    expect((await owner.get('/')).body).not.toContain('port 25');
    Object.assign(world.verifier, { problems: () => ['port_25_closed'] });
    expect((await owner.get('/')).body).toContain('outbound port 25 is closed');
    expect((await owner.get('/delivery')).body).toContain('mailvet doctor');
    const seen = (await member.get('/')).body;
    expect(seen).not.toContain('port 25');
    expect(seen).toContain('New checks are paused by a technical problem');
  } finally {
    await world.dispose();
  }
});
