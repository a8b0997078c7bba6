import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { isOptOut } from '../../src/verifier/dns/mail-route.ts';
import { createDnsSource } from '../../src/verifier/dns/resolver-source.ts';
import type { Finding } from '../../src/verifier/verifier.ts';
import { DnsServer, denial, type Reply } from '../support/dns-server.ts';
import { loopClock } from '../support/loop-clock.ts';
import { MailWorld, mailboxes } from '../support/mail-world.ts';

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
    await using world = new MailWorld();
    const host = await world.served('quiet.test');
    world.dns.zones.set('_smtp-probe.quiet.test', NO);
    expect(await world.verifier().verify('ann@quiet.test')).toMatchObject(OPTED_OUT);
    expect(host.sessions).toEqual([]);
  });

  it('no session is opened for a name below the registered one that says so', async () => {
    await using world = new MailWorld();
    const host = await world.host('mx.quiet.test');
    world.domain('shop.quiet.test', 'mx.quiet.test');
    world.dns.zones.set('_smtp-probe.quiet.test', NO);
    expect(await world.verifier().verify('ann@shop.quiet.test')).toMatchObject(OPTED_OUT);
    expect(host.sessions).toEqual([]);
  });

  it('one question is asked, of the registered name, beside the MX records', async () => {
    await using world = new MailWorld();
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
    await using world = new MailWorld();
    await world.served('open.test');
    world.dns.zones.set('_smtp-probe.open.test', { fails: true });
    expect(await world.verifier().verify('ann@open.test')).toMatchObject({ smtp: true });
  });
});

describe('where a name server takes its time to say whether mailboxes are not to be probed', () => {
  /** `quiet.test` and `shop.quiet.test` with one host, and a name server that answers the opt-out as told. */
  function listen(optOut: (name: string) => Reply | Promise<Reply>, onAddress = () => {}) {
    return DnsServer.listen((name, type) => {
      if (type === 'TXT') return optOut(name);
      if (type === 'MX')
        return [{ type, name, ttl: 60, data: { preference: 10, exchange: 'mx.quiet.test' } }];
      if (type !== 'A') return denial();
      onAddress();
      return [{ type, name, ttl: 60, data: '127.0.0.2' }];
    });
  }

  const no = (name: string): Reply => [{ type: 'TXT', name, ttl: 60, data: 'v=1; probe=no' }];

  function verifierBy(world: MailWorld, server: DnsServer, greylistRetries: number[] = []) {
    const dns = createDnsSource([server.address], { clock: loopClock });
    return world.verifier({ greylistRetries }, { dns });
  }

  const isOptOutAsked = (question: string) => question.includes('TXT');

  it('a session is opened while no answer comes, long before the question is given up', async () => {
    await using world = new MailWorld();
    using server = await listen(() => undefined);
    let asked: string[] = [];
    const host = await world.host('mx.quiet.test', {
      greet() {
        asked = server.questions.filter(isOptOutAsked);
        return '220 mx.test ESMTP';
      },
      rcpt: mailboxes('ann'),
    });
    const found = await verifierBy(world, server).verify('ann@quiet.test');
    expect(found).toMatchObject({ reason: 'accepted' });
    expect(host.sessions).toHaveLength(1);
    expect(asked).toEqual(['udp TXT _smtp-probe.quiet.test']);
  });

  it('a late no ends what is left, keeps what was found, and is remembered', async () => {
    await using world = new MailWorld();
    const found = new Map<string, Finding['reason']>();
    const isKnown = Promise.withResolvers<void>();
    using server = await listen((name) => isKnown.promise.then(() => no(name)));
    const greylists = (address: string) => address.startsWith('bob@');
    const known = mailboxes('ann');
    const rcpt = (address: string) =>
      greylists(address) ? '451 4.7.1 Greylisted' : known(address);
    const host = await world.host('mx.quiet.test', { rcpt });
    const verifier = verifierBy(world, server, [24 * 3_600_000]);
    const emails = ['ann@quiet.test', 'bob@quiet.test', 'bob@shop.quiet.test'];
    await verifier.verifyAll(emails, (index, { reason }) => {
      found.set(emails[index] ?? '', reason);
      isKnown.resolve();
    });
    expect(Object.fromEntries(found)).toEqual({
      'ann@quiet.test': 'accepted',
      'bob@quiet.test': 'opted_out',
      'bob@shop.quiet.test': 'opted_out',
    });
    const sessions = host.sessions.length;
    expect(await verifier.verify('cid@quiet.test')).toMatchObject(OPTED_OUT);
    expect(host.sessions).toHaveLength(sessions);
    expect(server.questions.filter(isOptOutAsked)).toHaveLength(1);
  });

  it.each(['at once', 'while the host is looked up'])(
    'a no that comes %s opens none',
    async (when) => {
      await using world = new MailWorld();
      const isAsked = Promise.withResolvers<void>();
      if (when === 'at once') isAsked.resolve();
      using server = await listen(
        (name) => isAsked.promise.then(() => no(name)),
        () => isAsked.resolve(),
      );
      const host = await world.host('mx.quiet.test');
      const found = await verifierBy(world, server).verify('ann@quiet.test');
      expect(found).toMatchObject(OPTED_OUT);
      expect(host.sessions).toEqual([]);
    },
  );
});
