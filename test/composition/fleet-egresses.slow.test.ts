import { setImmediate } from 'node:timers/promises';
import { expect, it } from 'vitest';
import { joinFleet } from '../../src/composition/fleet.ts';
import { deliveryOf } from '../../src/composition/reporting.ts';
import { message } from '../../src/i18n/message.ts';
import type { ServiceEvent } from '../../src/service/service-event.ts';
import type { VerifierSettings } from '../../src/verifier/verifier-settings.ts';
import { fakeVerifier } from '../support/fake-verifier.ts';
import { MailWorld } from '../support/mail-world.ts';
import { manualClock } from '../support/manual-clock.ts';
import { memoryFleet } from '../support/memory-fleet.ts';

const OUT_1 = { name: 'out-1', address: '127.0.0.1' };
const OUT_2 = { name: 'out-2', address: '127.0.0.3' };
const DISAGREE = 'Egress out-1 leaves by 127.0.0.1 and by 127.0.0.2';

/** Nodes that log, each with its own settings. */
function fleetOf(world: MailWorld) {
  const fleet = memoryFleet();
  const clock = manualClock();
  return {
    delivery: deliveryOf({ fleet }, fakeVerifier(), clock),
    async join(settings: Partial<VerifierSettings>) {
      const events: ServiceEvent[] = [];
      const observe = (event: ServiceEvent) => events.push(event);
      const member = joinFleet(fleet, { clock, random: Math.random, observe });
      const verifier = world.verifier(settings, { clock, ...member.deps });
      await member.start(verifier);
      return { verifier, member, events };
    },
    async report() {
      for (let seconds = 0; seconds < 4; seconds++) {
        clock.advance(1000);
        for (let turn = 0; turn < 5; turn++) await setImmediate();
      }
    },
  };
}

it('nodes log once that their egresses disagree, and once that they agree again', async () => {
  await using world = new MailWorld();
  const { join, report, delivery } = fleetOf(world);
  const first = await join({ egress: [OUT_1] });
  const second = await join({ egress: [{ ...OUT_1, address: '127.0.0.2' }] });
  const other = await join({ egress: [OUT_2] });
  await report();
  await report();
  for (const { events } of [first, second])
    expect(events).toEqual([{ event: 'egresses_disagree', conflict: DISAGREE }]);
  expect(other.events).toEqual([]);
  expect((await delivery()).conflicts).toMatchObject([{ said: { english: DISAGREE } }]);
  await second.member.close();
  await report();
  expect(first.events.slice(1)).toEqual([{ event: 'egresses_agree', conflict: DISAGREE }]);
  expect((await delivery()).conflicts).toEqual([]);
});

it('nodes log that they keep to other limits', async () => {
  await using world = new MailWorld();
  const { join, report } = fleetOf(world);
  const first = await join({ egress: [OUT_1] });
  await join({ egress: [OUT_1] });
  await report();
  expect(first.events).toEqual([]);
  await join({ egress: [OUT_1], providerConnections: 1 });
  await report();
  expect(first.events).toEqual([
    {
      event: 'egresses_disagree',
      conflict: 'Egress out-1 has other provider limits in some processes',
    },
  ]);
});

it('a node that ends while it reports is not counted as alive afterwards', async () => {
  await using world = new MailWorld();
  const fleet = memoryFleet();
  const clock = manualClock();
  const member = joinFleet(fleet, { clock, random: Math.random, observe: () => {} });
  await member.start(world.verifier({}, { clock, ...member.deps }));
  const isSlow = Promise.withResolvers<void>();
  const { report } = fleet;
  fleet.report = async (id, status) => {
    await isSlow.promise;
    await report(id, status);
  };
  await clock.sleeping(2000);
  clock.advance(2000);
  await setImmediate();
  const closed = member.close();
  await setImmediate();
  isSlow.resolve();
  await closed;
  await setImmediate();
  expect(await fleet.processes(0)).toEqual([]);
});

it('an egress that leads nowhere is on the page Delivery, of a process alone and of several', async () => {
  const egress = { name: 'out-1', way: '192.0.2.1', helo: 'a.test', limits: '', isListed: false };
  const fault = message('errorTexts.source_not_here', { address: '192.0.2.1' });
  const watched = { ...fakeVerifier(), egresses: () => [{ ...egress, fault }] };
  const rows = [{ name: 'out-1', way: '192.0.2.1', helo: 'a.test', fault, processes: 1 }];
  const clock = manualClock();
  expect((await deliveryOf({}, watched, clock)()).egresses).toEqual(rows);
  const fleet = memoryFleet();
  await fleet.report('a', JSON.stringify({ egresses: watched.egresses() }));
  await fleet.report('of an older version', JSON.stringify({ sessions: 0 }));
  expect((await deliveryOf({ fleet }, watched, clock)()).egresses).toEqual(rows);
});
