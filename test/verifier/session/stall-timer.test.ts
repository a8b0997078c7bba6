import { describe, expect, it } from 'vitest';
import { withAwakeTime } from '../../../src/lib/clock.ts';
import { StallTimer, stallLimit } from '../../../src/verifier/session/stall-timer.ts';
import { eachTest } from '../../support/each-test.ts';
import { findAll, MailWorld, mailboxes } from '../../support/mail-world.ts';
import { manualClock } from '../../support/manual-clock.ts';

const world = eachTest(() => new MailWorld());

const MINUTE = 60_000;

describe('the patience of a list', () => {
  it('is what the retries add up to, and five minutes for their sessions', () => {
    expect(stallLimit([MINUTE, 5 * MINUTE], undefined)).toBe(11 * MINUTE);
    expect(stallLimit([], undefined)).toBe(5 * MINUTE);
    expect(stallLimit([MINUTE], 1000)).toBe(1000);
  });

  it('ends the wait for a host that greylists', async () => {
    await world.served('quick.test', { rcpt: mailboxes('ann') });
    await world.served('grey.test', { rcpt: () => '451 4.7.1 Greylisted, try again later' });
    const verifier = world.verifier({ greylistRetries: [30 * MINUTE], patience: 300 });
    const found = await findAll(verifier, ['ann@quick.test', 'ann@grey.test']);
    expect(found.map(({ reason }) => reason)).toEqual(['accepted', 'greylisted']);
  });

  it('ends the wait for a host that says 421 for ever', async () => {
    await world.served('busy.test', { rcpt: () => '421 4.7.0 Too fast' });
    const pacing = { firstPause: 10 * MINUTE, longestPause: 60 * MINUTE };
    const verifier = world.verifier({ patience: 300 }, { pacing });
    const found = await findAll(verifier, ['ann@busy.test', 'bob@busy.test']);
    expect(found.map(({ decided }) => decided)).toEqual([false, false]);
    expect(found[0]?.reason).toBe('deferred');
  });

  it('cuts off no session that is at work', async () => {
    const limits = { connect: 500, greeting: 500, command: 400, session: 20_000, single: 5000 };
    const host = await world.served('slow.test', { rcpt: () => 'hang' });
    await findAll(world.verifier({ patience: 50, limits }), ['ann@slow.test']);
    expect(host.sessions).toHaveLength(2);
  });

  it.each([
    { what: 'no stop', stop: 0, ends: 0 },
    { what: 'a stop of a minute', stop: MINUTE, ends: MINUTE },
    { what: 'a stop of three hours', stop: 180 * MINUTE, ends: 180 * MINUTE },
  ])('is not used up by $what', async ({ stop, ends }) => {
    const manual = manualClock();
    const clock = withAwakeTime(manual);
    let endings = 0;
    const timer = new StallTimer(clock, 10 * MINUTE, () => endings++);
    const until = async (ms: number) => {
      manual.advance(ms);
      await new Promise(setImmediate);
    };
    // Of a process at work some wait is always due soon.
    const beat = () => clock.sleep(1000);
    void beat();
    await until(stop + 1000);
    const left = 10 * MINUTE + ends - (stop + 1000);
    await until(left - 1);
    expect(endings).toBe(0);
    await until(1);
    expect(endings).toBe(1);
    timer.end();
  });
});
