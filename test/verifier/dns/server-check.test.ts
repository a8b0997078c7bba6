import type { Answer } from 'dns-packet';
import { describe, expect, it } from 'vitest';
import { createVerifier } from '../../../src/verifier/create-verifier.ts';
import { createDnsSource } from '../../../src/verifier/dns/resolver-source.ts';
import { DnsServer, denial, type Replying } from '../../support/dns-server.ts';
import { manualClock } from '../../support/manual-clock.ts';
import { a, mx, soa } from './records.ts';

const NOERROR = 0;
const SERVFAIL = 2;
const NXDOMAIN = 3;
const REFUSED = 5;
const untrusted = { kind: 'failure', problem: 'EUNTRUSTED' };
const root: Answer = { type: 'NS', name: '.', ttl: 900, data: 'a.root-servers.test' };

/** What a server without shame says to every question, and what is then known of a domain. */
const LIARS: readonly (readonly [string, Replying, string])[] = [
  ['NXDOMAIN with an SOA', () => denial(NXDOMAIN), 'dns_untrusted'],
  ['NXDOMAIN without an SOA', () => NXDOMAIN, 'dns_untrusted'],
  ['NOERROR without records', () => NOERROR, 'dns_untrusted'],
  ['NOERROR with an SOA alone', () => denial(NOERROR), 'dns_untrusted'],
  [
    'an address for every name',
    (name, type) => (type === 'A' ? [a(name, '127.0.0.1')] : denial(NOERROR)),
    'dns_untrusted',
  ],
  [
    'an address for every name, but the root',
    (name, type) => (name === '.' ? [root] : type === 'A' ? [a(name)] : denial(NOERROR)),
    'dns_untrusted',
  ],
  [
    'a mail host for every name, but the root',
    (name, type) => (name === '.' ? [root] : type === 'MX' ? [mx(name, 'portal.test')] : [a(name)]),
    'dns_untrusted',
  ],
  ['REFUSED', () => REFUSED, 'dns_failure'],
  ['SERVFAIL', () => SERVFAIL, 'dns_failure'],
];

describe('a resolver that says to everything', () => {
  it.each(LIARS)('%s makes nobody undeliverable', async (_, reply, reason) => {
    using server = await DnsServer.listen(reply, { repliesToChecks: true });
    const verifier = createVerifier({ dns: [server.address] });
    const finding = await verifier.verify('ann@a.test');
    expect(finding).toMatchObject({ reason, decided: false, mx: true, deliverable: false });
    await verifier.close();
  });

  it.each(LIARS)('%s leaves the answer to an honest one', async (_, reply) => {
    using liar = await DnsServer.listen(reply, { repliesToChecks: true });
    using honest = await DnsServer.listen((name) => [mx(name, 'mx.a.test')]);
    const dns = createDnsSource([liar.address, honest.address]);
    expect(await dns.query('MX', 'a.test')).toMatchObject({
      records: [{ preference: 10, exchange: 'mx.a.test' }],
    });
  });

  it('NXDOMAIN is believed where checks are off', async () => {
    using server = await DnsServer.listen(() => NXDOMAIN, { repliesToChecks: true });
    const verifier = createVerifier({ dns: [server.address], dnsCheck: false });
    expect(await verifier.verify('ann@a.test')).toMatchObject({ reason: 'no_mx', decided: true });
    expect(server.questions.toSorted()).toEqual([
      'udp MX a.test',
      'udp MX a.test',
      'udp TXT _smtp-probe.a.test',
    ]);
    await verifier.close();
  });
});

