import { describe, expect, it } from 'vitest';
import type { Clock } from '../../src/lib/clock.ts';
import { createVerifier } from '../../src/verifier/create-verifier.ts';
import { DnsServer, denial } from '../support/dns-server.ts';
import { eachTest } from '../support/each-test.ts';
import { HAS_IPV6 } from '../support/ipv6.ts';
import { loopClock } from '../support/loop-clock.ts';
import { MailWorld, mailboxes } from '../support/mail-world.ts';
import { mx } from './dns/records.ts';

const world = eachTest(() => new MailWorld());

const ann = { rcpt: mailboxes('ann') };

describe('the way to a mail host', () => {
  it.each([
    ['a domain that does not exist', undefined, 'no_mx'],
    ['a domain without records', {}, 'no_mx'],
    ['a null MX', { MX: [[0, '']] }, 'null_mx'],
    ['a null MX written as a dot', { MX: [[0, '.']] }, 'null_mx'],
    ['an MX that is an address', { MX: [[0, '127.0.0.1']] }, 'no_mx'],
    [
      'MX hosts without an address',
      {
        MX: [
          [0, 'gone.test'],
          [5, 'gone2.test'],
        ],
      },
      'no_mx',
    ],
  ] as const)('ends at %s', async (_, zone, reason) => {
    if (zone) world.dns.zones.set('a.test', zone);
    expect(await world.verifier().verify('ann@a.test')).toMatchObject({
      reason,
      valid: true,
      mx: false,
      smtp: false,
      score: 0,
      decided: true,
    });
  });

  it('is not known where DNS fails: that proves nothing', async () => {
    world.dns.zones.set('a.test', { fails: true });
    expect(await world.verifier().verify('ann@a.test')).toMatchObject({
      reason: 'dns_failure',
      mx: true,
      decided: false,
      score: 45,
    });
  });

  it('leads to the domain itself where it has no MX but an address', async () => {
    await world.host('a.test', ann);
    expect(await world.verifier().verify('ann@a.test')).toMatchObject({ mx: true, score: 100 });
  });

  it('leads to a sixth host behind five that have no address', async () => {
    await world.host('mx6.test', ann);
    const dead = [1, 2, 3, 4, 5].map((at) => `mx${at}.test`);
    world.domain('a.test', ...dead, 'mx6.test');
    expect(await world.verifier().verify('ann@a.test')).toMatchObject({ mx: true, score: 100 });
  });

  it('ends at ten hosts that have no address: all were looked at', async () => {
    world.domain('a.test', ...Array.from({ length: 10 }, (_, at) => `mx${at}.test`));
    expect(await world.verifier().verify('ann@a.test')).toMatchObject({ reason: 'no_mx' });
  });

  it('is not known where there are more hosts than are looked at', async () => {
    world.domain('a.test', ...Array.from({ length: 1500 }, (_, at) => `mx${at}.test`));
    const finding = await world.verifier().verify('ann@a.test');
    expect(finding).toMatchObject({ reason: 'no_connection', decided: false, mx: true, score: 45 });
    expect(world.dns.asked.length).toBeLessThanOrEqual(92);
  });

  it('is not known where one host takes no mail and another can not be reached', async () => {
    await world.host('mx1.test', { greeting: '521 5.1.10 This host takes no mail' });
    world.dns.zones.set('mx2.test', { A: ['127.0.0.200'] });
    world.domain('a.test', 'mx1.test', 'mx2.test');
    expect(await world.verifier().verify('ann@a.test')).toMatchObject({ decided: false, mx: true });
    world.domain('b.test', 'mx1.test', 'gone.test');
    expect(await world.verifier().verify('ann@b.test')).toMatchObject({ reason: 'null_mx' });
  });

  it('leads to the next host behind one that can not be reached', async () => {
    await world.host('mx2.test', ann);
    world.dns.zones.set('mx1.test', { A: ['127.0.0.200'] });
    world.domain('a.test', 'mx1.test', 'nowhere.test', 'mx2.test');
    expect(await world.verifier().verify('ann@a.test')).toMatchObject({ score: 100 });
  });

  it.each(['554 No SMTP service here', '450 4.3.2 Busy', 'drop'] as const)(
    'leads to the next host behind one that greets with %s',
    async (greeting) => {
      await world.host('mx.first.test', { greeting });
      await world.host('mx.second.test', ann);
      world.domain('a.test', 'mx.first.test', 'mx.second.test');
      expect(await world.verifier().verify('ann@a.test')).toMatchObject({ score: 100 });
    },
  );

  it('leads to a sibling of a host that greets without service, and then to it alone', async () => {
    const first = await world.host('mx1.provider.test', { greeting: '554 5.3.2 No service here' });
    await world.host('mx2.provider.test', ann);
    world.domain('a.test', 'mx1.provider.test', 'mx2.provider.test');
    const verifier = world.verifier();
    expect(await verifier.verify('ann@a.test')).toMatchObject({ score: 100 });
    expect(await verifier.verify('bob@a.test')).toMatchObject({ reason: 'no_mailbox' });
    expect(first.sessions).toHaveLength(1);
  });

  it('leads to no third host of a provider where two greet without service', async () => {
    const names = [1, 2, 3].map((at) => `mx${at}.provider.test`);
    const hosts = [];
    for (const name of names) hosts.push(await world.host(name, { greeting: '554 mx here' }));
    world.domain('a.test', ...names);
    expect(await world.verifier().verify('ann@a.test')).toMatchObject({ reason: 'blocked' });
    expect(hosts.map((host) => host.sessions.length)).toEqual([1, 1, 0]);
  });

  it('ends where every host says that it takes no mail, in the words of RFC 7504', async () => {
    await world.host('mx1.test', { greeting: '521 mx1.test does not accept mail' });
    world.domain('a.test', 'mx1.test');
    expect(await world.verifier().verify('ann@a.test')).toMatchObject({ reason: 'null_mx' });
    await world.host('mx2.test', { greeting: '521 mx2.test does not accept mail from your host' });
    world.domain('b.test', 'mx1.test', 'mx2.test');
    expect(await world.verifier().verify('ann@b.test')).toMatchObject({ reason: 'blocked' });
  });

  it('leads no further behind an answer to RCPT', async () => {
    await world.host('mx.first.test', { rcpt: mailboxes() });
    const second = await world.host('mx.second.test');
    world.domain('a.test', 'mx.first.test', 'mx.second.test');
    expect(await world.verifier().verify('ann@a.test')).toMatchObject({ reason: 'no_mailbox' });
    expect(second.sessions).toEqual([]);
  });

  it('leads to no sibling of a host that refuses us', async () => {
    await world.host('mx1.provider.test', { greeting: '554 Your IP is blocked using a list' });
    const sibling = await world.host('mx2.provider.test', ann);
    world.domain('a.test', 'mx1.provider.test', 'mx2.provider.test');
    expect(await world.verifier().verify('ann@a.test')).toMatchObject({
      reason: 'blocked',
      mx: true,
    });
    expect(sibling.sessions).toEqual([]);
  });

  it('is not known where nobody answers', async () => {
    await world.served('b.test');
    world.dns.zones.set('mx.a.test', { A: ['127.0.0.200'] });
    world.domain('a.test', 'mx.a.test');
    expect(await world.verifier().verify('ann@a.test')).toMatchObject({
      reason: 'no_connection',
      mx: true,
      smtp: false,
      deliverable: false,
      score: 45,
    });
  });

  it('is tried from an address that is drawn among equals', async () => {
    const hosts = [await world.host('mx.one.test', ann), await world.host('mx.two.test', ann)];
    world.dns.zones.set('a.test', {
      MX: [
        [5, 'mx.one.test'],
        [5, 'mx.two.test'],
      ],
    });
    const draws = [0.9, 0.1];
    const verifier = world.verifier({}, { random: () => draws.shift() ?? 0 });
    await verifier.verify('ann@a.test');
    expect(hosts.map((host) => host.sessions.length)).toEqual([0, 1]);
  });

  it('is looked up once for all of a domain', async () => {
    await world.served('a.test', ann);
    const verifier = world.verifier();
    await Promise.all([verifier.verify('ann@a.test'), verifier.verify('bob@a.test')]);
    expect(world.dns.asked.filter((look) => look === 'MX a.test')).toHaveLength(1);
  });

  it('is looked up again half a minute later, and asked for when its records have expired', async () => {
    await world.served('a.test', ann);
    await world.host('mx2.test', ann);
    let later = 0;
    const clock: Clock = {
      now: () => loopClock.now(),
      monotonic: () => loopClock.monotonic() + later,
      sleep: (ms, signal) => loopClock.sleep(ms, signal),
    };
    const verifier = world.verifier({}, { clock });
    const findHost = async () => (await verifier.verify('ann@a.test')).evidence.mxHost;
    const found = [await findHost()];
    world.domain('a.test', 'mx2.test');
    for (const seconds of [31, 59]) {
      later = seconds * 1000;
      found.push(await findHost());
    }
    expect(found).toEqual(['mx.a.test', 'mx.a.test', 'mx.a.test']);
    later = 62_000;
    expect(await findHost()).toBe('mx2.test');
  });
});

