import { describe, expect, it } from 'vitest';
import { message } from '../../../../src/i18n/message.ts';
import type { EgressSettings } from '../../../../src/verifier/pacing/egress/egress-settings.ts';
import { findAll, MailWorld, mailboxes } from '../../../support/mail-world.ts';
import { manualClock } from '../../../support/manual-clock.ts';
import { SocksServer, type SocksTrick } from '../../../support/socks-server.ts';

const account = { user: 'mailvet', password: 'secret' };
const DIRECT: EgressSettings = { name: 'direct', address: '127.0.1.1', helo: 'direct.test' };
const limits = { connect: 60_000, greeting: 500, command: 2000, session: 20_000, single: 60_000 };
/** For a proxy that hangs. The library that speaks with it goes by the machine's clock: others need time. */
const limitsOf = (trick: SocksTrick) => ({
  ...limits,
  connect: trick === 'hangs' || trick === 'hangs at the request' ? 2000 : limits.connect,
});

function through(proxy: SocksServer, more: object = {}): EgressSettings {
  return {
    name: 'proxy',
    socks5: { host: '127.0.0.1', port: 'port' in more ? 0 : proxy.port, ...more },
    helo: 'proxy.test',
  };
}

async function open(options: ConstructorParameters<typeof SocksServer>[0] = {}) {
  const world = new MailWorld();
  const host = await world.served('a.test', { rcpt: mailboxes('ann') });
  return { world, host, proxy: await new SocksServer(options).listen() };
}

