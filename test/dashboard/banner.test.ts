import { expect, it } from 'vitest';
import { dashboardWorld } from './dashboard-world.ts';

it('owners see that nothing can be learnt, members do not', async () => {
  const world = await dashboardWorld();
  try {
    const owner = await world.firstOwner();
    const member = await world.person('default', 'member@example.com', 'member');
    expect((await owner.get('/')).body).not.toContain('port 25');
    Object.assign(world.verifier, { problems: () => ['port_25_closed'] });
    expect((await owner.get('/')).body).toContain('outbound port 25 is closed');
    expect((await member.get('/')).body).not.toContain('port 25');
  } finally {
    await world.dispose();
  }
});
