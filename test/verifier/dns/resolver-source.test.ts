import { execFile } from 'node:child_process';
import { setImmediate } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import dnsPacket from 'dns-packet';
import { describe, expect, it } from 'vitest';
import type { Clock } from '../../../src/lib/clock.ts';
import { cachedDns } from '../../../src/verifier/dns/cache.ts';
import { createDnsSource } from '../../../src/verifier/dns/resolver-source.ts';
import { DnsServer } from '../../support/dns-server.ts';
import { freePort } from '../../support/free-port.ts';
import { HAS_IPV6 } from '../../support/ipv6.ts';
import { manualClock } from '../../support/manual-clock.ts';
import { a } from './records.ts';

const SERVFAIL = 2;
const NXDOMAIN = 3;
const REFUSED = 5;
const TRY = 3000;
const DISTRUST = 30_000;
const found = { kind: 'records', records: ['192.0.2.1'], ttl: 900 };
const answering = (name: string) => [a(name)];
const truncated = { flags: dnsPacket.TRUNCATED_RESPONSE };
const silent = () => undefined;

/** A port of loopback where nobody is. */
async function deadServer(): Promise<string> {
  return `127.0.0.1:${await freePort()}`;
}

describe('a server that fails', () => {
  it.each([
    ['SERVFAIL', SERVFAIL],
    ['REFUSED', REFUSED],
  ])('with %s leaves the answer to the next', async (_, code) => {
    using broken = await DnsServer.listen(() => code);
    using whole = await DnsServer.listen(answering);
    const dns = createDnsSource([broken.address, whole.address], {
      clock: manualClock(),
      check: false,
    });
    expect(await dns.query('A', 'a.test')).toMatchObject(found);
    expect(broken.asked).toHaveLength(1);
  });

  it('by not being there leaves the answer to the next, at once', async () => {
    using whole = await DnsServer.listen(answering);
    const dns = createDnsSource([await deadServer(), whole.address], {
      clock: manualClock(),
      check: false,
    });
    expect(await dns.query('A', 'a.test')).toMatchObject(found);
  });

  it('by silence leaves the answer to the next when its time is over', async () => {
    using mute = await DnsServer.listen(silent);
    using whole = await DnsServer.listen(answering);
    const clock = manualClock();
    const answer = createDnsSource([mute.address, whole.address], { clock, check: false }).query(
      'A',
      'a.test',
    );
    await mute.heard('udp');
    clock.advance(TRY - 1);
    expect(whole.asked).toEqual([]);
    clock.advance(1);
    expect(await answer).toMatchObject(found);
  });

  it('is asked a second time', async () => {
    let isFirst = true;
    using server = await DnsServer.listen((name) => {
      const code = isFirst ? SERVFAIL : undefined;
      isFirst = false;
      return code ?? answering(name);
    });
    const dns = createDnsSource([server.address], { clock: manualClock(), check: false });
    expect(await dns.query('A', 'a.test')).toMatchObject(found);
    expect(server.asked).toHaveLength(2);
  });

  it('is asked no third time', async () => {
    using server = await DnsServer.listen(silent);
    const clock = manualClock();
    const answer = createDnsSource([server.address], { clock, check: false }).query('A', 'a.test');
    for (const _ of ['the first', 'the second']) {
      await server.heard('udp');
      clock.advance(TRY);
    }
    expect(await answer).toEqual({ kind: 'failure', problem: 'ETIMEOUT' });
    expect(server.asked).toHaveLength(2);
  });

  it('does not answer late into another question', async () => {
    using server = await DnsServer.listen(async (name) => {
      if (name === 'late.test') await second.promise;
      return [a(name, name === 'late.test' ? '198.51.100.1' : '192.0.2.1')];
    });
    const second = Promise.withResolvers<void>();
    const clock = manualClock();
    const dns = createDnsSource([server.address], { clock, check: false });
    const late = dns.query('A', 'late.test');
    for (const _ of ['the first', 'the second']) {
      await server.heard('udp');
      clock.advance(TRY);
    }
    expect(await late).toMatchObject({ kind: 'failure' });
    second.resolve();
    expect(await dns.query('A', 'a.test')).toMatchObject(found);
  });

  it('is asked behind the others for half a minute', async () => {
    using broken = await DnsServer.listen(() => REFUSED);
    using whole = await DnsServer.listen(answering);
    const clock = manualClock();
    const dns = createDnsSource([broken.address, whole.address], { clock, check: false });
    for (const name of ['a.test', 'b.test', 'c.test']) await dns.query('A', name);
    expect(broken.questions).toEqual(['udp A a.test']);
    clock.advance(DISTRUST);
    await dns.query('A', 'd.test');
    expect(broken.questions).toEqual(['udp A a.test', 'udp A d.test']);
  });

  it('keeps its place where the trouble is that of the name', async () => {
    using first = await DnsServer.listen((name) => (name === 'bad.test' ? SERVFAIL : NXDOMAIN));
    using second = await DnsServer.listen(answering);
    const dns = createDnsSource([first.address, second.address], {
      clock: manualClock(),
      check: false,
    });
    expect(await dns.query('A', 'bad.test')).toMatchObject(found);
    expect(await dns.query('A', 'a.test')).toMatchObject({ kind: 'nxdomain' });
    expect(second.questions).toEqual(['udp A bad.test']);
  });

  it('is not trusted the less for what others did', async () => {
    using broken = await DnsServer.listen(() => REFUSED);
    using whole = await DnsServer.listen((name) => (name === 'a.test' ? SERVFAIL : [a(name)]));
    const dns = createDnsSource([whole.address, broken.address], {
      clock: manualClock(),
      check: false,
    });
    expect(await dns.query('A', 'a.test')).toMatchObject({ kind: 'failure' });
    expect(await dns.query('A', 'b.test')).toMatchObject(found);
    expect(broken.asked).toHaveLength(2);
  });
});

