import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { isOptOut } from '../../src/verifier/dns/mail-route.ts';
import type { DnsSource } from '../../src/verifier/dns/source.ts';
import { eachTest } from '../support/each-test.ts';
import { findAll, isRandom, MailWorld, mailboxes } from '../support/mail-world.ts';

const world = eachTest(() => new MailWorld());

const NO = { TXT: ['v=spf1 -all', 'v=1; probe=no'] };
const OPTED_OUT = {
  reason: 'opted_out',
  decided: false,
  deliverable: false,
  mx: true,
  smtp: false,
};

describe('an opt-out', () => {
  it.each([
    ['v=1; probe=no', true],
    ['v=1;probe=no', true],
    [' V = 1 ; contact=postmaster@x.test; PROBE = No;', true],
    ['v=1; probe=yes', false],
    ['v=1; probe=nothing', false],
    ['v=1', false],
    ['probe=no', false],
    ['probe=no; v=1', false],
    ['v=10; probe=no', false],
    ['v=spf1 -all', false],
    ['', false],
  ])('is read from %j: %j', (record, expected) => {
    expect(isOptOut(record)).toBe(expected);
  });

  it('is never read from a record of another version', () => {
    fc.assert(
      fc.property(fc.string(), (text) => {
        fc.pre(!/^\s*v\s*=\s*1\s*;/i.test(text));
        expect(isOptOut(text)).toBe(false);
      }),
    );
  });
});

describe('where mailboxes are not to be probed', () => {
  it('no session is opened to the hosts of a domain that says so', async () => {
    const host = await world.served('quiet.test');
    world.dns.zones.set('_smtp-probe.quiet.test', NO);
    expect(await world.verifier().verify('ann@quiet.test')).toMatchObject(OPTED_OUT);
    expect(host.sessions).toEqual([]);
  });

  it('no session is opened for a name below the registered one that says so', async () => {
    const host = await world.host('mx.quiet.test');
    world.domain('shop.quiet.test', 'mx.quiet.test');
    world.dns.zones.set('_smtp-probe.quiet.test', NO);
    expect(await world.verifier().verify('ann@shop.quiet.test')).toMatchObject(OPTED_OUT);
    expect(host.sessions).toEqual([]);
  });

  it('one question is asked, of the registered name, beside the MX records', async () => {
    await world.host('mx.own.test');
    world.domain('shop.firm.test', 'mx.own.test');
    await world.verifier().verify('ann@shop.firm.test');
    const { asked } = world.dns;
    expect(asked.slice(0, 2).toSorted()).toEqual([
      'MX shop.firm.test',
      'TXT _smtp-probe.firm.test',
    ]);
    expect(asked.filter((question) => question.startsWith('TXT'))).toHaveLength(1);
  });

  it('a look-up that fails opts nobody out', async () => {
    await world.served('open.test');
    world.dns.zones.set('_smtp-probe.open.test', { fails: true });
    expect(await world.verifier().verify('ann@open.test')).toMatchObject({ smtp: true });
  });
});

describe('where a name server takes its time to say whether mailboxes are not to be probed', () => {
  /** A verifier whose question for the opt-out is answered when told, with `NO` where there is a word. */
  function slowVerifier(world: MailWorld, settings = {}) {
    const answered = Promise.withResolvers<'no' | 'nothing' | 'failure'>();
    const asked: string[] = [];
    const dns: DnsSource = {
      async query(type, name) {
        if (type !== 'TXT') return world.dns.query(type, name);
        asked.push(name);
        const word = await answered.promise;
        if (word === 'failure') return { kind: 'failure', problem: 'ETIMEOUT' };
        if (word === 'nothing') return { kind: 'nxdomain', ttl: 60 };
        return { kind: 'records', records: NO.TXT, ttl: 60 } as never;
      },
    };
    return { verifier: world.verifier(settings, { dns }), answer: answered.resolve, asked };
  }

  it.each(['nothing', 'failure'] as const)(
    'hosts are asked meanwhile, and their answers given out behind it (%s)',
    async (word) => {
      const { promise: isOver, resolve: leave } = Promise.withResolvers<void>();
      await world.served('open.test', { rcpt: mailboxes('ann'), onLeave: () => leave() });
      const { verifier, answer } = slowVerifier(world);
      const reasons: string[] = [];
      const done = verifier.verifyAll(['ann@open.test', 'bob@open.test'], (_, { reason }) => {
        reasons.push(reason);
      });
      await isOver;
      expect(reasons).toEqual([]);
      answer(word);
      await done;
      expect(reasons.toSorted()).toEqual(['accepted', 'no_mailbox']);
    },
  );

  it('a late no takes back what was found, ends what is left, and is remembered', async () => {
    const isLeft = Promise.withResolvers<void>();
    const host = await world.host('mx.quiet.test', {
      rcpt: (to) => (to.startsWith('bob@') ? '451 4.7.1 Greylisted' : mailboxes('ann')(to)),
      onLeave: () => isLeft.resolve(),
    });
    const { verifier, answer, asked } = slowVerifier(world, { greylistRetries: [24 * 3_600_000] });
    void isLeft.promise.then(() => answer('no'));
    for (const domain of ['quiet.test', 'shop.quiet.test']) world.domain(domain, 'mx.quiet.test');
    const emails = ['ann@quiet.test', 'bob@quiet.test', 'cid@quiet.test', 'ann@shop.quiet.test'];
    for (const finding of await findAll(verifier, emails)) {
      expect(finding).toMatchObject(OPTED_OUT);
      expect(finding.evidence.reply).toBeUndefined();
    }
    const sessions = host.sessions.length;
    expect(sessions).toBeGreaterThan(0);
    expect(await verifier.verify('dan@quiet.test')).toMatchObject(OPTED_OUT);
    expect(host.sessions).toHaveLength(sessions);
    expect(new Set(asked)).toEqual(new Set(['_smtp-probe.quiet.test']));
  });

  it('a late no ends a session that is under way', async () => {
    const isAsked = Promise.withResolvers<void>();
    const host = await world.served('quiet.test', {
      rcpt: (to) => {
        isAsked.resolve();
        return isRandom(to) ? '550 5.1.1 No' : '250 2.1.5 Ok';
      },
    });
    const { verifier, answer } = slowVerifier(world);
    void isAsked.promise.then(() => answer('no'));
    const emails = Array.from({ length: 600 }, (_, n) => `n${n}@quiet.test`);
    const reasons = (await findAll(verifier, emails)).map(({ reason }) => reason);
    expect(new Set(reasons)).toEqual(new Set(['opted_out']));
    expect(reasons).toHaveLength(600);
    expect(host.recipients.length).toBeLessThan(300);
  });

  it('a no within the grace opens no session, nor does a look at routes', async () => {
    const host = await world.served('quiet.test');
    const { verifier, answer } = slowVerifier(world);
    const outlook = verifier.outlook(['quiet.test'], 60_000);
    const found = verifier.verify('ann@quiet.test');
    setImmediate(() => answer('no'));
    expect(await found).toMatchObject(OPTED_OUT);
    expect(await outlook).toEqual([{ kind: 'opted_out' }]);
    expect(host.sessions).toEqual([]);
    expect(world.dns.asked).toEqual(['MX quiet.test']);
  });

  it('a list whose time is over says nothing of what hosts said', async () => {
    const host = await world.served('quiet.test');
    const { verifier } = slowVerifier(world, { limits: { single: 400 } });
    const finding = await verifier.verify('ann@quiet.test');
    expect(finding).toMatchObject({ decided: false, reason: 'dns_failure' });
    expect(host.sessions).toHaveLength(1);
  });
});