describe.skipIf(!HAS_IPV6)(
  'a mail host with an IPv6 address (skipped where there is no ::1)',
  () => {
    const settings = { helo: 'verify.test', allowNetwork: ['::1/128'] };

    it('is reached though it has no other, and DNS is asked over the wire', async () => {
      const host = await world.host('mx.a.test', ann, '::1');
      using server = await DnsServer.listen((name, type) => {
        if (type === 'MX') return [mx(name, 'mx.a.test')];
        return type === 'AAAA' ? [{ type, name, ttl: 60, data: '::1' }] : denial();
      });
      const { port } = world;
      const verifier = createVerifier({ ...settings, port, dns: [server.address] });
      expect(await verifier.verify('ann@a.test')).toMatchObject({ mx: true, score: 100 });
      expect(await verifier.verify('bob@a.test')).toMatchObject({ reason: 'no_mailbox' });
      await verifier.close();
      expect(host.recipients).toContain('ann@a.test');
      expect(server.questions.filter((question) => !question.includes('TXT'))).toEqual([
        'udp MX a.test',
        'udp A mx.a.test',
        'udp AAAA mx.a.test',
      ]);
    });

    it('is reached by it where its IPv4 address is of no use', async () => {
      await world.host('mx.a.test', ann, '::1');
      world.domain('a.test', 'mx.a.test');
      world.dns.zones.set('mx.a.test', { A: ['127.0.0.200'], AAAA: ['::1'] });
      const verifier = world.verifier({ allowNetwork: ['127.0.0.0/8', '::1/128'] });
      expect(await verifier.verify('ann@a.test')).toMatchObject({ mx: true, score: 100 });
    });

    it('is reached by it where its IPv4 address is not for us', async () => {
      await world.host('mx.a.test', ann, '::1');
      world.domain('a.test', 'mx.a.test');
      world.dns.zones.set('mx.a.test', { A: ['10.0.0.1'], AAAA: ['::1'] });
      const verifier = world.verifier(settings);
      expect(await verifier.verify('ann@a.test')).toMatchObject({ mx: true, score: 100 });
    });
  },
);