describe('a look-up', () => {
  it('is over after twenty seconds, however many servers are silent', async () => {
    using mute = await DnsServer.listen(silent);
    const clock = manualClock();
    const start = clock.now();
    const answer = createDnsSource(Array(20).fill(mute.address), { clock, check: false }).query(
      'A',
      'a.test',
    );
    for (let tries = 0; tries < 7; tries++) {
      await mute.heard('udp');
      clock.advance(Math.min(TRY, start + 20_000 - clock.now()));
    }
    expect(await answer).toEqual({ kind: 'failure', problem: 'ETIMEOUT' });
    expect(mute.asked).toHaveLength(7);
  });

  it('may be over before its socket is ready', async () => {
    using server = await DnsServer.listen(answering);
    const hurried: Clock = { now: () => 0, monotonic: () => 0, sleep: async () => {} };
    const answer = await createDnsSource([server.address], { clock: hurried, check: false }).query(
      'A',
      'a.test',
    );
    expect(answer).toEqual({ kind: 'failure', problem: 'ETIMEOUT' });
    for (const _ of ['the socket', 'closes']) await setImmediate();
  });

  it('refuses a server that is none from the start', () => {
    expect(() => createDnsSource(['dns.example'])).toThrow('dns.example is not a DNS server');
  });

  it.skipIf(!HAS_IPV6)('asks over IPv6 (skipped where there is no ::1)', async () => {
    using server = await DnsServer.listen(
      (name, _type, { transport }) => (transport === 'udp' ? truncated : [a(name)]),
      { address: '::1', tcp: true },
    );
    const dns = createDnsSource([server.address], { clock: manualClock(), check: false });
    expect(server.address).toMatch(/^\[::1\]:\d+$/);
    expect(await dns.query('A', 'a.test')).toMatchObject(found);
    expect(server.questions).toEqual(['udp A a.test', 'tcp A a.test']);
  });

  it('is one of thousands at a time', async () => {
    using server = await DnsServer.listen((name) => [a(name)]);
    const clock = manualClock();
    const dns = cachedDns(createDnsSource([server.address], { clock, check: false }), clock);
    const names = Array.from({ length: 3000 }, (_, at) => `d${at}.test`);
    const answers = await Promise.all(names.map((name) => dns.query('A', name)));
    expect(answers.filter(({ kind }) => kind === 'records')).toHaveLength(3000);
  });

  it('is shared by all who ask meanwhile, though it fails', async () => {
    const release = Promise.withResolvers<void>();
    using server = await DnsServer.listen(async () => {
      await release.promise;
      return SERVFAIL;
    });
    const clock = manualClock();
    const dns = cachedDns(createDnsSource([server.address], { clock, check: false }), clock);
    const answers = Array.from({ length: 5000 }, () => dns.query('A', 'a.test'));
    release.resolve();
    const failed = { kind: 'failure', problem: 'ESERVFAIL' };
    expect(await Promise.all(answers)).toEqual(Array(5000).fill(failed));
    expect(server.asked).toHaveLength(2);
  });

  it('leaves no socket behind, answered or not', async () => {
    using server = await DnsServer.listen(
      (name, _type, { transport }) => {
        if (name === 'mute.test') return undefined;
        return name === 'big.test' && transport === 'udp' ? truncated : [a(name)];
      },
      { tcp: true },
    );
    const clock = manualClock();
    const dns = createDnsSource([server.address], { clock, check: false });
    const before = await openSockets();
    const lost = dns.query('A', 'mute.test');
    await server.heard('udp');
    const names = ['big.test', ...Array.from({ length: 50 }, (_, at) => `d${at}.test`)];
    await Promise.all(names.map((name) => dns.query('A', name)));
    expect(await openSockets()).toBe(before + 1);
    clock.advance(TRY);
    await server.heard('udp');
    clock.advance(TRY);
    expect(await lost).toMatchObject({ kind: 'failure' });
    expect(await openSockets()).toBe(before);
  });

  it('calls its alarms off', async () => {
    using server = await DnsServer.listen(
      (name, _type, { transport }) => (transport === 'udp' ? truncated : [a(name)]),
      { tcp: true },
    );
    const clock = manualClock();
    expect(
      await createDnsSource([server.address], { clock, check: false }).query('A', 'a.test'),
    ).toMatchObject(found);
    expect(clock.sleepers).toBe(0);
  });

  it('keeps no process from ending', async () => {
    using server = await DnsServer.listen((name) => [a(name)]);
    const source = new URL('../../../src/verifier/dns/resolver-source.ts', import.meta.url);
    const program = `
      const { createDnsSource } = await import(${JSON.stringify(fileURLToPath(source))});
      const dns = createDnsSource([${JSON.stringify(server.address)}]);
      const answers = await Promise.all(['a.test', 'b.test'].map((name) => dns.query('A', name)));
      console.log(answers.map(({ kind }) => kind).join());
    `;
    const run = promisify(execFile);
    const { stdout } = await run(process.execPath, ['--input-type=module', '-e', program]);
    expect(stdout).toBe('records,records\n');
  });
});

/** Of this process, without those that are being closed. */
async function openSockets(): Promise<number> {
  for (const _ of ['ours close', 'their ends close', 'both are gone']) await setImmediate();
  const kinds = ['UDPWrap', 'TCPSocketWrap'];
  return process.getActiveResourcesInfo().filter((resource) => kinds.includes(resource)).length;
}