describe('an egress through a SOCKS5 proxy', () => {
  it('gives the proxy the address that was judged, and its own name to the host', async () => {
    const { world, host, proxy } = await open({ account, from: '127.0.1.9' });
    await using _world = world;
    await using _proxy = proxy;
    const verifier = world.verifier({ egress: [through(proxy, account)] });
    expect(await verifier.verify('ann@a.test')).toMatchObject({
      reason: 'accepted',
      evidence: { egress: 'proxy' },
    });
    expect(proxy.asked).toEqual([`127.0.0.2:${world.port}`]);
    expect(host.sessions[0]?.from).toBe('127.0.1.9');
    expect(host.sessions[0]?.commands[0]).toBe('EHLO proxy.test');
  });

  it('asks nothing of the proxy for a host in a private network', async () => {
    const { world, proxy } = await open();
    await using _world = world;
    await using _proxy = proxy;
    const verifier = world.verifier({ egress: [through(proxy)], allowNetwork: [] });
    expect(await verifier.verify('ann@a.test')).toMatchObject({ reason: 'refused_network' });
    expect(proxy.asked).toEqual([]);
  });

  it('verifies a list through it', async () => {
    const { world, proxy } = await open();
    await using _world = world;
    await using _proxy = proxy;
    const emails = Array.from({ length: 200 }, (_, at) => (at === 0 ? 'ann' : `u${at}`)).map(
      (name) => `${name}@a.test`,
    );
    const found = await findAll(world.verifier({ egress: [through(proxy)] }), emails);
    expect(found.filter(({ decided }) => decided)).toHaveLength(200);
    expect(found[0]?.reason).toBe('accepted');
  });

  it('leaves an address undecided where the proxy refuses the password', async () => {
    const { world, host, proxy } = await open({ account });
    await using _world = world;
    await using _proxy = proxy;
    const wrong = through(proxy, { ...account, password: 'wrong' });
    const verifier = world.verifier({ egress: [wrong], limits });
    expect(await verifier.verify('ann@a.test')).toMatchObject({
      reason: 'no_connection',
      decided: false,
    });
    expect(host.sessions).toEqual([]);
  });

  it.each([
    ['can not reach the host', { reply: 4 }],
    ['gets a refusal from the host', { reply: 5 }],
    ['fails', { reply: 1 }],
    ['lets nobody connect', { reply: 2 }],
  ])('leaves an address undecided where the proxy %s', async (_, options) => {
    const { world, proxy } = await open(options);
    await using _world = world;
    await using _proxy = proxy;
    const verifier = world.verifier({ egress: [through(proxy)], limits });
    expect(await verifier.verify('ann@a.test')).toMatchObject({ reason: 'no_connection' });
  });

  it('gives way to another egress while the proxy is away', async () => {
    const { world, proxy } = await open();
    await using _world = world;
    const away = through(proxy);
    await proxy[Symbol.asyncDispose]();
    const verifier = world.verifier({ egress: [away, DIRECT], limits });
    for (const email of ['ann@a.test', 'ann@a.test', 'ann@a.test'])
      expect(await verifier.verify(email)).toMatchObject({
        reason: 'accepted',
        evidence: { egress: 'direct' },
      });
  });

  const name = (proxy: SocksServer) => `The proxy 127.0.0.1:${proxy.port}`;
  it.each<[SocksTrick, string]>([
    ['hangs', 'accepts connections, then does not answer'],
    ['closes', 'accepts connections, then hangs up'],
    ['speaks HTTP', 'is no SOCKS5 proxy'],
  ])('is passed over, with the reason, where the proxy %s', async (trick, words) => {
    const { world, proxy } = await open({ trick });
    await using _world = world;
    await using _proxy = proxy;
    const changes: unknown[] = [];
    const settings = { egress: [through(proxy), DIRECT], limits: limitsOf(trick) };
    const verifier = world.verifier(settings, { onEgress: (change) => changes.push(change) });
    for (const domain of ['b.test', 'c.test', 'd.test', 'e.test']) {
      await world.served(domain, { rcpt: mailboxes('ann') });
      expect(await verifier.verify(`ann@${domain}`)).toMatchObject({
        reason: 'accepted',
        evidence: { egress: 'direct' },
      });
    }
    expect(changes).toMatchObject([
      { egress: 'proxy', fault: { english: `${name(proxy)} ${words}` } },
    ]);
    expect(changes).toHaveLength(1);
    expect(verifier.egresses?.()).toMatchObject([
      {
        name: 'proxy',
        way: `socks5 127.0.0.1:${proxy.port}`,
        fault: { english: expect.any(String) },
      },
      { name: 'direct', fault: undefined },
    ]);
  });

  it.each<[string, ConstructorParameters<typeof SocksServer>[0], string]>([
    ['refuses the password', { account }, 'refuses the user or the password'],
    ['allows no connection', { reply: 2 }, 'does not allow connections to mail hosts (port 25)'],
  ])('says what is wrong where the proxy %s', async (_, options, words) => {
    const { world, proxy } = await open(options);
    await using _world = world;
    await using _proxy = proxy;
    const wrong = through(proxy, { user: 'mailvet', password: 'wrong' });
    const verifier = world.verifier({ egress: [wrong], limits });
    await verifier.verify('ann@a.test');
    expect(verifier.egresses?.()).toMatchObject([
      { fault: { english: `${name(proxy)} ${words}` } },
    ]);
  });

  it.each<SocksTrick>(['lies and closes', 'lies and hangs', 'hangs at the request'])(
    'is passed over after eight hosts without a greeting where the proxy %s',
    async (trick) => {
      const { world, proxy } = await open({ trick });
      await using _world = world;
      await using _proxy = proxy;
      const domains = Array.from({ length: 24 }, (_, at) => `d${at}.test`);
      for (const domain of domains) await world.served(domain, { rcpt: mailboxes('ann') });
      const egress = [through(proxy), DIRECT];
      const verifier = world.verifier({ egress, limits: limitsOf(trick) });
      const list = domains.map((domain) => `ann@${domain}`);
      await findAll(verifier, list);
      expect(verifier.egresses?.()).toMatchObject([
        { fault: { id: 'errorTexts.egress_silence', values: { count: 8 } } },
        { fault: undefined },
      ]);
      const found = await findAll(verifier, list);
      expect(new Set(found.map(({ reason }) => reason))).toEqual(new Set(['accepted']));
    },
  );

  it('is of use again with the first host that greets by it', async () => {
    const { world, proxy } = await open();
    await using _world = world;
    const clock = manualClock();
    const { port } = proxy;
    await proxy[Symbol.asyncDispose]();
    const changes: unknown[] = [];
    const verifier = world.verifier(
      { egress: [through(proxy, { port })], limits },
      { clock, onEgress: (change) => changes.push(change) },
    );
    await verifier.verify('ann@a.test');
    await using _again = await new SocksServer().listen(port);
    await clock.advance(5 * 60_000);
    expect(await verifier.verify('ann@a.test')).toMatchObject({ reason: 'accepted' });
    const fault = message('errorTexts.proxy_refuses', { proxy: `127.0.0.1:${port}` });
    expect(changes).toEqual([
      { egress: 'proxy', fault },
      { egress: 'proxy', fault: undefined },
    ]);
  });
});