describe('a mail host on a network that is not for us', () => {
  it.each([
    { A: ['127.0.0.2'] },
    { A: ['10.1.2.3', '192.168.1.1', '169.254.169.254', '100.64.0.1', '0.0.0.0'] },
    { AAAA: ['::1', 'fe80::1', 'fc00::1', '::', 'ff02::1'] },
    { AAAA: ['::ffff:127.0.0.2', '64:ff9b::7f00:2', '2002:7f00:2::', '::127.0.0.2'] },
  ])('is never connected to: %j', async (zone) => {
    const host = await world.host('elsewhere.test');
    world.dns.zones.set('mx.a.test', zone);
    world.domain('a.test', 'mx.a.test');
    const verifier = world.verifier({ allowNetwork: [] });
    expect(await verifier.verify('ann@a.test')).toMatchObject({
      reason: 'refused_network',
      mx: true,
      score: 40,
    });
    expect(host.sessions).toEqual([]);
  });

  it('does not keep a permitted address of the same name from being tried', async () => {
    await world.host('mx.a.test', ann);
    world.domain('a.test', 'mx.a.test');
    world.dns.zones.set('mx.a.test', { A: ['10.0.0.1', '127.0.0.2'], AAAA: ['::1'] });
    expect(await world.verifier().verify('ann@a.test')).toMatchObject({ score: 100 });
  });
});
