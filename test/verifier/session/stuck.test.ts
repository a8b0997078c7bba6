import { describe, expect, it } from 'vitest';
import type { VerifierDeps } from '../../../src/verifier/create-verifier.ts';
import type { StuckWork } from '../../../src/verifier/session/stuck.ts';
import type { Finding } from '../../../src/verifier/verifier.ts';
import { eachTest } from '../../support/each-test.ts';
import { MailHost } from '../../support/mail-host.ts';
import { MailWorld, mailboxes } from '../../support/mail-world.ts';
import { manualClock } from '../../support/manual-clock.ts';

const world = eachTest(() => new MailWorld());

/** Runs a list in a world in which something of ours never comes to an end. */
async function run(world: MailWorld, emails: readonly string[], deps: Partial<VerifierDeps>) {
  const clock = manualClock();
  const stuck: StuckWork[] = [];
  const verifier = world.verifier({}, { clock, onStuck: (one) => stuck.push(one), ...deps });
  const found: Finding[] = [];
  let isOver = false;
  const ended = verifier
    .verifyAll(emails, (index, finding) => (found[index] = finding))
    .then(() => {
      isOver = true;
    });
  await clock.runUntil(() => isOver, 'the list has not ended');
  await ended;
  return { stuck, found, verifier, clock };
}

const forever = new Promise<never>(() => {});

describe('work that never ends by itself', () => {
  it('is ended where a session is never opened, its addresses are unknown, and its place is free', async () => {
    world.domain('a.test', 'mx.a.test');
    const { stuck, found, verifier } = await run(world, ['ann@a.test'], { dial: () => forever });
    expect(stuck).toMatchObject([{ work: 'session', state: expect.stringContaining('opening') }]);
    expect(found).toMatchObject([{ reason: 'internal', decided: false, mx: true }]);
    expect(verifier.sessions?.()).toBe(0);
  });

  it('is ended where a name is never looked up', async () => {
    const dns = { query: () => forever };
    const { stuck, found } = await run(world, ['ann@a.test'], { dns });
    expect(stuck).toMatchObject([
      { work: 'lookup', state: expect.stringContaining('MX a.test') },
      { work: 'lookup', state: expect.stringContaining('TXT _smtp-probe.a.test') },
    ]);
    expect(found).toMatchObject([{ reason: 'dns_failure', decided: false }]);
  });

  it('ends the addresses of a session alone that fails by a fault of ours', async () => {
    world.domain('a.test', 'mx.a.test');
    world.domain('b.test', 'mx.b.test');
    const { stuck, found } = await run(world, ['u0@a.test', 'u0@b.test'], {
      dial: async (host) => {
        if (host === 'mx.a.test') throw new Error('a fault of ours');
        return { kind: 'connected', stream: new MailHost({ rcpt: mailboxes('u0') }).connect() };
      },
    });
    expect(stuck).toMatchObject([{ work: 'session', error: new Error('a fault of ours') }]);
    expect(found.map((one) => one.reason)).toEqual(['internal', 'accepted']);
  });

  it('rejects where a finding can’t be reported', async () => {
    const verifier = world.verifier({}, { onStuck: () => {} });
    const report = () => {
      throw new Error('no room for findings');
    };
    await expect(verifier.verifyAll(['ann@nowhere.test'], report)).rejects.toThrow('no room');
  });
});
