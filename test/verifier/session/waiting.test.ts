import { describe, expect, it } from 'vitest';
import { eachTest } from '../../support/each-test.ts';
import { findAll, isRandom, MailWorld, mailboxes } from '../../support/mail-world.ts';
import { manualClock } from '../../support/manual-clock.ts';

const world = eachTest(() => new MailWorld());

const MINUTE = 60_000;

/** Defers each address as often as told, then knows the mailboxes. */
function deferring(times: number, reply: string, ...names: readonly string[]) {
  const seen = new Map<string, number>();
  return (address: string) => {
    if (isRandom(address)) return '550 5.1.1 No';
    const before = seen.get(address) ?? 0;
    seen.set(address, before + 1);
    return before < times ? reply : mailboxes(...names)(address);
  };
}

describe('verifyAll', () => {
  it('comes back to a greylisting host by the intervals', async () => {
    const rcpt = deferring(2, '451 4.7.1 Greylisted', 'ann');
    const host = await world.served('a.test', { rcpt });
    const clock = manualClock();
    const verifier = world.verifier({ greylistRetries: [MINUTE, 5 * MINUTE] }, { clock });
    const found = findAll(verifier, ['ann@a.test', 'bob@a.test']);
    await clock.sleeping(MINUTE);
    clock.advance(MINUTE);
    await clock.sleeping(5 * MINUTE);
    clock.advance(5 * MINUTE);
    expect((await found).map((one) => one.reason)).toEqual(['accepted', 'no_mailbox']);
    expect(host.sessions).toHaveLength(3);
  });

  it('says what a batch waits for, and for how long', async () => {
    const rcpt = deferring(1, '451 4.7.1 Greylisted', 'ann');
    await world.served('a.test', { rcpt });
    await world.served('b.test', { rcpt: mailboxes('bob') });
    const clock = manualClock();
    const verifier = world.verifier({ greylistRetries: [5 * MINUTE] }, { clock });
    const owner = { team: 't', batch: 'one' };
    const ended = verifier.verifyAll(['ann@a.test', 'eve@a.test', 'bob@b.test'], () => {}, {
      owner,
    });
    await clock.sleeping(5 * MINUTE);
    clock.advance(MINUTE);
    expect(verifier.waiting?.('one')).toEqual([
      { reason: 'greylisted', count: 2, left: 4 * MINUTE },
    ]);
    expect(verifier.waiting?.('another')).toEqual([]);
    clock.advance(4 * MINUTE);
    await ended;
    expect(verifier.waiting?.('one')).toEqual([]);
  });

  it('says what is under way at each provider, for some batches', async () => {
    await world.served('a.test', { rcpt: deferring(1, '451 4.7.1 Greylisted', 'ann') });
    await world.served('b.test', { rcpt: mailboxes('bob') });
    const clock = manualClock();
    const verifier = world.verifier({ greylistRetries: [5 * MINUTE] }, { clock });
    const owner = { team: 't', batch: 'one' };
    const emails = ['ann@a.test', 'eve@a.test', 'bob@b.test'];
    const known = new Set<string>();
    const reported = Promise.withResolvers<void>();
    const report = (index: number) => {
      known.add(emails[index] ?? '');
      reported.resolve();
    };
    const ended = verifier.verifyAll(emails, report, { owner });
    await Promise.all([clock.sleeping(5 * MINUTE), reported.promise]);
    const backlog = verifier.backlog?.(new Set(['one'])) ?? [];
    expect(
      backlog.map(({ provider: _, ...work }) => work).sort((a, b) => a.settled - b.settled),
    ).toEqual([
      { open: 0, waiting: 2, settled: 0, closedFor: 0 },
      { open: 0, waiting: 0, settled: 1, closedFor: 0 },
    ]);
    expect(verifier.backlog?.(new Set(['another']))).toEqual([]);
    clock.advance(5 * MINUTE);
    await ended;
    expect(verifier.backlog?.(new Set(['one']))).toEqual([]);
  });

  it('counts answers as settled before the session ends in which they came', async () => {
    const asked = Promise.withResolvers<void>();
    // Without PIPELINING the control is asked once the addresses before it were answered.
    const rcpt = (address: string) => {
      if (!isRandom(address)) return '250 Ok';
      asked.resolve();
      return 'hang';
    };
    await world.served('a.test', { rcpt, extensions: [] });
    const verifier = world.verifier();
    const leave = new AbortController();
    const owner = { team: 't', batch: 'one' };
    const { signal } = leave;
    const ended = verifier.verifyAll(['ann@a.test', 'bob@a.test'], () => {}, { owner, signal });
    await asked.promise;
    expect(verifier.backlog?.(new Set(['one']))).toMatchObject([{ open: 0, settled: 2 }]);
    leave.abort();
    await expect(ended).rejects.toThrow();
  });

  it('leaves an address undecided that is still greylisted in the end', async () => {
    await world.served('a.test', { rcpt: deferring(9, '451 4.7.1 Greylisted') });
    const clock = manualClock();
    const found = findAll(world.verifier({ greylistRetries: [MINUTE] }, { clock }), ['ann@a.test']);
    await clock.sleeping(MINUTE);
    clock.advance(MINUTE);
    expect(await found).toMatchObject([{ reason: 'greylisted', mx: true, score: 50 }]);
  });

  it('leaves a provider alone that says 421, then goes on', async () => {
    const host = await world.served('a.test', {
      rcpt: deferring(1, '421 4.7.0 Too fast', 'ann'),
    });
    const clock = manualClock();
    const found = findAll(world.verifier({}, { clock, pacing: { firstPause: 7000 } }), [
      'ann@a.test',
    ]);
    await clock.sleeping(7000);
    expect(host.sessions).toHaveLength(1);
    clock.advance(7000);
    expect(await found).toMatchObject([{ reason: 'accepted' }]);
  });

  it('stops going to a provider that refuses us again and again', async () => {
    const domains = Array.from({ length: 9 }, (_, at) => `d${at}.test`);
    const hosts = [];
    for (const [at, domain] of domains.entries()) {
      const name = `mx${at}.provider.test`;
      hosts.push(await world.host(name, { greeting: '554 Your IP is blocked using a list' }));
      world.domain(domain, name);
    }
    const verifier = world.verifier({ providerConnections: 1 });
    const found = await findAll(
      verifier,
      domains.map((domain) => `ann@${domain}`),
    );
    expect(new Set(found.map((one) => `${one.reason} ${one.score}`))).toEqual(
      new Set(['blocked 45']),
    );
    expect(hosts.flatMap((host) => host.sessions)).toHaveLength(5);
  });

  it('takes port 25 for closed once nobody at all answers, and rests on DNS', async () => {
    const dialled: string[] = [];
    const domains = Array.from({ length: 20 }, (_, at) => `d${at}.test`);
    for (const domain of domains) world.domain(domain, `mx.${domain}`);
    const dial = async (host: string) => {
      dialled.push(host);
      return { kind: 'failed', cause: 'silence' } as const;
    };
    const changes: unknown[] = [];
    const onReachability = (change: unknown) => changes.push(change);
    const verifier = world.verifier({}, { dial, onReachability });
    const found = [];
    for (const domain of domains) found.push(await verifier.verify(`ann@${domain}`));
    expect(new Set(found.map((one) => one.reason))).toEqual(new Set(['no_connection']));
    expect(dialled).toHaveLength(8);
    expect(changes).toEqual([{ problem: 'port_25_closed', isPresent: true }]);
    expect(verifier.problems?.()).toEqual(['port_25_closed']);
  });

  it('gives up a provider that still limits the rate after the longest pause', async () => {
    const host = await world.served('a.test', { rcpt: () => '421 4.7.0 Too fast' });
    const pacing = { firstPause: 25, longestPause: 100 };
    const found = await findAll(
      world.verifier({ providerConnections: 1 }, { pacing }),
      Array.from({ length: 50 }, (_, at) => `u${at}@a.test`),
    );
    expect(new Set(found.map((one) => one.decided))).toEqual(new Set([false]));
    expect(host.sessions.length).toBeLessThanOrEqual(4);
  });

  it('calls a host no more that answers nobody', async () => {
    const host = await world.served('a.test', { rcpt: () => 'drop' });
    const emails = Array.from({ length: 100 }, (_, at) => `u${at}@a.test`);
    const found = await findAll(world.verifier({ providerConnections: 1 }), emails);
    expect(new Set(found.map((one) => one.reason))).toEqual(new Set(['no_answer']));
    expect(host.sessions.length).toBeLessThanOrEqual(6);
  });

  it('ends within its bound with what is known by then, and no domain waits for another', async () => {
    const asked = Promise.withResolvers<void>();
    await world.served('quick.test', { rcpt: mailboxes('ann') });
    await world.served('slow.test', {
      rcpt: () => {
        asked.resolve();
        return 'hang';
      },
    });
    const clock = manualClock();
    const verifier = world.verifier({ batchLimit: 7 * MINUTE }, { clock });
    const quick = Promise.withResolvers<void>();
    const found: string[] = [];
    const run = verifier.verifyAll(['ann@slow.test', 'ann@quick.test'], (_, finding) => {
      found.push(`${finding.email} ${finding.reason}`);
      quick.resolve();
    });
    await Promise.all([asked.promise, quick.promise]);
    expect(found).toEqual(['ann@quick.test accepted']);
    await clock.sleeping(7 * MINUTE);
    clock.advance(7 * MINUTE);
    await run;
    expect(found).toEqual(['ann@quick.test accepted', 'ann@slow.test no_answer']);
  });

  it('reports what it found when it is stopped, and rejects with the reason', async () => {
    const asked = Promise.withResolvers<void>();
    await world.served('a.test', { rcpt: mailboxes() });
    await world.served('b.test', {
      rcpt: () => {
        asked.resolve();
        return 'hang';
      },
    });
    const stop = new AbortController();
    const reported: string[] = [];
    const known = Promise.withResolvers<void>();
    const run = world.verifier().verifyAll(
      ['ann@a.test', 'ann@b.test'],
      (_, finding) => {
        reported.push(finding.email);
        known.resolve();
      },
      { signal: stop.signal },
    );
    await Promise.all([asked.promise, known.promise]);
    stop.abort(new Error('enough'));
    await expect(run).rejects.toThrow('enough');
    expect(reported).toEqual(['ann@a.test']);
  });

  it('starts nothing when it is stopped before', async () => {
    const host = await world.served('a.test');
    const run = world.verifier().verifyAll(['ann@a.test'], () => {}, {
      signal: AbortSignal.abort(new Error('enough')),
    });
    await expect(run).rejects.toThrow('enough');
    expect([world.dns.asked, host.sessions]).toEqual([[], []]);
  });
});

