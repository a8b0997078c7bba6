import { setImmediate } from 'node:timers/promises';
import { describe, expect, it } from 'vitest';
import { joinFleet } from '../../src/composition/fleet.ts';
import { EgressUsers } from '../../src/composition/reporting.ts';
import type { Verifier } from '../../src/verifier/verifier.ts';
import { eachTest } from '../support/each-test.ts';
import { MailWorld, mailboxes } from '../support/mail-world.ts';
import { manualClock } from '../support/manual-clock.ts';
import { memoryFleet } from '../support/memory-fleet.ts';

const world = eachTest(() => new MailWorld());

/** Of Cisco's table entry: refusals that it bears in an hour. */
const REFUSED_PER_HOUR = 24;

async function fleetWorld(world: MailWorld) {
  const host = await world.host('esa1.hc1.iphmx.com', { rcpt: mailboxes('postmaster') });
  world.domain('a.test', 'esa1.hc1.iphmx.com');
  const fleet = memoryFleet();
  const clock = manualClock();
  let lists = 0;
  return {
    host,
    async join() {
      const member = joinFleet(fleet, { clock, random: Math.random, observe: () => {} });
      const verifier = world.verifier({}, { clock, ...member.deps });
      await member.start(verifier);
      return { verifier, member };
    },
    /** Long enough for a report, and for what one publishes in a second and the other reads. */
    async tell() {
      for (let seconds = 0; seconds < 4; seconds++) {
        clock.advance(1000);
        for (let turn = 0; turn < 5; turn++) await setImmediate();
      }
    },
    advance: (ms: number) => clock.advance(ms),
    /** How many of a hundred addresses are refused; all others are undecided. */
    async refused(verifier: Verifier): Promise<number> {
      const list = ++lists;
      const emails = Array.from({ length: 100 }, (_, at) => `u${list}x${at}@a.test`);
      let count = 0;
      await verifier.verifyAll(emails, (_, { reason }) => {
        if (reason === 'no_mailbox') count++;
      });
      return count;
    },
  };
}

describe('the hourly budget of a provider', () => {
  it('is divided by the processes that use the egress', async () => {
    const { host, join, tell, refused } = await fleetWorld(world);
    const [first, second] = [await join(), await join()];
    await tell();
    expect(await refused(first.verifier)).toBe(REFUSED_PER_HOUR / 2);
    expect(await refused(second.verifier)).toBe(REFUSED_PER_HOUR / 2);
    expect(host.recipients.filter((to) => !to.startsWith('postmaster'))).toHaveLength(
      REFUSED_PER_HOUR,
    );
  });

  it('holds for a process that joins when it is spent, and when the one that spent it has ended', async () => {
    const { host, join, tell, refused, advance } = await fleetWorld(world);
    const first = await join();
    expect(await refused(first.verifier)).toBe(REFUSED_PER_HOUR);
    await tell();
    const second = await join();
    expect(await refused(second.verifier)).toBe(0);
    await first.verifier.close();
    await first.member.close();
    const third = await join();
    expect(await refused(third.verifier)).toBe(0);
    expect(host.recipients.filter((to) => !to.startsWith('postmaster'))).toHaveLength(
      REFUSED_PER_HOUR,
    );
    advance(60 * 60_000);
    await tell();
    expect(await refused(third.verifier)).toBe(REFUSED_PER_HOUR / 2);
  });

  it('goes to those that are left when a process ends', async () => {
    const { join, tell, refused } = await fleetWorld(world);
    const [first, second] = [await join(), await join()];
    await tell();
    expect(await refused(first.verifier)).toBe(REFUSED_PER_HOUR / 2);
    await second.verifier.close();
    await second.member.close();
    await tell();
    expect(await refused(first.verifier)).toBe(REFUSED_PER_HOUR / 2);
  });
});

describe('the processes that use an egress', () => {
  const process = (id: string, status: object) => ({
    id,
    silent: 0,
    status: JSON.stringify(status),
  });

  it('are this one and each that names it in its report, or names none', () => {
    const users = new EgressUsers('own');
    expect(users.count('out-1')).toBe(Number.POSITIVE_INFINITY);
    users.note([]);
    expect(users.count('out-1')).toBe(1);
    const egresses = [{ name: 'out-1', way: '192.0.2.1' }];
    const others = [process('own', { egresses }), process('b', { egresses })];
    users.note([...others, process('of an older version', {})]);
    expect([users.count('out-1'), users.count('out-2')]).toEqual([3, 2]);
  });
});
