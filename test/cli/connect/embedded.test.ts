import { expect, it } from 'vitest';
import { openEmbedded } from '../../../src/cli/connect/embedded.ts';
import { resolveService } from '../../../src/cli/connect/resolve.ts';
import type { Context } from '../../../src/cli/context.ts';
import type { Invocation } from '../../../src/cli/invocation.ts';
import { parseGlobalFlags } from '../../../src/cli/options/global.ts';
import { systemClock } from '../../../src/lib/clock.ts';
import { temporaryHome } from '../../support/run-cli.ts';

function invocationIn(home: string): Invocation {
  const { signal } = new AbortController();
  const surroundings = { env: {}, cwd: home, home, platform: 'linux', signal } as const;
  const context = { ...surroundings, clock: systemClock, random: () => 0.5 } as Partial<Context>;
  const invocation: Partial<Invocation> = {
    context: context as Context,
    globals: parseGlobalFlags({}),
    notice: async () => {},
    debug: () => {},
    config: async () => ({ path: '', config: {}, repaired: [] }),
  };
  return invocation as Invocation;
}

it('ends each wait for the end of a batch when that is cancelled', async () => {
  await using home = await temporaryHome();
  const invocation = invocationIn(home.path);
  const resolved = await resolveService(invocation);
  if (resolved.kind !== 'embedded') throw new Error('a remote service');
  await using service = await openEmbedded(invocation, resolved);
  const emails = Array.from({ length: 100 }, (_, index) => `a${index}@slow.sandbox.test`);
  const { id } = await service.client.createBatch(emails);
  const [one, other] = [service.batchEndSleeper?.(), service.batchEndSleeper?.()];
  const waiting = one?.(600_000);
  expect((await service.client.cancelBatch(id)).status).toBe('cancelled');
  await waiting;
  await other?.(600_000);
});