describe('verify', () => {
  it('asks a greylisting host once more where its limit allows', async () => {
    await world.served('a.test', { rcpt: deferring(1, '450 4.2.0 Greylisted', 'ann') });
    const clock = manualClock();
    const found = world.verifier({ greylistRetries: [20_000] }, { clock }).verify('ann@a.test');
    await clock.sleeping(20_000);
    clock.advance(20_000);
    expect(await found).toMatchObject({ reason: 'accepted' });
  });

  it('does not wait for a greylisting host beyond its limit', async () => {
    await world.served('a.test', { rcpt: deferring(1, '450 4.2.0 Greylisted', 'ann') });
    const verifier = world.verifier({ greylistRetries: [MINUTE] });
    expect(await verifier.verify('ann@a.test')).toMatchObject({ reason: 'greylisted' });
  });

  /** Takes everybody, and falls silent when the random address is asked. */
  function silentAtRandom() {
    const asked = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
    let times = 0;
    const rcpt = (to: string) => {
      if (!isRandom(to)) return '250 2.1.5 Ok';
      asked[times++]?.resolve();
      return 'hang' as const;
    };
    return { rcpt, first: asked[0]?.promise, second: asked[1]?.promise };
  }
  const limits = {
    connect: 100_000,
    greeting: 100_000,
    command: 20_000,
    session: 100_000,
    single: 55_000,
  };

  it('answers within its limit with what it knows', async () => {
    const { rcpt, first, second } = silentAtRandom();
    await world.served('a.test', { rcpt });
    const clock = manualClock();
    const found = world.verifier({ limits }, { clock }).verify('ann@a.test');
    await first;
    await clock.sleeping(20_000);
    clock.advance(20_000);
    // For the answer to QUIT, which does not come. Then each is asked in a session of its own.
    await clock.sleeping(1000);
    clock.advance(1000);
    await second;
    clock.advance(34_000);
    expect(await found).toMatchObject({ reason: 'unproven', acceptAll: false, score: 50 });
  });

  it('does not know at its limit what was said in a session without an end', async () => {
    const { rcpt, first } = silentAtRandom();
    await world.served('a.test', { rcpt });
    const clock = manualClock();
    const patient = { ...limits, command: 100_000 };
    const found = world.verifier({ limits: patient }, { clock }).verify('ann@a.test');
    await first;
    await clock.sleeping(55_000);
    clock.advance(55_000);
    expect(await found).toMatchObject({ reason: 'no_answer', decided: false });
  });

  it('rejects with the reason when it is stopped', async () => {
    const asked = Promise.withResolvers<void>();
    await world.served('a.test', {
      rcpt: () => {
        asked.resolve();
        return 'hang';
      },
    });
    const stop = new AbortController();
    const found = world.verifier().verify('ann@a.test', { signal: stop.signal });
    await asked.promise;
    stop.abort(new Error('enough'));
    await expect(found).rejects.toThrow('enough');
  });
});