describe('an honest resolver', () => {
  it('is believed that a domain is gone', async () => {
    using server = await DnsServer.listen(() => denial(NXDOMAIN));
    const verifier = createVerifier({ dns: [server.address] });
    expect(await verifier.verify('ann@a.test')).toMatchObject({ reason: 'no_mx', decided: true });
    await verifier.close();
  });

  it('is not believed where no SOA stands beside a denial and nobody else can be asked', async () => {
    using server = await DnsServer.listen(() => NXDOMAIN);
    expect(await createDnsSource([server.address]).query('MX', 'a.test')).toEqual(untrusted);
  });

  it('is not believed that a name is gone whose own SOA stands beside the denial', async () => {
    const filter = { code: NXDOMAIN, authorities: [soa('a.test', 900, 60)] };
    using server = await DnsServer.listen(() => filter);
    const dns = createDnsSource([server.address]);
    expect(await dns.query('MX', 'a.test')).toEqual(untrusted);
    expect(await dns.query('MX', 'b.a.test')).toMatchObject({ kind: 'nxdomain' });
  });

  it('is believed without an SOA when a second server denies the same', async () => {
    using one = await DnsServer.listen(() => NXDOMAIN);
    using other = await DnsServer.listen(() => NXDOMAIN);
    const dns = createDnsSource([one.address, other.address]);
    expect(await dns.query('MX', 'a.test')).toMatchObject({ kind: 'nxdomain' });
  });

  it('does not count as two servers when it is named twice', async () => {
    using server = await DnsServer.listen(() => NXDOMAIN);
    const dns = createDnsSource([server.address, server.address]);
    expect(await dns.query('MX', 'a.test')).toEqual(untrusted);
  });

  it('loses to a second server that has what it denies without an SOA', async () => {
    using poor = await DnsServer.listen(() => NXDOMAIN);
    using rich = await DnsServer.listen((name) => [mx(name, 'mx.a.test')]);
    const dns = createDnsSource([poor.address, rich.address]);
    expect(await dns.query('MX', 'a.test')).toMatchObject({ kind: 'records' });
  });

  it('shares one check among all who wait for it', async () => {
    const release = Promise.withResolvers<void>();
    using server = await DnsServer.listen(
      async (name) => {
        await release.promise;
        return name === '.' ? [root] : denial(NXDOMAIN);
      },
      { repliesToChecks: true },
    );
    const dns = createDnsSource([server.address], { clock: manualClock() });
    const names = Array.from({ length: 100 }, (_, at) => `d${at}.test`);
    const answers = Promise.all(names.map((name) => dns.query('A', name)));
    release.resolve();
    expect((await answers).every(({ kind }) => kind === 'nxdomain')).toBe(true);
    expect(server.asked.length).toBeLessThanOrEqual(100 + 2 * 3);
  });

  it('is checked anew for a denial, so that a network that changes slips none in', async () => {
    let isCaptive = false;
    using server = await DnsServer.listen(
      (name) => (name === '.' && !isCaptive ? [root] : denial(NXDOMAIN)),
      { repliesToChecks: true },
    );
    const dns = createDnsSource([server.address], { clock: manualClock() });
    expect(await dns.query('MX', 'a.test')).toMatchObject({ kind: 'nxdomain' });
    isCaptive = true;
    expect(await dns.query('MX', 'b.test')).toEqual(untrusted);
  });

  it('is believed again some seconds after it failed a check', async () => {
    let isCaptive = true;
    using server = await DnsServer.listen(
      (name) => (name === '.' && !isCaptive ? [root] : denial(NXDOMAIN)),
      { repliesToChecks: true },
    );
    const clock = manualClock();
    const dns = createDnsSource([server.address], { clock });
    expect(await dns.query('MX', 'a.test')).toEqual(untrusted);
    isCaptive = false;
    expect(await dns.query('MX', 'a.test')).toEqual(untrusted);
    clock.advance(10_000);
    expect(await dns.query('MX', 'a.test')).toMatchObject({ kind: 'nxdomain' });
  });

  it('is checked every five minutes while it has records for all', async () => {
    let checks = 0;
    using server = await DnsServer.listen(
      (name) => {
        if (name === '.') checks++;
        if (name === '.') return [root];
        return name.endsWith('.invalid') ? denial(NXDOMAIN) : [a(name)];
      },
      { repliesToChecks: true },
    );
    const clock = manualClock();
    const dns = createDnsSource([server.address], { clock });
    for (const name of ['a.test', 'b.test', 'c.test']) await dns.query('A', name);
    expect(checks).toBe(1);
    clock.advance(5 * 60_000);
    await dns.query('A', 'd.test');
    expect(checks).toBe(2);
  });
});

describe('a special name', () => {
  it.each(['ann.onion', 'mail.localhost', 'a.invalid', 'A.Onion.'])(
    '%s is never asked of DNS',
    async (name) => {
      using server = await DnsServer.listen(() => [a(name)], { repliesToChecks: true });
      const dns = createDnsSource([server.address]);
      expect(await dns.query('MX', name)).toEqual({ kind: 'nxdomain', ttl: 3600 });
      expect(server.asked).toEqual([]);
    },
  );

  it.each(['a.test', 'a.example', 'printer.local'])(
    '%s is asked only of a resolver that was named',
    async (name) => {
      using server = await DnsServer.listen((asked) => [a(asked)]);
      const named = createDnsSource([server.address]);
      expect(await named.query('A', name)).toMatchObject({ kind: 'records' });
      expect(await createDnsSource([]).query('A', name)).toEqual({ kind: 'nxdomain', ttl: 3600 });
    },
  );
});
